import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * When the request that is being answered must have its answer. Everything that a request asks of the database counts
 * against the same moment, whoever asks: a procedure, the session, a limit. Kept by the runtime and not in arguments,
 * since sessions and limits hold the process's kernel; under Node 24 that costs a quarter of a microsecond a request
 * (infra/docs/decisions/0012-repeated-calls.md).
 */
const ends = new AsyncLocalStorage<number>();

/**
 * Runs work that has to end by a moment, with everything that it begins.
 * @param end in ms of `performance.now()`
 */
export const runWithDeadline = <T>(end: number, work: () => T): T => ends.run(end, work);

/** Runs work that outlives the request which began it: each of its calls has a deadline of its own. */
export const runOutsideRequest = <T>(work: () => T): T => ends.exit(work);

/** ms of `performance.now()`; Infinity outside requests. */
export const getRequestDeadline = (): number => ends.getStore() ?? Number.POSITIVE_INFINITY;
