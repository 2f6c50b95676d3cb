import type { FraudActed } from '@inaam/contracts/fraud';
import { toast } from '@inaam/ui/toaster';
import { errorText } from '../app/errors.ts';
import { trpc } from '../app/trpc.ts';
import { actWords, inverseOf } from './actions.ts';

/** Long enough to read the toast and to think better of it. */
const UNDO_MS = 10_000;

/**
 * Flags, unflags, blocks or unblocks. What was done is told in a toast, with Undo where there is something to take back.
 * @param changing bulk: the users that are not yet as asked for
 */
export function useAct(onDone: (acted: FraudActed) => void, changing: readonly number[] = []) {
  const utils = trpc.useUtils();
  // The dialog that asked is gone by then; what is given here outlives it, unlike what is given to `mutate`.
  const undo = trpc.admin.fraud.act.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      return utils.admin.invalidate();
    },
    onError: (error, { action }) =>
      toast.error(actWords[action].failed, { description: errorText(error, 'Please try again.') }),
  });
  return trpc.admin.fraud.act.useMutation({
    onSuccess: (acted, call) => {
      const inverse = inverseOf(call, acted, changing);
      toast.success(acted.message, {
        ...(inverse && { duration: UNDO_MS, action: { label: 'Undo', onClick: () => undo.mutate(inverse) } }),
      });
      onDone(acted);
      return utils.admin.invalidate();
    },
  });
}
