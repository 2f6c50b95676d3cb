import type { FraudActed } from '@inaam/contracts/fraud/fraud';
import { trpc } from '../../app/trpc.ts';
import { useTold } from './use-undo.ts';

/** Flags, unflags, blocks or unblocks. What was done is told in a toast, with Undo where there is something to take back. */
export function useAct(onDone: (acted: FraudActed) => void) {
  const utils = trpc.useUtils();
  const tell = useTold();
  return trpc.admin.fraud.act.useMutation({
    onSuccess: (acted, call) => {
      tell(acted, call);
      onDone(acted);
      return utils.admin.invalidate();
    },
  });
}
