import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Deadline of the current request, for all of its database calls, including those for sessions and rate limits. It is
 * in async local storage, not a parameter, because sessions and rate limits use a kernel that all requests share. With
 * Node 24 the storage costs a quarter of a microsecond per request (infra/docs/decisions/0012-repeated-calls.md).
 */
const ends = new AsyncLocalStorage<number>();

/**
 * Runs work and everything that it starts with a deadline.
 * @param end in ms of `performance.now()`
 */
export const runWithDeadline = <T>(end: number, work: () => T): T => ends.run(end, work);

/** Runs work without the request's deadline, because the work may continue after the request. */
export const runOutsideRequest = <T>(work: () => T): T => ends.exit(work);

/** Returns the deadline in ms of `performance.now()`; Infinity outside requests. */
export const getRequestDeadline = (): number => ends.getStore() ?? Number.POSITIVE_INFINITY;
