import type { FraudActed, FraudUser } from '@inaam/contracts/fraud/fraud';
import { fullName } from '../../shared/users/full-name.ts';
import { bulkConsequence, usersCounted } from './bulk-words.ts';
import { type ActWords, actWords, type FlagDirection } from './fraud-actions.ts';
import { Confirm } from './note-dialog.tsx';
import { useAct } from './use-fraud-action.ts';

const NAMED = 5;

/** Asks before the selected users are flagged or unflagged. */
export function ConfirmBulk({
  users,
  direction,
  onClose,
  onDone,
}: {
  users: readonly FraudUser[];
  direction: FlagDirection;
  onClose: () => void;
  onDone: (acted: FraudActed) => void;
}) {
  const action = `bulk_${direction}_users` as const;
  const wanted = direction === 'flag';
  const act = useAct((acted) => {
    onClose();
    onDone(acted);
  });
  const words: ActWords = actWords[action];
  const already = users.filter(({ is_suspicious }) => is_suspicious === wanted).length;
  return (
    <Confirm
      title={`${wanted ? 'Flag' : 'Unflag'} ${usersCounted(users.length)}?`}
      description={bulkConsequence[direction]}
      words={words}
      danger={wanted}
      running={act}
      onConfirm={(notes) => act.mutate({ action, user_ids: users.map(({ user_id }) => user_id), notes })}
      onClose={onClose}
    >
      <ul className="grid gap-1 rounded-control bg-sunken p-3">
        {users.slice(0, NAMED).map((user) => (
          <li key={user.user_id} className="flex min-w-0 flex-wrap gap-x-2">
            <span className="font-semibold">{fullName(user)}</span>
            <span className="min-w-0 truncate text-muted">{user.email}</span>
          </li>
        ))}
        {users.length > NAMED && (
          <li className="text-muted">and {(users.length - NAMED).toLocaleString('en-IN')} more</li>
        )}
      </ul>
      {already > 0 && (
        <p className="text-muted">
          {already === 1 ? '1 of them is' : `${already.toLocaleString('en-IN')} of them are`}{' '}
          {wanted ? 'flagged already' : 'not flagged'}, which changes nothing.
        </p>
      )}
    </Confirm>
  );
}
