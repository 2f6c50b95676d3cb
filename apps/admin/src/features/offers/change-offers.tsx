import { formatPlural } from '@inaam/contracts/common/format';
import type { AdminOffer, OfferBulkInput } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { trpc } from '../../app/trpc.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';

export type OfferAction = OfferBulkInput['action'];

/** An action on one or more offers. */
export interface OfferChange {
  action: OfferAction;
  offers: readonly AdminOffer[];
}

/** `one` and `many` describe the effect on one offer and on several. */
const texts: Record<OfferAction, { label: string; busy: string; failed: string; one: string; many: string }> = {
  activate: {
    label: 'Activate',
    busy: 'Activating...',
    failed: 'Failed to activate offers',
    one: 'Users see it and can start it, within its schedule.',
    many: 'Users see them and can start them, within their schedules.',
  },
  deactivate: {
    label: 'Deactivate',
    busy: 'Deactivating...',
    failed: 'Failed to delete offer',
    one: 'Users can no longer start it. You can activate it again at any time.',
    many: 'Users can no longer start them. You can activate them again at any time.',
  },
  archive: {
    label: 'Archive',
    busy: 'Archiving...',
    failed: 'Failed to archive offers',
    one: 'Users can no longer start it, and it is hidden from this list. Reports keep it; the filter “Archived” shows it.',
    many: 'Users can no longer start them, and they are hidden from this list. Reports keep them; the filter “Archived” shows them.',
  },
  restore: {
    label: 'Restore',
    busy: 'Restoring...',
    failed: 'Failed to restore offers',
    one: 'It returns to this list, inactive.',
    many: 'They return to this list, inactive.',
  },
};

export const offerActionLabel = (action: OfferAction): string => texts[action].label;

/** Whether an action applies to an offer's state. */
export function canApply(action: OfferAction, { is_active, archived_at }: AdminOffer): boolean {
  if (action === 'restore') return archived_at !== null;
  if (action === 'archive') return archived_at === null;
  return action === 'activate' ? !is_active : is_active;
}

const MAX_NAMED = 5;

/** Asks for confirmation, and then runs the action. The dialog shows a failure. */
export function ConfirmOfferChange({
  change: { action, offers },
  onClose,
  onDone,
}: {
  change: OfferChange;
  onClose: () => void;
  onDone: () => void;
}) {
  const mutationOptions = useSuccessToast(() => {
    onClose();
    onDone();
  }, getMessage);
  const deactivate = trpc.admin.offers.deactivate.useMutation(mutationOptions);
  const bulk = trpc.admin.offers.bulk.useMutation(mutationOptions);
  const changed = offers.filter((offer) => canApply(action, offer));
  const unchangedCount = offers.length - changed.length;
  const [first] = changed;
  const isSingle = offers.length === 1 && first !== undefined;
  const { label, busy, failed, one: consequenceForOne, many: consequenceForMany } = texts[action];
  const isDeactivation = isSingle && action === 'deactivate';
  return (
    <ConfirmDialog
      danger={action === 'deactivate' || action === 'archive'}
      title={isSingle ? `${label} “${first.title}”?` : `${label} ${formatPlural(changed.length, 'offer')}?`}
      consequence={isSingle ? consequenceForOne : consequenceForMany}
      confirm={label}
      busy={busy}
      failed={failed}
      mutation={isDeactivation ? deactivate : bulk}
      onConfirm={() =>
        isDeactivation
          ? deactivate.mutate({ offer_id: first.offer_id })
          : bulk.mutate({ action, offer_ids: changed.map(({ offer_id }) => offer_id) })
      }
      onClose={onClose}
    >
      {!isSingle && (
        <ul className="grid gap-1 rounded-control bg-sunken p-3">
          {changed.slice(0, MAX_NAMED).map(({ offer_id, title }) => (
            <li key={offer_id} className="wrap-anywhere">
              {title}
            </li>
          ))}
          {changed.length > MAX_NAMED && <li className="text-muted">and {changed.length - MAX_NAMED} more</li>}
        </ul>
      )}
      {unchangedCount > 0 && (
        <p className="text-muted">
          {formatPlural(unchangedCount, 'other offer remains', 'other offers remain')} unchanged.
        </p>
      )}
    </ConfirmDialog>
  );
}

const actions: readonly OfferAction[] = ['activate', 'deactivate', 'archive', 'restore'];

/** Bulk actions on the selected offers; actions that apply to no selected offer are hidden. */
export function OfferBulkBar({
  chosen,
  onClear,
  onChange,
}: {
  chosen: readonly AdminOffer[];
  onClear: () => void;
  onChange: (change: OfferChange) => void;
}) {
  if (chosen.length === 0) return null;
  return (
    <BulkBar label="Selected offers" selected={`${formatPlural(chosen.length, 'offer')} selected`} onClear={onClear}>
      {actions
        .filter((action) => chosen.some((offer) => canApply(action, offer)))
        .map((action) => (
          <Button
            key={action}
            small
            variant={action === 'archive' ? 'danger' : 'secondary'}
            onClick={() => onChange({ action, offers: chosen })}
          >
            {texts[action].label}
          </Button>
        ))}
    </BulkBar>
  );
}
