import { formatRupees } from '@inaam/contracts/common/format';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Badge } from '@inaam/ui/badge';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { expiryOf } from './expiry.ts';

/** A voucher that was won: code, expiry and terms, and what can be done with it. */
export function Voucher({ voucher, now }: { voucher: NonNullable<CompletionView['voucher']>; now: Date }) {
  const expiry = expiryOf(voucher.expiry_date, now);
  const status = voucher.status === 'used' ? 'Used' : expiry.daysLeft < 0 ? 'Expired' : undefined;
  // Never broken before the amount.
  const name = `${voucher.brand}\u00a0·\u00a0${formatRupees(voucher.amount)}`;
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} tabIndex={-1} className="mt-auto grid grid-cols-1 gap-3 rounded-control bg-sunken p-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm font-semibold">{name}</p>
          <p className={cx('code mt-1', status ? 'text-muted line-through' : 'font-semibold')}>{voucher.code}</p>
        </div>
        {status && <Badge>{status}</Badge>}
      </div>
      <p className={cx('text-sm', expiry.near && !status ? 'font-semibold text-warn' : 'text-muted')}>{expiry.text}</p>
      {voucher.description && <p className="text-sm text-muted">{voucher.description}</p>}
      {voucher.terms && (
        <details className="text-sm text-muted">
          <summary className="link">Terms</summary>
          <p className="mt-1 whitespace-pre-line">{voucher.terms}</p>
        </details>
      )}
      {!status && (
        <div className="grid auto-cols-fr grid-flow-col gap-2">
          <CopyButton value={voucher.code} what="voucher code" small={false} block />
          <ShareButton name={name} code={voucher.code} until={expiry.text} />
        </div>
      )}
      {voucher.status === 'assigned' && (
        <MarkUsed
          voucherId={voucher.voucher_id}
          name={name}
          // The dialog gives the focus back to its button, which is gone by then: after that, the voucher takes it.
          onUsed={() => requestAnimationFrame(() => setTimeout(() => box.current?.focus({ preventScroll: true })))}
        />
      )}
    </div>
  );
}

/** Nothing where the device cannot share. */
function ShareButton({ name, code, until }: { name: string; code: string; until: string }) {
  if (typeof navigator.share !== 'function') return null;
  // Closing the device's own sheet is an answer, too.
  const share = () => void navigator.share({ title: name, text: `${name}\n${code}\n${until}` }).catch(() => undefined);
  return (
    <Button block onClick={share} icon={<Share2 aria-hidden className="size-4" />}>
      Share<span className="sr-only"> {name}</span>
    </Button>
  );
}

/** Asks first, since it cannot be taken back. */
function MarkUsed({ voucherId, name, onUsed }: { voucherId: number; name: string; onUsed: () => void }) {
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const markUsed = trpc.user.vouchers.markUsed.useMutation({
    onMutate: () => setFailure(undefined),
    onSuccess: async () => {
      await utils.user.insights.stats.invalidate();
      setAsking(false);
      onUsed();
    },
    onError: (error) => setFailure(messageOf(error, 'Failed to update voucher status')),
  });
  return (
    <>
      <Button block onClick={() => setAsking(true)}>
        Mark as used
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          setFailure(undefined);
        }}
        title={`Mark “${name}” as used?`}
        description="Its code is struck out here. This cannot be undone."
        confirmLabel="Mark as used"
        busy={markUsed.isPending}
        busyLabel="Marking..."
        onConfirm={() => markUsed.mutate({ voucher_id: voucherId })}
      >
        {failure && <Banner tone="error" title={failure} onDismiss={() => setFailure(undefined)} />}
      </AlertDialog>
    </>
  );
}
