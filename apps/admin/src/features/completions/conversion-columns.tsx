import { formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Conversion } from '@inaam/contracts/completions/conversions';
import { Badge } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { obstacleOf, SpinOutcome } from '../../shared/spins/spin-status.tsx';
import type { ConversionState } from './conversion-search.ts';

/** What came of the spin, in a word. */
function ConversionOutcome({ row }: { row: Conversion }) {
  if (row.owed) return <StatusDot tone="warn">Won, owed</StatusDot>;
  if (row.voucher_won) return <StatusDot tone="good">Won</StatusDot>;
  if (row.spinner_used) return <StatusDot tone="neutral">No win</StatusDot>;
  const status = row.reversed ? 'reversed' : row.pending ? 'pending' : 'approved';
  return <SpinOutcome outcome="waiting" obstacle={obstacleOf(status, row.held_until)} />;
}

function ConversionVoucher({ row }: { row: Conversion }) {
  if (!row.voucher_won) return <span className="text-muted">–</span>;
  return (
    <>
      <span className="block max-w-48 truncate tabular-nums" title={row.voucher_brand ?? undefined}>
        {formatRupees(row.voucher_amount ?? 0)} {row.voucher_brand}
      </span>
      {row.voucher_code ? (
        <span className="code block text-xs">{row.voucher_code}</span>
      ) : (
        <span className="block text-xs text-muted">Waits for stock</span>
      )}
    </>
  );
}

/** The conversion list's columns. */
export const conversionColumns: Column<Conversion, ConversionState>[] = [
  {
    id: 'completed',
    header: 'Completed (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (
      <Link
        to={adminPaths.conversion}
        params={{ completionId: String(row.completion_id) }}
        className="row-link font-normal!"
        aria-label={`Conversion of ${formatDateTime(row.completed_at)}`}
      >
        <time dateTime={row.completed_at}>{formatDateTime(row.completed_at)}</time>
      </Link>
    ),
  },
  {
    id: 'user',
    header: 'User',
    cell: (row) => (
      <FilterCell name="search" value={row.email} className="block w-fit max-w-64 truncate 2xl:max-w-80">
        {row.email}
      </FilterCell>
    ),
  },
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-40 max-w-80',
    cell: (row) => (
      <FilterCell<ConversionState> name="offer" value={row.external_offer_id} className="line-clamp-2">
        {row.title}
      </FilterCell>
    ),
  },
  {
    id: 'payout',
    header: 'Payout',
    numeric: true,
    cell: (row) => (
      <>
        {row.reversed ? (
          <span className="inline-flex items-center gap-2">
            <Badge tone="bad">Reversed</Badge>
            <s className="text-muted">{formatRupees(row.payout_amount)}</s>
          </span>
        ) : (
          formatRupees(row.payout_amount)
        )}
        {row.goals.length > 0 && (
          <span className="block text-xs text-muted">
            {formatRupees(row.revenue_amount)} with {formatPlural(row.goals.length, 'goal')}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'outcome',
    header: 'Spin',
    cell: (row) => {
      // Lost means spun and lost: who has not spun yet has not lost.
      if (!row.voucher_won && !row.spinner_used) return <ConversionOutcome row={row} />;
      return (
        <FilterCell<ConversionState> name="voucherFilter" value={row.voucher_won ? 'won' : 'lost'}>
          <ConversionOutcome row={row} />
        </FilterCell>
      );
    },
  },
  { id: 'voucher', header: 'Voucher', className: 'whitespace-nowrap', cell: (row) => <ConversionVoucher row={row} /> },
];
