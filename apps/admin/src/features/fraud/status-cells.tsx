import { formatCount } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import { classify, type FraudUser } from '@inaam/contracts/fraud/fraud';
import { Badge, type Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

/** Specification section 2: red at 5 or more, yellow at 3 or more, otherwise blue. */
export const countTone = (count: number): Tone => (count >= 5 ? 'bad' : count >= 3 ? 'warn' : 'info');

export const CountBadge = ({ count, subject }: { count: number; subject?: string }) => (
  // Never wrapped: a count that wraps looks like two counts.
  <span className="shrink-0 whitespace-nowrap">
    <Badge tone={countTone(count)}>
      {formatCount(count)}
      {subject && <span className="sr-only"> {subject}</span>}
    </Badge>
  </span>
);

/** The start of a fingerprint, with an ellipsis if the fingerprint is cut off. */
export const truncate = (fingerprint: string, length: number): string =>
  fingerprint.length > length ? `${fingerprint.slice(0, length)}…` : fingerprint;

const classes = {
  suspicious: { tone: 'bad', label: 'Suspicious' },
  questionable: { tone: 'warn', label: 'Questionable' },
  normal: { tone: 'good', label: 'Normal' },
} as const;

export function UserStatus({ user }: { user: Pick<FraudUser, 'is_suspicious' | 'ip_count' | 'device_count'> }) {
  const { tone, label } = classes[classify(user)];
  return <StatusDot tone={tone}>{label}</StatusDot>;
}

export const BlockStatus = ({ blocked }: { blocked: boolean }) =>
  blocked ? <StatusDot tone="bad">Blocked</StatusDot> : <StatusDot tone="good">Active</StatusDot>;

/** The classes of the button that opens a subject's evidence. */
export const evidenceLinkClass = 'row-link -my-1 min-h-6';

/** The day above the time, for narrow columns. */
export function TwoLineTime({ at }: { at: string }) {
  const [day, ...time] = formatDateTime(at).split(', ');
  return (
    <time dateTime={at}>
      <span className="block">{day}</span>
      <span className="block text-xs text-muted">{time.join(', ')}</span>
    </time>
  );
}
