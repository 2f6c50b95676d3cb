import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { trpc } from '../../app/trpc.ts';
import { type ActCall, actWords, inverse } from './fraud-actions.ts';
import { type Undoing, undoKey } from './use-undo.ts';

/** The progress label of the action that runs on a subject right now; undefined while there is none. */
export type Running = (kind: 'user' | 'ip' | 'device', key: number | string) => string | undefined;

/** Those of all that match are not known here. */
const touches = (call: Pick<ActCall, 'action'>, kind: 'user' | 'ip' | 'device', key: number | string): boolean => {
  if ('user_id' in call) return kind === 'user' && call.user_id === key;
  if ('user_ids' in call) return kind === 'user' && Array.isArray(call.user_ids) && call.user_ids.includes(key);
  if ('ip_address' in call) return kind === 'ip' && call.ip_address === key;
  return 'device_fingerprint' in call && kind === 'device' && call.device_fingerprint === key;
};

/** Which actions are under way, those of an Undo included. */
export function useRunning(): Running {
  const calls = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.admin.fraud.act), status: 'pending' },
    select: ({ state }) => state.variables as ActCall,
  });
  const undone = useMutationState({
    filters: { mutationKey: undoKey, status: 'pending' },
    select: ({ state }) => (state.variables as Undoing).call,
  });
  return (kind, key) => {
    const isOf = (call: Pick<ActCall, 'action'>) => touches(call, kind, key);
    const back = undone.find(isOf);
    const action = calls.find(isOf)?.action ?? (back && inverse[back.action]);
    return action && actWords[action].busy;
  };
}
