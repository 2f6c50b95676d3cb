import type { CaseRow } from '@inaam/contracts/cases';
import { formatDateTime } from '@inaam/contracts/time';
import { Button } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { CallOutcome, CaseStatus } from './case-status.tsx';

/** What the network said last of the click. */
function LastCall({ calls }: Pick<CaseRow, 'calls'>) {
  const [last] = calls;
  if (!last) return <span className="text-muted">Nothing received</span>;
  return (
    <>
      <CallOutcome outcome={last.outcome} />
      {last.reason && <span className="block text-xs text-muted">{last.reason}</span>}
    </>
  );
}

/** The columns of cases. */
export const caseColumns = ({ onOpen }: { onOpen: (row: CaseRow) => void }): Column<CaseRow>[] => [
  {
    id: 'opened',
    header: 'Opened (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => <time dateTime={row.opened_at}>{formatDateTime(row.opened_at)}</time>,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'min-w-32',
    cell: (row) => (
      <>
        <CaseStatus status={row.status} />
        {row.resolution && <span className="line-clamp-2 text-xs text-muted">{row.resolution}</span>}
      </>
    ),
  },
  {
    id: 'user',
    header: 'User',
    className: 'min-w-40',
    cell: (row) => (
      <Link to={paths.user} params={{ userId: String(row.user_id) }} className="link wrap-anywhere">
        {row.email}
      </Link>
    ),
  },
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-48',
    cell: (row) => (
      <>
        <span className="line-clamp-2">{row.title}</span>
        <span className="block text-xs wrap-anywhere text-muted">
          {row.network_id === null ? (
            'No network'
          ) : (
            <FilterCell name="network_id" value={String(row.network_id)}>
              {row.network}
            </FilterCell>
          )}{' '}
          · {row.external_offer_id}
        </span>
      </>
    ),
  },
  {
    id: 'started',
    header: 'Started (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => <time dateTime={row.clicked_at}>{formatDateTime(row.clicked_at)}</time>,
  },
  { id: 'network', header: 'Network said', className: 'min-w-40', cell: (row) => <LastCall calls={row.calls} /> },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    cell: (row) => (
      <Button small onClick={() => onOpen(row)}>
        Evidence
        <span className="sr-only">
          {' '}
          of {row.email} on {row.title}
        </span>
      </Button>
    ),
  },
];
