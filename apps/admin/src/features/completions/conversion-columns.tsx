import { formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Conversion } from '@inaam/contracts/completions/conversions';
import { Badge } from '@inaam/ui/badge';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { EmailText } from '../../page/email-text.tsx';
import { VoucherCode } from '../vouchers/parts/voucher-code.tsx';
import type { ConversionState } from './conversion-search.ts';
import { CompletionStatus } from './parts/completion-status.tsx';

function ConversionVoucher({ row }: { row: Conversion }) {
  if (!row.voucher_won) return <span className="text-muted">–</span>;
  return (
    <>
      <span className="block wrap-anywhere tabular-nums" title={row.voucher_brand ?? undefined}>
        {formatRupees(row.voucher_amount ?? 0)} {row.voucher_brand}
      </span>
      {row.voucher_code ? (
        <VoucherCode voucher={row} />
      ) : (
        <span className="block text-xs text-muted">Waiting for stock</span>
      )}
    </>
  );
}

export const conversionColumns: Column<Conversion, ConversionState>[] = [
  {
    id: 'completed',
    header: 'Completed (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (
      <Link
        {...opensRecord}
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
    className: 'min-w-52 max-w-80',
    phone: 'below',
    cell: (row) => (
      <FilterCell name="search" value={row.email} ownLine className="wrap-anywhere">
        <Link to={adminPaths.user} params={{ userId: String(row.user_id) }} className="row-link py-1! font-normal!">
          <EmailText email={row.email} />
        </Link>
      </FilterCell>
    ),
  },
  {
    id: 'offer',
    header: 'Offer',
    className: 'min-w-40 max-w-80',
    cell: (row) => (
      <FilterCell<ConversionState>
        name="offer_id"
        value={String(row.offer_id)}
        label={row.title}
        ownLine
        className="wrap-anywhere"
      >
        <Link to={adminPaths.offers} search={{ panel: `view-${row.offer_id}` }} className="row-link py-1! font-normal!">
          {row.title}
        </Link>
      </FilterCell>
    ),
  },
  {
    id: 'payout',
    header: 'Payout',
    numeric: true,
    phone: 'end',
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
            {formatRupees(row.revenue_amount)} with {formatPlural(row.goals.length, 'further payment')}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'outcome',
    header: 'State',
    phone: 'belowEnd',
    cell: (row) => (
      <FilterCell<ConversionState> name="state" value={row.state}>
        <CompletionStatus state={row.state} />
      </FilterCell>
    ),
  },
  { id: 'voucher', header: 'Voucher', className: 'whitespace-nowrap', cell: (row) => <ConversionVoucher row={row} /> },
];
