import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Deadline of the current request. All its database calls count against it, including sessions and limits. Async local
 * storage instead of parameters, because sessions and limits hold the process's kernel; with Node 24 it costs a quarter
 * of a microsecond per request (infra/docs/decisions/0012-repeated-calls.md).
 */
const ends = new AsyncLocalStorage<number>();

/**
 * Runs work and everything that it starts with a deadline.
 * @param end in ms of `performance.now()`
 */
export const runWithDeadline = <T>(end: number, work: () => T): T => ends.run(end, work);

/** Runs work that outlives its request, without the request's deadline. */
export const runOutsideRequest = <T>(work: () => T): T => ends.exit(work);

/** Returns the deadline in ms of `performance.now()`; Infinity outside requests. */
export const getRequestDeadline = (): number => ends.getStore() ?? Number.POSITIVE_INFINITY;
