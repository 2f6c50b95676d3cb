import { StatusDot } from '@inaam/ui/status-dot';

const outcomes = {
  waiting: { tone: 'info', label: 'Not spun yet' },
  lost: { tone: 'neutral', label: 'No win' },
  owed: { tone: 'warn', label: 'Won, owed' },
  won: { tone: 'good', label: 'Won' },
} as const;

/** What came of a spin, in a word. */
export function SpinOutcome({ outcome, reversed }: { outcome: string; reversed: boolean }) {
  if (outcome === 'waiting' && reversed) return <StatusDot tone="bad">Spin withheld</StatusDot>;
  const known = Object.hasOwn(outcomes, outcome) ? outcomes[outcome as keyof typeof outcomes] : undefined;
  return <StatusDot tone={known?.tone ?? 'neutral'}>{known?.label ?? outcome}</StatusDot>;
}
