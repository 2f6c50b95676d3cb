import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, messageOf, useDone } from '../../page/confirm-dialog.tsx';

/** Asks, then deactivates; a failure stays in the question. */
export function DeactivateOffer({ offer, onClose }: { offer: AdminOffer; onClose: () => void }) {
  const deactivate = trpc.admin.offers.deactivate.useMutation(useDone(onClose, messageOf));
  return (
    <ConfirmDialog
      danger
      title={`Deactivate “${offer.title}”?`}
      consequence="Users can no longer start it. Editing it can make it active again."
      confirm="Deactivate"
      busy="Deactivating..."
      failed="Failed to delete offer"
      mutation={deactivate}
      onConfirm={() => deactivate.mutate({ offer_id: offer.offer_id })}
      onClose={onClose}
    />
  );
}
