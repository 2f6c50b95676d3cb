import type { AppRouter } from '@inaam/router/app-router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { getServerError } from './errors.ts';

/**
 * Calls that the server refuses until the admin confirms their identity. They wait here while the dialog is open and
 * are sent again after it.
 */
type Waiting = (isProved: boolean) => void;
let waiting: Waiting[] = [];
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export const useProofRequest = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isOpen: () => waiting.length > 0,
  /** Sends the waiting calls again, or lets them fail. */
  settle(isProved: boolean): void {
    const settled = waiting;
    waiting = [];
    for (const each of settled) each(isProved);
    notifyListeners();
  },
};

function requestProof(settled: Waiting): void {
  waiting.push(settled);
  notifyListeners();
}

/** Opens the identity dialog when a call requires it, and sends the call again. */
export const requestProofLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let isRepeated = false;
      let current: { unsubscribe(): void } | undefined;
      let isDone = false;
      const send = () => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (isRepeated || getServerError(error)?.domainCode !== 'STEP_UP_REQUIRED') return observer.error(error);
            isRepeated = true;
            requestProof((isProved) => {
              if (isDone) return;
              if (isProved) send();
              else observer.error(error);
            });
          },
        });
      };
      send();
      return () => {
        isDone = true;
        current?.unsubscribe();
      };
    });
