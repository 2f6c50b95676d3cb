import { whenRouteQueriesSettle } from './route-queries.ts';

/** The longest wait if the phone stays busy. */
const IDLE_WITHIN_MS = 1000;

/** Waits until the browser has nothing else to do, such as painting. */
const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve);
  });

/**
 * Waits until the first screen shows its data. Code that the first screen does not need would compete with that data on
 * a slow network or phone. On later screens the promise resolves almost at once.
 */
export const afterFirstScreen = (): Promise<void> => waitUntilIdle().then(whenRouteQueriesSettle).then(waitUntilIdle);
