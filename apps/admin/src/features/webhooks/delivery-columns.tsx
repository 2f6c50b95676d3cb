import type { DeliveryRow } from '@inaam/contracts/webhooks/webhooks';
import type { Tone } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { StatusDot } from '@inaam/ui/status-dot';
import type { Column } from '../../lists/columns.ts';
import { opensRecord } from '../../lists/row-keys.ts';
import { Timestamp } from '../../page/timestamp.tsx';
import { getEventLabel, statusWords, type WebhookState } from './webhook-search.ts';

const tones: Record<DeliveryRow['status'], Tone> = { queued: 'info', delivered: 'good', failed: 'bad' };

/** A delivery's status, with the time of the next attempt if another attempt is planned. */
export const DeliveryStatus = ({ row }: { row: Pick<DeliveryRow, 'status' | 'attempts' | 'due_at'> }) => (
  <>
    <StatusDot tone={tones[row.status]}>{statusWords[row.status]}</StatusDot>
    {row.due_at !== null && row.attempts > 0 && (
      <span className="block text-xs text-muted sm:pl-4">
        attempt {row.attempts + 1} on <Timestamp at={row.due_at} />
      </span>
    )}
  </>
);

export const deliveryColumns = ({
  onOpen,
}: {
  onOpen: (row: DeliveryRow) => void;
}): Column<DeliveryRow, WebhookState>[] => [
  {
    id: 'kind',
    header: 'Event',
    className: 'min-w-52',
    cell: ({ kind, event_id }) => (
      <>
        {getEventLabel(kind)}
        <span className="code block text-xs wrap-anywhere text-muted">{event_id}</span>
      </>
    ),
  },
  {
    id: 'endpoint',
    header: 'To',
    className: 'min-w-32',
    phone: 'below',
    cell: ({ endpoint }) => <span className="wrap-anywhere">{endpoint}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'min-w-32',
    phone: 'end',
    cell: (row) => <DeliveryStatus row={row} />,
  },
  {
    id: 'problem',
    header: 'Last response',
    className: 'min-w-36 max-w-md',
    cell: ({ problem, last_status }) =>
      problem ?? (last_status === null ? <span className="text-muted">–</span> : last_status),
  },
  { id: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
  {
    id: 'at',
    header: 'Created',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ at }) => <Timestamp at={at} />,
  },
  {
    id: 'open',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'belowEnd',
    cell: (row) => (
      <Button small {...opensRecord} onClick={() => onOpen(row)}>
        Open
        <span className="sr-only">
          {' '}
          {row.event_id} to {row.endpoint}
        </span>
      </Button>
    ),
  },
];
