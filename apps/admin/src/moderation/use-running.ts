import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { trpc } from '../app/trpc.ts';
import { type ActCall, actWords } from './actions.ts';

/** The progress label of the action that runs on a subject right now; undefined while there is none. */
export type Running = (kind: 'user' | 'ip' | 'device', key: number | string) => string | undefined;

const touches = (call: ActCall, kind: 'user' | 'ip' | 'device', key: number | string): boolean => {
  if ('user_id' in call) return kind === 'user' && call.user_id === key;
  if ('user_ids' in call) return kind === 'user' && Array.isArray(call.user_ids) && call.user_ids.includes(key);
  if ('ip_address' in call) return kind === 'ip' && call.ip_address === key;
  return kind === 'device' && call.device_fingerprint === key;
};

/** Which actions are under way, those of an Undo included. */
export function useRunning(): Running {
  const calls = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.admin.fraud.act), status: 'pending' },
    select: ({ state }) => state.variables as ActCall,
  });
  return (kind, key) => {
    const call = calls.find((each) => touches(each, kind, key));
    return call && actWords[call.action].busy;
  };
}
