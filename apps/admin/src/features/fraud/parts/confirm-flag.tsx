import type { FraudActionResult } from '@inaam/contracts/fraud/fraud';
import { ConfirmDialog } from '../../../page/confirm-dialog.tsx';
import { dialogTexts, type FlagDirection, type FlagSubject, fraudActionTexts } from './fraud-actions.ts';
import { useFraudImpact } from './impact.tsx';
import { useFraudAction } from './use-fraud-action.ts';

/** Asks for confirmation, and then flags or unflags one user. The toast offers Undo. */
export function ConfirmFlag({
  user: { user_id, name, email },
  direction,
  onClose,
  onDone,
}: {
  user: FlagSubject;
  direction: FlagDirection;
  onClose: () => void;
  /** Called after success with the server's answer, after `onClose`. */
  onDone?: (result: FraudActionResult) => void;
}) {
  const action = direction === 'flag' ? 'flag_user' : 'unflag_user';
  const consequence = useFraudImpact(direction, { kind: 'user', key: user_id });
  const act = useFraudAction((result) => {
    onClose();
    onDone?.(result);
  });
  return (
    <ConfirmDialog
      title={`${direction === 'flag' ? 'Flag' : 'Unflag'} ${name || email}?`}
      consequence={consequence.words}
      {...dialogTexts(fraudActionTexts[action])}
      danger={direction === 'flag'}
      draft={`${direction}-user-${user_id}`}
      mutation={act}
      ready={!!consequence.data}
      onConfirm={(notes) => act.mutate({ action, user_id, notes })}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="block font-semibold">{name || email}</span>
        {name && <span className="block text-muted">{email}</span>}
      </p>
      {consequence.problem}
    </ConfirmDialog>
  );
}
