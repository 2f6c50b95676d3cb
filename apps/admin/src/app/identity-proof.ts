import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { AppRouter } from '@inaam/router/app-router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { getServerError } from './errors.ts';

/** Calls that the server refused for now. They wait while a dialog is open, and are sent again after it. */
interface HeldCalls {
  subscribe: (listener: () => void) => () => void;
  isOpen: () => boolean;
  /** Sends the waiting calls again, or lets them fail. */
  settle: (isSent: boolean) => void;
  link: TRPCLink<AppRouter>;
}

/** @param isHeld whether calls wait at the moment; otherwise they fail at once */
function holdCalls(code: ErrorCode, isHeld: () => boolean): HeldCalls {
  let waiting: ((isSent: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isOpen: () => waiting.length > 0,
    settle: (isSent) => {
      const settled = waiting;
      waiting = [];
      for (const each of settled) each(isSent);
      notifyListeners();
    },
    link:
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
                if (isRepeated || !isHeld() || getServerError(error)?.domainCode !== code) return observer.error(error);
                isRepeated = true;
                waiting.push((isSent) => {
                  if (isDone) return;
                  if (isSent) send();
                  else observer.error(error);
                });
                notifyListeners();
              },
            });
          };
          send();
          return () => {
            isDone = true;
            current?.unsubscribe();
          };
        }),
  };
}

/** Calls that need the admin to confirm their identity. */
export const useProofRequest = holdCalls('STEP_UP_REQUIRED', () => true);

let isSignedIn = false;
/** While an admin is signed in, calls of an expired session wait for a new sign-in over the page. */
export const setHoldsForSignIn = (isOn: boolean): void => {
  isSignedIn = isOn;
};
export const expiredCalls = holdCalls('NOT_SIGNED_IN', () => isSignedIn);
