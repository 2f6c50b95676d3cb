import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { toast } from '@inaam/ui/toaster';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { isPendingApproval } from '../../../app/pending-approval.ts';
import { trpc } from '../../../app/trpc.ts';

/** A masked code. Revealing it is audited, and lasts while the row is on the screen. */
export function RevealedCode({
  voucher: { voucher_id, voucher_code: masked },
}: {
  voucher: { voucher_id: number; voucher_code: string };
}) {
  const reveal = trpc.admin.vouchers.reveal.useMutation({
    onError: (error) => {
      if (isPendingApproval(error)) return;
      toast.error(getErrorText(error, 'The code could not be revealed. Please try again.'));
    },
  });
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {/* Long codes wrap instead of widening the list. */}
      <span className={cx('code', reveal.data && 'min-w-0 max-w-56 wrap-anywhere whitespace-normal')}>
        {reveal.data?.voucher_code ?? masked}
      </span>
      {reveal.data ? (
        <CopyButton variant="quiet" value={reveal.data.voucher_code} what="voucher code" />
      ) : (
        <Allowed to="admin.vouchers.reveal">
          <Button small variant="quiet" busy={reveal.isPending} onClick={() => reveal.mutate({ voucher_id })}>
            Reveal<span className="sr-only"> {masked}</span>
          </Button>
        </Allowed>
      )}
    </span>
  );
}
