import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

export const outcomeLabels: Record<PostbackOutcome, { label: string; tone: Tone }> = {
  accepted: { label: 'Accepted', tone: 'good' },
  repeat: { label: 'Repeat', tone: 'neutral' },
  pending: { label: 'Pending', tone: 'info' },
  reversed: { label: 'Reversed', tone: 'accent' },
  refused: { label: 'Refused', tone: 'bad' },
  parked: { label: 'Parked', tone: 'warn' },
  ignored: { label: 'Ignored', tone: 'neutral' },
};

/** Labels for the cause of processing a postback. */
export const causeLabels = {
  call: 'On arrival',
  replay: 'Replayed',
  match: 'Matched manually',
  settings: 'Settings changed',
} as const;

/** The outcome of a postback; null while the postback is being processed. */
export const OutcomeDot = ({ outcome }: { outcome: PostbackOutcome | null }) =>
  outcome ? (
    <StatusDot tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</StatusDot>
  ) : (
    <StatusDot tone="info">Being processed</StatusDot>
  );
