import { formatPlural } from '@inaam/contracts/common/format';
import type { FraudActionResult, FraudStep } from '@inaam/contracts/fraud/fraud';
import { toast } from '@inaam/ui/toaster';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { createContext, useContext } from 'react';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { type BusyLabel, type FraudActionInput, fraudActionTexts, inverseActions } from './fraud-actions.ts';

/** Flags, unflags, blocks or unblocks. One message reports the action, with Undo if something changed. */
export function useFraudAction(onDone: (result: FraudActionResult) => void) {
  const utils = trpc.useUtils();
  const showToast = useActionToast();
  return trpc.admin.fraud.act.useMutation({
    onSuccess: (result, call) => {
      showToast(result, call);
      onDone(result);
      return utils.admin.invalidate();
    },
  });
}

/** Long enough to read the toast and reconsider. */
const UNDO_MS = 10_000;

/** The step to undo, and the call that performed the step. The call tells which rows show the progress of the Undo. */
interface UndoVariables {
  step: string;
  call: Pick<FraudActionInput, 'action'>;
}
export const undoKey = ['undo'];

/**
 * Provided by a page that reports actions in its own banner, where a toast would repeat the message. The callback
 * receives a function that undoes the last action, or undefined if the action cannot be undone.
 */
export const ActionBanner = createContext<((undo: (() => void) | undefined) => void) | undefined>(undefined);

/** Reports a successful action in a toast, or in the page's banner, with Undo if something changed. */
export function useActionToast(): (done: FraudStep, call: UndoVariables['call']) => void {
  const utils = trpc.useUtils();
  const toBanner = useContext(ActionBanner);
  // The dialog has unmounted when the Undo runs: callbacks of `useMutation` still run then, callbacks of `mutate` do
  // not.
  const undo = useMutation({
    mutationKey: undoKey,
    mutationFn: ({ step }: UndoVariables) => utils.client.admin.fraud.undo.mutate({ step }),
    onSuccess: ({ message, refused, left = [] }) => {
      if (refused.length + left.length === 0) toast.success(message);
      else {
        const description = left.length > 0 ? describeUnchangedSources(left) : describeUnchangedUsers(refused.length);
        toast.warning(message, { description, duration: UNDO_MS });
      }
      return utils.admin.invalidate();
    },
    onError: (error, { call }) => {
      toast.error(fraudActionTexts[inverseActions[call.action]].failed, {
        description: getErrorText(error, 'Please try again.'),
      });
      // The data may have changed since the action: reload the data.
      return utils.admin.invalidate();
    },
  });
  return ({ message, undo: step }, call) => {
    const undoStep = step ? () => undo.mutate({ step, call }) : undefined;
    if (toBanner) toBanner(undoStep);
    else
      toast.success(message, {
        ...(undoStep && { duration: UNDO_MS, action: { label: 'Undo', onClick: undoStep } }),
      });
  };
}

const describeUnchangedUsers = (users: number): string =>
  `${formatPlural(users, 'user was', 'users were')} not changed back: someone has changed them since.`;

const describeUnchangedSources = (sources: readonly string[]): string =>
  `Not changed back: ${sources.join(', ')}. Someone has changed ${sources.length === 1 ? 'it' : 'them'} since.`;

/** Whether a call changes a subject. False for a call that does not contain the keys of its subjects. */
const affectsSubject = (
  call: Pick<FraudActionInput, 'action'>,
  kind: 'user' | 'ip' | 'device',
  key: number | string,
): boolean => {
  if ('user_id' in call) return kind === 'user' && call.user_id === key;
  if ('user_ids' in call) return kind === 'user' && Array.isArray(call.user_ids) && call.user_ids.includes(key);
  if ('ip_address' in call) return kind === 'ip' && call.ip_address === key;
  return 'device_fingerprint' in call && kind === 'device' && call.device_fingerprint === key;
};

/** Returns a function that finds the progress label of the action, or of the Undo, that runs on a subject. */
export function useBusyLabel(): BusyLabel {
  const calls = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.admin.fraud.act), status: 'pending' },
    select: ({ state }) => state.variables as FraudActionInput,
  });
  const undoneCalls = useMutationState({
    filters: { mutationKey: undoKey, status: 'pending' },
    select: ({ state }) => (state.variables as UndoVariables).call,
  });
  return (kind, key) => {
    const isAffected = (call: Pick<FraudActionInput, 'action'>) => affectsSubject(call, kind, key);
    const undoneCall = undoneCalls.find(isAffected);
    const action = calls.find(isAffected)?.action ?? (undoneCall && inverseActions[undoneCall.action]);
    return action && fraudActionTexts[action].busy;
  };
}
