import type { FraudActed } from '@inaam/contracts/fraud/fraud';
import { trpc } from '../../app/trpc.ts';
import { bulkConsequence, usersCounted } from './bulk-words.ts';
import { actWords, type FlagDirection } from './fraud-actions.ts';
import type { FraudState } from './fraud-search.ts';
import { Confirm } from './note-dialog.tsx';
import { useTold } from './use-undo.ts';

/** Asks before everybody that the filters match is flagged or unflagged; the number asked about is the one that is done, or none is. */
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
  onDone: (acted: FraudActed) => void;
}) {
  const utils = trpc.useUtils();
  const tell = useTold();
  const action = `bulk_${direction}_users` as const;
  const act = trpc.admin.fraud.actOnMatching.useMutation({
    onSuccess: (acted) => {
      tell(acted, { action });
      onClose();
      onDone(acted);
      return utils.admin.invalidate();
    },
    // Others registered meanwhile: the list, and with it the number, is looked at anew.
    onError: () => utils.admin.fraud.list.invalidate(),
  });
  return (
    <Confirm
      title={`${direction === 'flag' ? 'Flag' : 'Unflag'} all ${usersCounted(expected)} that match?`}
      description={bulkConsequence[direction]}
      words={{ ...actWords[action], label: `${direction === 'flag' ? 'Flag' : 'Unflag'} ${usersCounted(expected)}` }}
      danger={direction === 'flag'}
      running={act}
      onConfirm={(notes) =>
        act.mutate({ action, user_filter, date_filter, expected, ...(search && { search }), ...(notes && { notes }) })
      }
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        {filters.length > 0 ? filters.join(' · ') : 'No filter is set: everybody.'}
      </p>
    </Confirm>
  );
}
