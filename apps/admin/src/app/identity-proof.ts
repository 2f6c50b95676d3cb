import type { ErrorCode } from '@inaam/contracts/common/errors';
import type { AppRouter } from '@inaam/router/app-router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { getServerError } from './errors.ts';

/**
 * Calls that the server refused because the admin must first confirm their identity or sign in again. The calls wait
 * while a dialog asks the admin.
 */
interface WaitingCalls {
  subscribe: (listener: () => void) => () => void;
  isOpen: () => boolean;
  /** Closes the dialog, and sends the waiting calls again or fails them. */
  settle: (isRetried: boolean) => void;
  link: TRPCLink<AppRouter>;
}

/**
 * @param code the refusal after which calls wait
 * @param canWait returns false if refused calls must fail at once
 */
function makeCallsWait(code: ErrorCode, canWait: () => boolean): WaitingCalls {
  let waiting: ((isRetried: boolean) => void)[] = [];
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
    settle: (isRetried) => {
      const settled = waiting;
      waiting = [];
      for (const each of settled) each(isRetried);
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
                if (isRepeated || !canWait() || getServerError(error)?.domainCode !== code)
                  return observer.error(error);
                isRepeated = true;
                waiting.push((isRetried) => {
                  if (isDone) return;
                  if (isRetried) send();
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
export const callsAwaitingProof = makeCallsWait('STEP_UP_REQUIRED', () => true);

let isSignedIn = false;
/** Sets whether calls after the end of a session wait until the admin signs in again in a dialog. */
export const setWaitsForSignIn = (isOn: boolean): void => {
  isSignedIn = isOn;
};
export const callsAwaitingSignIn = makeCallsWait('NOT_SIGNED_IN', () => isSignedIn);
