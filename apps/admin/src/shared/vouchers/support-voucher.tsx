import { formatRupees } from '@inaam/contracts/common/format';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { toast } from '@inaam/ui/toaster';
import { trpc } from '../../app/trpc.ts';
import { ReasonDialog } from '../../page/reason-dialog.tsx';

export type WonVoucher = UserProfile['vouchers'][number];
export type SupportKind = 'resend' | 'replace';

const words = {
  resend: {
    title: 'Resend this code?',
    consequence: (winner: string, used: boolean) =>
      `${winner} is shown the same code again in the app.${used ? ' The voucher counts as not used.' : ''}`,
    confirm: 'Resend code',
    busy: 'Resending...',
    failed: 'The code was not resent',
    hint: 'What the winner wrote. Kept in the audit log.',
  },
  replace: {
    title: 'Replace this code?',
    consequence: (winner: string) =>
      `The code is taken back for good, and ${winner} gets another voucher of the same amount from stock.`,
    confirm: 'Replace code',
    busy: 'Replacing...',
    failed: 'The code was not replaced',
    hint: 'Why it did not work. Kept in the audit log, never shown to the winner.',
  },
} as const;

/** Asks before a winner is sent a code again, or gets another one; a failure stays in the question. */
export function SupportVoucher({
  voucher,
  winner,
  kind,
  onClose,
}: {
  voucher: WonVoucher;
  /** The name of who won it. */
  winner: string;
  kind: SupportKind;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const onSuccess = ({ message }: { message: string }) => {
    toast.success(message);
    onClose();
    return utils.admin.invalidate();
  };
  const resend = trpc.admin.vouchers.resend.useMutation({ onSuccess });
  const replace = trpc.admin.vouchers.replace.useMutation({ onSuccess });
  const running = kind === 'resend' ? resend : replace;
  const { voucher_id } = voucher;
  return (
    <ReasonDialog
      {...words[kind]}
      consequence={words[kind].consequence(winner, voucher.status === 'used')}
      danger={kind === 'replace'}
      running={running}
      onConfirm={(reason) => running.mutate({ voucher_id, reason })}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="code">{voucher.voucher_code}</span>
        <span className="block text-muted">
          {voucher.voucher_brand}, {formatRupees(voucher.voucher_amount)}
        </span>
      </p>
    </ReasonDialog>
  );
}
