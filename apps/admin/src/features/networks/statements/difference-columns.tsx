import { formatCount, formatExactRupees, formatMoney } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Difference } from '@inaam/contracts/networks/statements';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../app/days.ts';
import type { Column } from '../../../lists/columns.ts';
import { FilterCell } from '../../../lists/filter-cell.tsx';
import type { StatementState } from './statement-search.ts';
import { differenceWords } from './statement-words.ts';

/**
 * The ledger's or the statement's side of a difference: the amount in its currency and in rupees, status and goal.
 */
function Side({
  amount,
  currency,
  rupees,
  status,
  goal,
}: {
  amount: string | null;
  currency: string | null;
  rupees: number | null;
  status: string | null;
  goal: string | null;
}) {
  if (amount === null || currency === null) return <span className="text-muted">–</span>;
  return (
    <>
      {formatMoney(amount, currency)}
      {currency !== 'INR' && rupees !== null && (
        <span className="block text-xs text-muted">{formatExactRupees(rupees)}</span>
      )}
      {status && status !== 'approved' && <span className="block text-xs text-bad capitalize">{status}</span>}
      {goal && <span className="block text-xs text-muted wrap-anywhere">Goal {goal}</span>}
    </>
  );
}

/** The classes of the link to the inbox that shows only the postbacks of a transaction. */
const postbacksLink =
  'code inline-block py-1 text-xs wrap-anywhere underline decoration-edge decoration-dotted underline-offset-4';

export const differenceColumns: Column<Difference, StatementState>[] = [
  {
    id: 'difference',
    header: 'Difference',
    className: 'min-w-44 max-w-72',
    cell: ({ kind, reason, accepted_at, accepted_by, accepted_reason }) => (
      <>
        <FilterCell<StatementState> name="difference" value={kind}>
          <StatusDot tone={differenceWords[kind].tone}>{differenceWords[kind].label}</StatusDot>
        </FilterCell>
        <span className="block text-xs text-muted wrap-anywhere">{reason ?? differenceWords[kind].hint}</span>
        {accepted_at && (
          <span className="block text-xs wrap-anywhere">
            Accepted by {accepted_by} on {formatDateTime(accepted_at)}: {accepted_reason}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'day',
    header: 'Day',
    className: 'whitespace-nowrap',
    cell: ({ day, line }) => (
      <>
        <FilterCell<StatementState> name="day" value={day}>
          {formatDay(day)}
        </FilterCell>
        <span className="block text-xs text-muted">
          {line === null ? 'Not in the file' : `Line ${formatCount(line)}`}
        </span>
      </>
    ),
  },
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-32 max-w-44',
    cell: ({ offer }) =>
      offer === '' ? <span className="text-muted">–</span> : <span className="wrap-anywhere">{offer}</span>,
  },
  {
    id: 'transaction',
    header: 'Transaction',
    className: 'min-w-28 max-w-40',
    phone: 'below',
    cell: ({ transaction_id }) => (
      <Link
        from={adminPaths.network}
        to="."
        search={{ tab: 'inbox', search: transaction_id }}
        resetScroll={false}
        preload={false}
        className={postbacksLink}
      >
        {transaction_id}
      </Link>
    ),
  },
  {
    id: 'network',
    header: 'Network',
    numeric: true,
    phone: 'end',
    cell: (row) => (
      <Side
        amount={row.their_amount}
        currency={row.their_currency}
        rupees={row.their_rupees}
        status={row.their_status}
        goal={row.their_goal}
      />
    ),
  },
  {
    id: 'ledger',
    header: 'Ledger',
    numeric: true,
    phone: 'belowEnd',
    cell: (row) => (
      <>
        <Side
          amount={row.our_amount}
          currency={row.our_currency}
          rupees={row.our_rupees}
          status={row.our_status}
          goal={row.our_goal}
        />
        {row.our_at && <span className="block text-xs text-muted">{formatDateTime(row.our_at)}</span>}
      </>
    ),
  },
];
