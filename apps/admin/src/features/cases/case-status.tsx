import type { CaseRow } from '@inaam/contracts/cases';
import type { PostbackOutcome } from '@inaam/contracts/networks';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

const statuses: Record<CaseRow['status'], { tone: Tone; word: string }> = {
  open: { tone: 'warn', word: 'Open' },
  credited: { tone: 'good', word: 'Credited' },
  closed: { tone: 'neutral', word: 'Closed' },
};

export const CaseStatus = ({ status }: Pick<CaseRow, 'status'>) => (
  <StatusDot tone={statuses[status].tone}>{statuses[status].word}</StatusDot>
);

const outcomes: Record<PostbackOutcome, { tone: Tone; word: string }> = {
  accepted: { tone: 'good', word: 'Accepted' },
  repeat: { tone: 'neutral', word: 'Repeat' },
  pending: { tone: 'info', word: 'Pending' },
  reversed: { tone: 'bad', word: 'Reversed' },
  refused: { tone: 'bad', word: 'Refused' },
  parked: { tone: 'warn', word: 'Parked' },
  ignored: { tone: 'neutral', word: 'Ignored' },
};

/** What became of a call; null while it is being judged. */
export function CallOutcome({ outcome }: { outcome: PostbackOutcome | null }) {
  const { tone, word } = outcome === null ? ({ tone: 'info', word: 'Being judged' } as const) : outcomes[outcome];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
