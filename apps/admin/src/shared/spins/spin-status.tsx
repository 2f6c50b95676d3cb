import { StatusDot } from '@inaam/ui/status-dot';

const outcomes = {
  waiting: { tone: 'info', label: 'Not spun yet' },
  lost: { tone: 'neutral', label: 'No win' },
  owed: { tone: 'warn', label: 'Won, owed' },
  won: { tone: 'good', label: 'Won' },
} as const;

/** What keeps a completion from being spun. */
export type Obstacle = 'reversed' | 'pending' | 'held';

const obstacles = {
  reversed: { tone: 'bad', label: 'Spin withheld' },
  pending: { tone: 'warn', label: 'Not confirmed yet' },
  held: { tone: 'warn', label: 'Held' },
} as const;

/** Of a completion's status, and when its hold ends, where one is on. */
export function obstacleOf(status: string, heldUntil: string | null = null): Obstacle | undefined {
  if (status === 'reversed' || status === 'pending') return status;
  return heldUntil === null ? undefined : 'held';
}

/** What came of a spin, in a word; before it, what keeps it from being. */
export function SpinOutcome({ outcome, obstacle }: { outcome: string; obstacle: Obstacle | undefined }) {
  const known = Object.hasOwn(outcomes, outcome) ? outcomes[outcome as keyof typeof outcomes] : undefined;
  const status = outcome === 'waiting' && obstacle ? obstacles[obstacle] : known;
  return <StatusDot tone={status?.tone ?? 'neutral'}>{status?.label ?? outcome}</StatusDot>;
}
