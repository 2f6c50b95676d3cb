import type { AdminOffer } from '@inaam/contracts/offers';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Banner } from '@inaam/ui/banner';
import { toast } from '@inaam/ui/toaster';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';

/** Asks, then deactivates; a failure stays in the question. */
export function DeactivateOffer({ offer, onClose }: { offer: AdminOffer; onClose: () => void }) {
  const utils = trpc.useUtils();
  const deactivate = trpc.admin.offers.deactivate.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
      return utils.admin.invalidate();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      danger
      title={`Deactivate “${offer.title}”?`}
      description="Users can no longer start it. Editing it can make it active again."
      confirmLabel="Deactivate"
      busyLabel="Deactivating..."
      busy={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ offer_id: offer.offer_id })}
    >
      {deactivate.error && (
        <Banner tone="error" title="Failed to delete offer" onDismiss={deactivate.reset}>
          {errorText(deactivate.error, 'Please try again.')}
        </Banner>
      )}
    </AlertDialog>
  );
}
