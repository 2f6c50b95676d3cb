import { whenRouteQueriesSettle } from './route-queries.ts';

/** The longest wait for a busy phone. */
const IDLE_WITHIN_MS = 1000;

/** Waits until the browser has nothing else to do, such as painting. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari does not have it.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve);
  });

/**
 * Waits until the first screen shows its data. Anything that is not needed at first sight would compete with it on a
 * slow network or phone. On later screens it resolves almost at once.
 */
export const afterFirstScreen = (): Promise<void> => idle().then(whenRouteQueriesSettle).then(idle);
