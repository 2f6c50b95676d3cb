import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { type AdminVoucher, voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { useIsAllowed } from '../../app/allowed.tsx';
import { formatDay } from '../../app/days.ts';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { findWord } from '../../lists/filters.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { EmailText } from '../../page/email-text.tsx';
import type { VoucherChange } from './confirm-voucher-change.tsx';
import { RevealableCode } from './parts/revealable-code.tsx';
import { statuses, typeName } from './voucher-names.ts';
import type { VoucherState } from './voucher-search.ts';

/** Actions on a voucher without an owner. */
function VoucherRowActions({
  voucher,
  today,
  onChange,
}: {
  voucher: AdminVoucher;
  /** Today in Indian time, `YYYY-MM-DD`. */
  today: string;
  onChange: (change: VoucherChange) => void;
}) {
  const isAllowed = useIsAllowed();
  const { status, expiry_date } = voucher;
  const item = (kind: VoucherChange['kind'], label: string) =>
    isAllowed(kind === 'delete' ? 'admin.vouchers.delete' : 'admin.vouchers.setStatus') && {
      id: kind,
      label,
      danger: kind === 'delete',
      onSelect: () => onChange({ kind, voucher }),
    };
  return (
    <RowMenu
      rowName={`voucher ${voucher.voucher_code}`}
      items={[
        status === 'available' && item('expire', 'Mark Expired'),
        // The server refuses to reactivate a voucher past its expiry date.
        status === 'expired' && expiry_date >= today && item('reactivate', 'Reactivate'),
        (status === 'available' || status === 'expired') && item('delete', 'Delete'),
      ]}
    />
  );
}

/** @param today in Indian time, `YYYY-MM-DD` */
export const voucherColumns = (
  today: string,
  onChange: (change: VoucherChange) => void,
): Column<AdminVoucher, VoucherState>[] => [
  {
    id: 'code',
    header: 'Code',
    cell: (voucher) => <RevealableCode voucher={voucher} />,
  },
  {
    id: 'brand',
    header: 'Brand',
    sortBy: 'voucher_brand',
    alsoSortBy: { by: 'voucher_type', label: 'Type' },
    phone: 'below',
    cell: (voucher) => (
      <>
        <FilterCell<VoucherState> name="brand" value={voucher.voucher_brand} ownLine>
          {voucher.voucher_brand}
        </FilterCell>
        {typeName(voucher.voucher_type) !== voucher.voucher_brand && (
          <FilterCell<VoucherState>
            name="voucher_type"
            value={findWord(voucherTypes, voucher.voucher_type)}
            ownLine
            className="text-xs text-muted"
          >
            {typeName(voucher.voucher_type)}
          </FilterCell>
        )}
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    numeric: true,
    sortBy: 'voucher_amount',
    phone: 'end',
    cell: (voucher) => formatRupees(voucher.voucher_amount),
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: 'status',
    phone: 'belowEnd',
    cell: ({ status }) => (
      <FilterCell<VoucherState> name="status" value={status}>
        <StatusDot tone={statuses[status].tone}>{statuses[status].label}</StatusDot>
      </FilterCell>
    ),
  },
  {
    id: 'expiry',
    header: 'Expiry',
    numeric: true,
    sortBy: 'expiry_date',
    cell: ({ expiry_date }) => (
      <>
        <span className="block">{formatDay(expiry_date)}</span>
        {expiry_date < today ? (
          <span className="block text-xs text-bad">Expired</span>
        ) : (
          <span className="block text-xs text-muted">Valid</span>
        )}
      </>
    ),
  },
  {
    id: 'assigned',
    header: 'Assigned to',
    className: 'min-w-44',
    sortBy: 'assigned_at',
    cell: ({ assigned_to_user_id, assigned_to_email, assigned_at }) =>
      assigned_to_email ? (
        <>
          <FilterCell name="search" value={assigned_to_email} ownLine className="wrap-anywhere">
            <Link
              to={adminPaths.user}
              params={{ userId: String(assigned_to_user_id) }}
              className="row-link py-1! font-normal!"
            >
              <EmailText email={assigned_to_email} />
            </Link>
          </FilterCell>
          {assigned_at && <span className="block text-xs text-muted">{formatDateTime(assigned_at)} IST</span>}
        </>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'created',
    header: 'Created',
    numeric: true,
    sortBy: 'created_at',
    cell: (voucher) => formatDate(voucher.created_at),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'side',
    className: 'w-0',
    cell: (voucher) => <VoucherRowActions voucher={voucher} today={today} onChange={onChange} />,
  },
];
