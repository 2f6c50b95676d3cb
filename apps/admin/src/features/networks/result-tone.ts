import type { ConformanceRun } from '@inaam/contracts/networks/conformance';
import type { Tone } from '@inaam/ui/badge';

/**
 * A test result in words. A test signs with the saved secret even if that secret is wrong. So a network counts as
 * ready only after a real postback as well.
 */
export function resultTone({ score, has_real_call }: Pick<ConformanceRun, 'score' | 'has_real_call'>): {
  label: string;
  tone: Tone;
} {
  if (score === 100) {
    return has_real_call
      ? { label: 'Ready', tone: 'good' }
      : { label: 'Settings fit, no real postback yet', tone: 'warn' };
  }
  return score >= 80 ? { label: 'Nearly ready', tone: 'warn' } : { label: 'Not ready', tone: 'bad' };
}
