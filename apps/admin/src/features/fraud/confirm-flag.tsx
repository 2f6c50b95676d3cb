import type { FraudActed } from '@inaam/contracts/fraud/fraud';
import { actWords, type FlagDirection } from './fraud-actions.ts';
import { Confirm } from './note-dialog.tsx';
import { useConsequence } from './use-consequence.tsx';
import { useAct } from './use-fraud-action.ts';

/** Asks before one user is flagged or unflagged, and does it; the toast that tells so offers Undo. */
export function ConfirmFlag({
  user: { user_id, name, email },
  direction,
  onClose,
  onDone,
}: {
  user: { user_id: number; name: string; email: string };
  direction: FlagDirection;
  onClose: () => void;
  /** After it was done, with what the server says. `onClose` is called first. */
  onDone?: (acted: FraudActed) => void;
}) {
  const action = direction === 'flag' ? 'flag_user' : 'unflag_user';
  const consequence = useConsequence(direction, { kind: 'user', key: user_id });
  const act = useAct((acted) => {
    onClose();
    onDone?.(acted);
  });
  return (
    <Confirm
      title={`${direction === 'flag' ? 'Flag' : 'Unflag'} ${name || email}?`}
      description={consequence.words}
      words={actWords[action]}
      danger={direction === 'flag'}
      running={act}
      ready={!!consequence.data}
      onConfirm={(notes) => act.mutate({ action, user_id, notes })}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="block font-semibold">{name || email}</span>
        {name && <span className="block text-muted">{email}</span>}
      </p>
      {consequence.problem}
    </Confirm>
  );
}
