import { type CheckGroup, type ConformanceCheck, checkGroups } from '@inaam/contracts/networks/conformance';
import type { Tone } from '@inaam/ui/badge';

export const groupLabels: Record<CheckGroup, string> = {
  words: 'What it says',
  facts: 'What is recorded',
  signature: 'Signature and keys',
  habits: 'Habits',
  limits: 'Limits',
  replies: 'What it is told',
  setup: 'Setup',
};

export const verdicts: Record<ConformanceCheck['verdict'], { label: string; tone: Tone }> = {
  failed: { label: 'Failed', tone: 'bad' },
  passed: { label: 'Passed', tone: 'good' },
  skipped: { label: 'Does not apply', tone: 'neutral' },
};

const settingLabels: Record<string, string> = {
  'params.click_id': 'Click id parameter',
  'params.transaction_id': 'Transaction id parameter',
  'params.payout': 'Payout parameter',
  'params.currency': 'Currency parameter',
  'params.status': 'Status parameter',
  'params.goal_id': 'Goal id parameter',
  params_in: 'Where parameters are read',
  status_map: 'Status words',
  status_rules: 'Status rules',
  signing: 'Signing',
  signed_url: 'Signed address',
  secret: 'Secret',
  currency: 'Currency',
  rate: 'Rate',
  source_addresses: 'Source addresses',
  payout_ceiling: 'Payout ceiling',
  click_window_seconds: 'Click age',
  hold_seconds: 'Hold time',
  postback_query: 'Postback address',
  is_active: 'Active',
};

/** `params.payout` as people call it; `replies.forged` is the reply of that name. */
export const settingLabel = (setting: string): string =>
  settingLabels[setting] ?? (setting.startsWith('replies.') ? `Reply: ${setting.slice('replies.'.length)}` : setting);

/** What a score comes to, in words beside the number. */
export function scoreTone(score: number): { label: string; tone: Tone } {
  if (score === 100) return { label: 'Ready', tone: 'good' };
  return score >= 80 ? { label: 'Nearly ready', tone: 'warn' } : { label: 'Not ready', tone: 'bad' };
}

export interface Grouped {
  group: CheckGroup;
  checks: ConformanceCheck[];
}

/** Checks of one verdict under their groups, in the order of the groups; empty groups are left out. */
export const grouped = (checks: readonly ConformanceCheck[], verdict: ConformanceCheck['verdict']): Grouped[] =>
  checkGroups
    .map((group) => ({ group, checks: checks.filter((check) => check.group === group && check.verdict === verdict) }))
    .filter(({ checks: found }) => found.length > 0);

export interface Cause {
  settings: string[];
  advice: string | null;
  checks: ConformanceCheck[];
}

/** What failed, by what there is to change: each cause once, the weightiest first, as are the checks that show it. */
export function causesOf(checks: readonly ConformanceCheck[]): Cause[] {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').toSorted((a, b) => b.weight - a.weight);
  const weigh = ({ checks: found }: Cause) => found.reduce((sum, { weight }) => sum + weight, 0);
  const causes = Map.groupBy(failed, ({ settings }) => JSON.stringify(settings));
  return [...causes.values()]
    .flatMap((found) => (found[0] ? [{ settings: found[0].settings, advice: found[0].advice, checks: found }] : []))
    .toSorted((a, b) => weigh(b) - weigh(a));
}
