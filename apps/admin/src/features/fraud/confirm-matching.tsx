import { formatPlural } from '@inaam/contracts/common/format';
import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog } from '../../page/confirm-dialog.tsx';
import type { FraudState } from './fraud-search.ts';
import { bulkConsequence } from './parts/bulk-actions.tsx';
import { dialogTexts, type FlagDirection, fraudActionTexts } from './parts/fraud-actions.ts';
import { useActionToast } from './parts/use-fraud-action.ts';

/**
 * Asks for confirmation, and then flags or unflags all users who match the filters. The server changes nothing if the
 * number of matching users differs from the confirmed number.
 */
export function ConfirmMatching({
  expected,
  state: { search, user_filter, date_filter },
  filters,
  direction,
  onClose,
  onDone,
}: {
  expected: number;
  state: FraudState;
  /** The filters in words. */
  filters: readonly string[];
  direction: FlagDirection;
  onClose: () => void;
  onDone: (result: FraudActionResult) => void;
}) {
  const utils = trpc.useUtils();
  const showToast = useActionToast();
  const action = `bulk_${direction}_users` as const;
  const act = trpc.admin.fraud.applyToMatching.useMutation({
    onSuccess: (result) => {
      showToast(result, { action });
      onClose();
      onDone(result);
      return utils.admin.invalidate();
    },
    // New users may have registered since the list was loaded: reload the list and its total.
    onError: () => utils.admin.fraud.list.invalidate(),
  });
  return (
    <ConfirmDialog
      title={`${direction === 'flag' ? 'Flag' : 'Unflag'} all ${formatPlural(expected, 'user')} that match?`}
      consequence={bulkConsequence[direction]}
      {...dialogTexts(fraudActionTexts[action])}
      confirm={`${direction === 'flag' ? 'Flag' : 'Unflag'} ${formatPlural(expected, 'user')}`}
      danger={direction === 'flag'}
      draft={`${direction}-matching-${filters.join()}`}
      mutation={act}
      onConfirm={(notes) =>
        act.mutate({ action, user_filter, date_filter, expected, ...(search && { search }), ...(notes && { notes }) })
      }
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        {filters.length > 0 ? filters.join(' · ') : 'No filter is set, so this means every user.'}
      </p>
    </ConfirmDialog>
  );
}
