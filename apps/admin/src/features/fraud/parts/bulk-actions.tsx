import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { type FraudActionResult, MAX_FLAGGED } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { BulkBar } from '../../../lists/bulk-bar.tsx';
import { ConfirmDialog } from '../../../page/confirm-dialog.tsx';
import { dialogTexts, type FlagDirection, type FlagSubjectState, fraudActionTexts } from './fraud-actions.ts';
import { useFraudAction } from './use-fraud-action.ts';

/** Bulk actions on the selected users of the page, or on all users who match the filters. */
export function FraudBulkBar({
  chosen,
  matching,
  total,
  onMatching,
  onClear,
  onAct,
}: {
  chosen: number;
  /** True if actions apply to all users who match the filters. */
  matching: boolean;
  /** How many users match the filters. */
  total: number;
  /** Selects all matching users; set if the whole page is selected and more users match. */
  onMatching: (() => void) | undefined;
  onClear: () => void;
  onAct: (direction: FlagDirection) => void;
}) {
  return (
    <BulkBar
      label="Selected users"
      selected={
        matching ? `All ${formatPlural(total, 'matching user')} selected` : `${formatPlural(chosen, 'user')} selected`
      }
      onClear={onClear}
      more={
        onMatching &&
        !matching &&
        (total <= MAX_FLAGGED ? (
          <Button small variant="quiet" onClick={onMatching}>
            Select all {formatCount(total)} matching
          </Button>
        ) : (
          <span className="self-center px-1 text-xs text-muted">
            {formatCount(total)} match; at most {formatCount(MAX_FLAGGED)} at once
          </span>
        ))
      }
    >
      <Button small variant="danger" onClick={() => onAct('flag')}>
        {fraudActionTexts.bulk_flag_users.label}
      </Button>
      <Button small onClick={() => onAct('unflag')}>
        {fraudActionTexts.bulk_unflag_users.label}
      </Button>
    </BulkBar>
  );
}

const MAX_NAMED = 5;

/** Asks for confirmation, and then flags or unflags the selected users. */
export function ConfirmFraudBulk({
  users,
  direction,
  onClose,
  onDone,
}: {
  users: readonly FlagSubjectState[];
  direction: FlagDirection;
  onClose: () => void;
  onDone: (result: FraudActionResult) => void;
}) {
  const action = `bulk_${direction}_users` as const;
  const isFlagging = direction === 'flag';
  const act = useFraudAction((result) => {
    onClose();
    onDone(result);
  });
  const sameCount = users.filter(({ is_suspicious }) => is_suspicious === isFlagging).length;
  return (
    <ConfirmDialog
      title={`${isFlagging ? 'Flag' : 'Unflag'} ${formatPlural(users.length, 'user')}?`}
      consequence={bulkConsequence[direction]}
      {...dialogTexts(fraudActionTexts[action])}
      danger={isFlagging}
      draft={`${direction}-${users.map(({ user_id }) => user_id).join()}`}
      mutation={act}
      onConfirm={(notes) => act.mutate({ action, user_ids: users.map(({ user_id }) => user_id), notes })}
      onClose={onClose}
    >
      <ul className="grid gap-1 rounded-control bg-sunken p-3">
        {users.slice(0, MAX_NAMED).map((user) => (
          <li key={user.user_id} className="flex min-w-0 flex-wrap gap-x-2">
            <span className="font-semibold">{user.name}</span>
            <span className="min-w-0 wrap-anywhere text-muted">{user.email}</span>
          </li>
        ))}
        {users.length > MAX_NAMED && <li className="text-muted">and {formatCount(users.length - MAX_NAMED)} more</li>}
      </ul>
      {sameCount > 0 && (
        <p className="text-muted">
          {formatPlural(sameCount, 'of them is', 'of them are')} {isFlagging ? 'flagged already' : 'not flagged'} and
          will not change.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Explains what flagging or unflagging several users does. */
export const bulkConsequence: Record<FlagDirection, string> = {
  flag: 'They are suspended from the app at their next request, all of their sessions end, and they cannot sign in.',
  unflag: 'Access is restored: they can sign in again, and their data is unchanged.',
};
