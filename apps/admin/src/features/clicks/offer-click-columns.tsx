import type { OfferClick } from '@inaam/contracts/clicks/offer-clicks';
import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import { Badge } from '@inaam/ui/badge';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { PersonCell } from '../../lists/person-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';
import { fullName } from '../users/parts/full-name.ts';
import { VoucherCode } from '../vouchers/parts/voucher-code.tsx';
import { Avatar } from './avatar.tsx';
import type { OfferClickState } from './offer-click-search.ts';

const User = ({ row }: { row: OfferClick }) => (
  <span className="flex items-center gap-3">
    <Avatar user={row} />
    <PersonCell
      name={fullName(row)}
      email={row.email}
      renderOpener={(content) => (
        <Link to={adminPaths.user} params={{ userId: String(row.user_id) }} className="block">
          {content}
        </Link>
      )}
    />
  </span>
);

function ClickVoucher({ row }: { row: OfferClick }) {
  if (row.state === null) return <span className="text-muted">Not completed</span>;
  if (!row.spinner_used) {
    return (
      <>
        No voucher won
        <span className="block text-xs">
          <CompletionStatus state={row.state} />
        </span>
      </>
    );
  }
  if (row.voucher_amount === null) {
    return (
      <>
        <FilterCell<OfferClickState> name="conversionStatus" value="no_voucher" ownLine>
          No voucher won
        </FilterCell>
        <span className="block text-xs text-muted">Better luck next time</span>
      </>
    );
  }
  return (
    <>
      <FilterCell<OfferClickState>
        name="conversionStatus"
        value="voucher_won"
        ownLine
        className="font-semibold tabular-nums"
      >
        {formatRupees(row.voucher_amount)}
      </FilterCell>
      <span className="block wrap-anywhere text-xs text-muted" title={row.voucher_brand ?? undefined}>
        {row.state === 'owed' ? <CompletionStatus state={row.state} /> : row.voucher_brand}
      </span>
      <VoucherCode voucher={row} />
    </>
  );
}

export const offerClickColumns: Column<OfferClick, OfferClickState>[] = [
  { id: 'user', header: 'User', sortBy: 'email', className: 'md:min-w-60', cell: (row) => <User row={row} /> },
  {
    id: 'offer',
    header: 'Offer',
    sortBy: 'title',
    className: 'min-w-36 max-w-80',
    phone: 'below',
    cell: (row) => (
      <>
        <FilterCell<OfferClickState>
          name="offer_id"
          value={String(row.offer_id)}
          label={row.title}
          ownLine
          className="wrap-anywhere"
        >
          <Link
            to={adminPaths.offers}
            search={{ panel: `view-${row.offer_id}` }}
            className="row-link py-1! font-normal!"
          >
            {row.title}
          </Link>
        </FilterCell>
        <span className="block text-xs wrap-anywhere text-muted">
          {row.external_offer_id} · {row.category}
        </span>
      </>
    ),
  },
  {
    id: 'click',
    header: 'Click details (IST)',
    sortBy: 'created_at',
    alsoSortBy: { by: 'completed_at', label: 'Completed' },
    className: 'min-w-44',
    cell: (row) => (
      <>
        {row.completion_id === null ? (
          <span className="font-mono text-xs sm:whitespace-nowrap">{row.click_id}</span>
        ) : (
          <Link
            {...opensRecord}
            to={adminPaths.conversion}
            params={{ completionId: String(row.completion_id) }}
            className="row-link py-1.5! font-mono text-xs font-normal! sm:whitespace-nowrap"
          >
            {row.click_id}
          </Link>
        )}
        <time dateTime={row.clicked_at} className="block text-xs whitespace-nowrap text-muted tabular-nums">
          {formatDateTime(row.clicked_at)}
        </time>
        {row.completed_at !== null && (
          <span className="block text-xs text-muted tabular-nums">
            Completed{' '}
            <time dateTime={row.completed_at} className="inline-block whitespace-nowrap">
              {formatDateTime(row.completed_at)}
            </time>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'conversion',
    header: 'Conversion',
    numeric: true,
    sortBy: 'payout_amount',
    phone: 'end',
    cell: (row) =>
      row.payout_amount === null ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="grid justify-items-end gap-1">
          {row.reversed ? (
            <s className="text-muted">{formatRupees(row.payout_amount)}</s>
          ) : (
            formatRupees(row.payout_amount)
          )}
          <span data-second className="flex gap-1">
            {row.reversed && <Badge tone="bad">Reversed</Badge>}
            <FilterCell<OfferClickState>
              name="conversionStatus"
              value={row.spinner_used ? 'spinner_used' : 'spinner_not_used'}
            >
              <Badge tone={row.spinner_used ? 'good' : 'neutral'}>{row.spinner_used ? 'Spun' : 'No Spin'}</Badge>
            </FilterCell>
          </span>
        </span>
      ),
  },
  {
    id: 'voucher',
    header: 'Voucher',
    className: 'min-w-36 pl-6 whitespace-nowrap',
    phone: 'belowEnd',
    cell: (row) => <ClickVoucher row={row} />,
  },
];
