import type { CaseRow } from '@inaam/contracts/cases/cases';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { EmailText } from '../../page/email-text.tsx';
import { OutcomeDot } from '../postbacks/parts/postback-outcome.tsx';
import type { CaseState } from './case-search.ts';
import { CaseStatus } from './case-status.tsx';

/** The network's last postback about the click. */
function LastPostback({ calls }: Pick<CaseRow, 'calls'>) {
  const [last] = calls;
  if (!last) return <span className="text-muted">No postbacks</span>;
  return (
    <>
      <OutcomeDot outcome={last.outcome} />
      {last.reason && <span className="block text-xs text-muted">{last.reason}</span>}
    </>
  );
}

export const caseColumns = ({ onOpen }: { onOpen: (row: CaseRow) => void }): Column<CaseRow, CaseState>[] => [
  {
    id: 'user',
    header: 'User',
    className: 'min-w-40 max-w-56',
    cell: (row) => (
      <Link
        to={adminPaths.user}
        params={{ userId: String(row.user_id) }}
        title={row.email}
        className="link wrap-anywhere break-all"
      >
        <EmailText email={row.email} />
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'min-w-24 max-w-48',
    phone: 'end',
    cell: (row) => (
      <>
        <CaseStatus status={row.status} />
        {row.resolution && <span className="wrap-anywhere text-xs text-muted">{row.resolution}</span>}
      </>
    ),
  },
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-44',
    phone: 'below',
    cell: (row) => (
      <>
        <Link
          to={adminPaths.offers}
          search={{ panel: `view-${row.offer_id}` }}
          title={row.title}
          className="row-link py-1! font-normal! wrap-anywhere"
        >
          {row.title}
        </Link>
        <span className="block text-xs wrap-anywhere text-muted">
          {row.network_id === null ? (
            'No network'
          ) : (
            <FilterCell<CaseState> name="network_id" value={String(row.network_id)} label={row.network ?? undefined}>
              {row.network}
            </FilterCell>
          )}{' '}
          · <span className="whitespace-nowrap">{row.external_offer_id}</span>
        </span>
      </>
    ),
  },
  {
    id: 'network',
    header: 'Last postback',
    className: 'min-w-36',
    cell: (row) => <LastPostback calls={row.calls} />,
  },
  {
    id: 'opened',
    header: 'Opened (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (
      <>
        <time dateTime={row.opened_at}>{formatDateTime(row.opened_at)}</time>
        <span className="block text-xs text-muted">
          started <time dateTime={row.clicked_at}>{formatDateTime(row.clicked_at)}</time>
        </span>
      </>
    ),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'belowEnd',
    cell: (row) => (
      <Button small {...opensRecord} onClick={() => onOpen(row)}>
        Evidence
        <span className="sr-only">
          {' '}
          of {row.email} on {row.title}
        </span>
      </Button>
    ),
  },
];
