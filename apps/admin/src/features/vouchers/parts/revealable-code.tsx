import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { toast } from '@inaam/ui/toaster';
import { Eye } from 'lucide-react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { isPendingApproval } from '../../../app/pending-approval.ts';
import { trpc } from '../../../app/trpc.ts';

/**
 * A masked code with its PIN, and a button that reveals both. The audit log records the reveal. Code and PIN are masked
 * again when the row leaves the screen.
 */
export function RevealableCode({
  voucher: { voucher_id, voucher_code, voucher_pin },
}: {
  voucher: { voucher_id: number; voucher_code: string; voucher_pin: string | null };
}) {
  const reveal = trpc.admin.vouchers.reveal.useMutation({
    onError: (error) => {
      if (isPendingApproval(error)) return;
      toast.error(getErrorText(error, 'The code could not be revealed. Please try again.'));
    },
  });
  const { data } = reveal;
  const pin = data ? data.voucher_pin : voucher_pin;
  return (
    <span className="grid justify-items-start">
      <span className="flex items-center gap-2 whitespace-nowrap max-sm:flex-wrap max-sm:gap-x-1">
        {/* Long codes wrap instead of widening the list. */}
        <span className={cx('code', data && 'min-w-0 max-w-56 wrap-anywhere whitespace-normal')}>
          {data?.voucher_code ?? voucher_code}
        </span>
        {data ? (
          <CopyButton variant="quiet" value={data.voucher_code} what="voucher code" />
        ) : (
          <Allowed to="admin.vouchers.reveal">
            <Button
              small
              variant="quiet"
              // On a phone the button is an icon, as high as the text of its row.
              className="max-sm:-my-2.5 max-sm:px-3"
              icon={<Eye aria-hidden className="size-4 sm:hidden" />}
              busy={reveal.isPending}
              onClick={() => reveal.mutate({ voucher_id })}
            >
              <span className="max-sm:sr-only">Reveal</span>
              <span className="sr-only"> {voucher_code}</span>
            </Button>
          </Allowed>
        )}
      </span>
      {pin !== null && (
        <span data-second className="flex items-center gap-2 text-sm whitespace-nowrap">
          <span className="text-muted">PIN</span>
          <span className="code">{pin}</span>
          {data && <CopyButton variant="quiet" value={pin} what="PIN" />}
        </span>
      )}
    </span>
  );
}
