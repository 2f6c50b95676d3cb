import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { toast } from '@inaam/ui/toaster';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { formatDay } from '../../../app/days.ts';
import { trpc } from '../../../app/trpc.ts';
import { ConfirmDialog, reasonField } from '../../../page/confirm-dialog.tsx';
import { ShowMore } from '../../../page/show-more.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';
import { RevealableCode } from './revealable-code.tsx';
import { VoucherCode } from './voucher-code.tsx';

const statuses: Record<string, { tone: 'good' | 'neutral' | 'bad'; label: string }> = {
  assigned: { tone: 'good', label: 'Assigned' },
  used: { tone: 'neutral', label: 'Used' },
  expired: { tone: 'bad', label: 'Expired' },
};

function Status({ voucher: { status, withdrawn_at } }: { voucher: WonVoucher }) {
  if (withdrawn_at) return <StatusDot tone="bad">Withdrawn</StatusDot>;
  const { tone, label } = statuses[status] ?? { tone: 'neutral', label: status };
  return <StatusDot tone={tone}>{label}</StatusDot>;
}

/** The voucher's withdrawal, or the last notice to the winner and when the winner saw it. */
function History({ voucher }: { voucher: WonVoucher }) {
  const { notice, notice_seen_at, withdrawn_at, withdrawn_reason } = voucher;
  return (
    <>
      {withdrawn_at && (
        <p className="text-sm wrap-anywhere">
          Withdrawn <Timestamp at={withdrawn_at} />
          {withdrawn_reason && `: ${withdrawn_reason}`}
        </p>
      )}
      {notice && !withdrawn_at && (
        <p className="text-sm text-muted">
          {notice === 'resent' ? 'Resent' : 'Replaces a code that did not work'};{' '}
          {notice_seen_at ? (
            <>
              seen <Timestamp at={notice_seen_at} />
            </>
          ) : (
            'not seen yet'
          )}
        </p>
      )}
    </>
  );
}

function WonVoucher({
  voucher,
  linked,
  onSupport,
}: {
  voucher: WonVoucher;
  linked: boolean;
  onSupport: (kind: SupportKind) => void;
}) {
  const name = `${formatRupees(voucher.voucher_amount)} ${voucher.voucher_brand}`;
  const support = (kind: SupportKind, label: string) => (
    <Allowed to={`admin.vouchers.${kind}`}>
      <Button small onClick={() => onSupport(kind)}>
        {label}
        <span className="sr-only"> {voucher.voucher_code}</span>
      </Button>
    </Allowed>
  );
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className={cx('font-semibold tabular-nums', voucher.withdrawn_at && 'text-muted line-through')}>
            {name}
          </span>
          <Status voucher={voucher} />
        </p>
        <RevealableCode voucher={voucher} />
        <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          {voucher.assigned_at && (
            <span>
              Issued <Timestamp at={voucher.assigned_at} />
            </span>
          )}
          <span>Valid until {formatDay(voucher.expiry_date)}</span>
          {linked && (
            <Link
              to={adminPaths.conversion}
              params={{ completionId: String(voucher.completion_id) }}
              className="link py-1 print:hidden"
              aria-label={`Conversion of ${name}`}
            >
              Conversion
            </Link>
          )}
        </p>
        <History voucher={voucher} />
      </div>
      {!voucher.withdrawn_at && (
        <div className="flex flex-wrap gap-2">
          {support('resend', 'Resend code')}
          {support('replace', 'Replace code')}
        </div>
      )}
    </li>
  );
}

/** Won vouchers, with actions for support. */
export function WonVouchers({
  vouchers,
  winner,
  linked = false,
  startsOpen = false,
}: {
  vouchers: readonly WonVoucher[];
  /** The winner's name. */
  winner: string;
  /** Whether each voucher links to its conversion. */
  linked?: boolean;
  /** Opens the confirmation that resends a code at once, if exactly one voucher is not withdrawn. */
  startsOpen?: boolean;
}) {
  const validVouchers = vouchers.filter(({ withdrawn_at }) => !withdrawn_at);
  const [openDialog, setOpenDialog] = useState<{ voucher: WonVoucher; kind: SupportKind } | undefined>(
    startsOpen && validVouchers[0] && validVouchers.length === 1
      ? { voucher: validVouchers[0], kind: 'resend' }
      : undefined,
  );
  return (
    <>
      <ShowMore items={vouchers} what="vouchers">
        {(shown) => (
          <ul className="grid">
            {shown.map((voucher) => (
              <WonVoucher
                key={voucher.voucher_id}
                voucher={voucher}
                linked={linked}
                onSupport={(kind) => setOpenDialog({ voucher, kind })}
              />
            ))}
          </ul>
        )}
      </ShowMore>
      {openDialog && <SupportVoucher {...openDialog} winner={winner} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}

type WonVoucher = UserProfile['vouchers'][number];
type SupportKind = 'resend' | 'replace';

const words = {
  resend: {
    title: 'Resend this code?',
    consequence: (winner: string, used: boolean) =>
      `${winner} is shown the same code again in the app.${used ? ' The voucher counts as unused.' : ''}`,
    confirm: 'Resend code',
    busy: 'Resending...',
    failed: 'The code was not resent',
    hint: 'What the winner reported. Stored in the audit log.',
  },
  replace: {
    title: 'Replace this code?',
    consequence: (winner: string) =>
      `The code is withdrawn permanently, and ${winner} gets another voucher of the same amount from stock.`,
    confirm: 'Replace code',
    busy: 'Replacing...',
    failed: 'The code was not replaced',
    hint: 'Why it did not work. Stored in the audit log, never shown to the winner.',
  },
} as const;

/** Asks for confirmation before a winner's code is resent or replaced. The dialog shows a failure. */
function SupportVoucher({
  voucher,
  winner,
  kind,
  onClose,
}: {
  voucher: WonVoucher;
  /** The winner's name. */
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
    <ConfirmDialog
      {...words[kind]}
      note={reasonField(words[kind].hint)}
      consequence={words[kind].consequence(winner, voucher.status === 'used')}
      danger={kind === 'replace'}
      draft={`${kind}-${voucher_id}`}
      mutation={running}
      onConfirm={(reason) => running.mutate({ voucher_id, reason })}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <VoucherCode voucher={voucher} className="text-base!" />
        <span className="block text-muted">
          {voucher.voucher_brand}, {formatRupees(voucher.voucher_amount)}
        </span>
      </p>
    </ConfirmDialog>
  );
}
