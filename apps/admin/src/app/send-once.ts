import type { AppRouter } from '@inaam/router/app-router';
import type { TRPCLink } from '@trpc/client';
import { observable, share } from '@trpc/server/observable';

/** How many changes were sent since the page was loaded. */
let sentChanges = 0;

/**
 * Ignores the second press of a double click if the first press sent a change, even if the response arrived or the
 * dialog closed between the two presses.
 * @returns a function that removes this protection
 */
export function ignoreSecondPresses(): () => void {
  let sentBefore = 0;
  const onClick = (event: MouseEvent) => {
    // `detail` counts the presses of a double click; `detail` is 0 for a press by keyboard.
    if (event.detail <= 1) sentBefore = sentChanges;
    else if (sentChanges > sentBefore) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('click', onClick, { capture: true });
  return () => window.removeEventListener('click', onClick, { capture: true });
}

/**
 * Sends a change once if its button is pressed again before the response: equal calls share one request. Disabling the
 * button is not enough, because a second press can arrive before the next rendering.
 */
export const sendOnceLink: TRPCLink<AppRouter> = () => {
  const running = new Map<string, ReturnType<ReturnType<TRPCLink<AppRouter>>>>();
  return ({ next, op }) => {
    if (op.type !== 'mutation') return next(op);
    const key = JSON.stringify([op.path, op.input]);
    const runningRequest = running.get(key);
    if (runningRequest) return runningRequest;
    sentChanges += 1;
    const call = share<never, never>()(
      observable((observer) => {
        const { unsubscribe } = next(op).subscribe({
          next: (value) => observer.next(value as never),
          error: (error) => {
            running.delete(key);
            observer.error(error as never);
          },
          complete: () => {
            running.delete(key);
            observer.complete();
          },
        });
        return () => {
          running.delete(key);
          unsubscribe();
        };
      }),
    ) as never;
    running.set(key, call);
    return call;
  };
};
