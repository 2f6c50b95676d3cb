import type { CaseRow } from '@inaam/contracts/cases/cases';
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
