import { formatRupees } from '@inaam/contracts/common/format';
import type { AdminVoucher } from '@inaam/contracts/vouchers/vouchers';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';

/** A change of a voucher's status, or its deletion. */
export interface VoucherChange {
  kind: 'expire' | 'reactivate' | 'delete';
  voucher: AdminVoucher;
}

/** The texts of each change, for one voucher and for several. */
export const changeWords = {
  expire: {
    title: 'Mark this voucher expired?',
    many: 'No spin will win them. They can be reactivated until their expiry date.',
    consequence: 'No spin will win it. It can be reactivated until its expiry date.',
    confirm: 'Mark Expired',
    busy: 'Marking...',
    failed: 'Failed to update voucher status',
  },
  reactivate: {
    title: 'Reactivate this voucher?',
    many: 'They return to stock, or go at once to the winners who have waited longest for their amounts.',
    consequence: 'It returns to stock, or goes at once to the winner who has waited longest for this amount.',
    confirm: 'Reactivate',
    busy: 'Reactivating...',
    failed: 'Failed to update voucher status',
  },
  delete: {
    title: 'Delete this voucher?',
    many: 'The codes are removed from the stock permanently.',
    consequence: 'The code is removed from the stock permanently.',
    confirm: 'Delete',
    busy: 'Deleting...',
    failed: 'Failed to delete voucher',
  },
} as const;

/** Asks for confirmation before a voucher's status changes or the voucher is deleted. The dialog shows a failure. */
export function ConfirmVoucherChange({
  change: { kind, voucher },
  onClose,
}: {
  change: VoucherChange;
  onClose: () => void;
}) {
  const mutationOptions = useSuccessToast<{ message: string }>(onClose, getMessage);
  const setStatus = trpc.admin.vouchers.setStatus.useMutation(mutationOptions);
  const remove = trpc.admin.vouchers.delete.useMutation(mutationOptions);
  const { voucher_id } = voucher;
  const { many: _, ...words } = changeWords[kind];
  return (
    <ConfirmDialog
      {...words}
      danger={kind !== 'reactivate'}
      mutation={kind === 'delete' ? remove : setStatus}
      onConfirm={() => {
        if (kind === 'delete') remove.mutate({ voucher_id });
        else setStatus.mutate({ voucher_id, status: kind === 'expire' ? 'expired' : 'available' });
      }}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="code">{voucher.voucher_code}</span>
        <span className="block text-muted">
          {voucher.voucher_brand}, {formatRupees(voucher.voucher_amount)}
        </span>
      </p>
    </ConfirmDialog>
  );
}
