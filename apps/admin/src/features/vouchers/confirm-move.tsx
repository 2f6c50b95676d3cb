import { formatRupees } from '@inaam/contracts/common/format';
import type { AdminVoucher } from '@inaam/contracts/vouchers/vouchers';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { toast } from '@inaam/ui/toaster';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';

export interface VoucherMove {
  kind: 'expire' | 'reactivate' | 'delete';
  voucher: AdminVoucher;
}

/** The words for one voucher, and for many. */
export const moveWords = {
  expire: {
    title: 'Mark this voucher expired?',
    many: 'No spin will hand them out. They can be reactivated until their expiry date has passed.',
    consequence: 'No spin will hand it out. It can be reactivated until its expiry date has passed.',
    confirm: 'Mark Expired',
    busy: 'Marking...',
    failed: 'Failed to update voucher status',
  },
  reactivate: {
    title: 'Reactivate this voucher?',
    many: 'They go back into stock, or at once to the winners who have waited longest for their amounts.',
    consequence: 'It goes back into stock, or at once to the winner who has waited longest for this amount.',
    confirm: 'Reactivate',
    busy: 'Reactivating...',
    failed: 'Failed to update voucher status',
  },
  delete: {
    title: 'Delete this voucher?',
    many: 'The codes leave the stock for good.',
    consequence: 'The code leaves the stock for good.',
    confirm: 'Delete',
    busy: 'Deleting...',
    failed: 'Failed to delete voucher',
  },
} as const;

/** Asks before a voucher's status is changed or the voucher deleted; a failure stays in the question. */
export function ConfirmMove({ move: { kind, voucher }, onClose }: { move: VoucherMove; onClose: () => void }) {
  const utils = trpc.useUtils();
  const onSuccess = ({ message }: { message: string }) => {
    toast.success(message);
    onClose();
    return utils.admin.invalidate();
  };
  const setStatus = trpc.admin.vouchers.setStatus.useMutation({ onSuccess });
  const remove = trpc.admin.vouchers.delete.useMutation({ onSuccess });
  const running = kind === 'delete' ? remove : setStatus;
  const { voucher_id } = voucher;
  const { title, consequence, confirm, busy, failed } = moveWords[kind];

  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger={kind !== 'reactivate'}
      title={title}
      description={consequence}
      confirmLabel={confirm}
      busyLabel={busy}
      busy={running.isPending}
      onConfirm={() => {
        if (kind === 'delete') remove.mutate({ voucher_id });
        else setStatus.mutate({ voucher_id, status: kind === 'expire' ? 'expired' : 'available' });
      }}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="code">{voucher.voucher_code}</span>
        <span className="block text-muted">
          {voucher.voucher_brand}, {formatRupees(voucher.voucher_amount)}
        </span>
      </p>
      {running.error && (
        <Banner tone="error" title={failed} onDismiss={running.reset} className="mt-3">
          {errorText(running.error, 'Please try again.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
