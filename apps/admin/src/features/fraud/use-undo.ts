import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import { toast } from '@inaam/ui/toaster';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { type ActCall, actWords, inverse } from './fraud-actions.ts';

/** Long enough to read the toast and to think better of it. */
const UNDO_MS = 10_000;

/** The step that an Undo takes back, and what it was asked with: rows show that it runs. */
export interface Undoing {
  step: string;
  call: Pick<ActCall, 'action'>;
}
export const undoKey = ['undo'];

/** Tells in a toast what was done, with Undo where something was changed. */
export function useTold(): (done: FraudStep, call: Undoing['call']) => void {
  const utils = trpc.useUtils();
  // The dialog that asked is gone by then; what is given here outlives it, unlike what is given to `mutate`.
  const undo = useMutation({
    mutationKey: undoKey,
    mutationFn: ({ step }: Undoing) => utils.client.admin.fraud.undo.mutate({ step }),
    onSuccess: ({ message, refused }) => {
      if (refused.length === 0) toast.success(message);
      else toast.warning(message, { description: leftAlone(refused.length), duration: UNDO_MS });
      return utils.admin.invalidate();
    },
    onError: (error, { call }) => {
      toast.error(actWords[inverse[call.action]].failed, { description: errorText(error, 'Please try again.') });
      // What was changed since is looked at anew.
      return utils.admin.invalidate();
    },
  });
  return ({ message, undo: step }, call) =>
    toast.success(message, {
      ...(step && { duration: UNDO_MS, action: { label: 'Undo', onClick: () => undo.mutate({ step, call }) } }),
    });
}

const leftAlone = (users: number): string =>
  `${users === 1 ? '1 user was' : `${users.toLocaleString('en-IN')} users were`} left as somebody has set them since.`;
