import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import { type Database, type Db, getClient, type SqlClient, type Tx } from '@inaam/db/client';
import { getRequestDeadline } from './deadline.ts';
import { isConflict, isConnectionLoss, isReadOnly, isUnavailable } from './failures.ts';

/** The only access to the database. Every call has a deadline, and calls that are safe to repeat are retried. */
export interface Kernel {
  /** Reads, and retries the read after a lost connection. */
  read<T>(work: (db: Db, sql: SqlClient) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction, with the query builder or as SQL. Retries it after a conflict, which rolled it back, but not
   * after a lost connection, because it may have been committed.
   * @param deadlines multiplies the deadline, for work on a whole file. Within a request, the request's remaining time
   *   is still the limit
   */
  write<T>(work: (tx: Tx, sql: SqlClient) => Promise<T>, deadlines?: number): Promise<T>;
  /**
   * Runs one statement that, if it runs again, finds the outcome of its first run. Retries it after any failure with an
   * unknown outcome, so that a crash neither loses nor doubles the work.
   */
  runIdempotent<T>(work: (sql: SqlClient) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction that is always rolled back, to show the results of statements. Other sessions never see them;
   * only gaps in sequences remain. If a statement fails, only that statement is rolled back, and the rehearsal
   * continues.
   */
  rehearse<T>(work: (rehearsal: Rehearsal) => Promise<T>): Promise<T>;
}

export type Rehearsal = Pick<Kernel, 'runIdempotent'>;

/** Counters of a kernel for metrics. */
export interface KernelCounts {
  calls: number;
  /** Unanswered calls, including those that wait for a connection. */
  inFlight: number;
  retries: number;
  unavailable: number;
}

export interface KernelOptions {
  counts?: KernelCounts;
  /** Maximum time in ms for all tries together; within a request at most the request's remaining time. */
  deadline: number;
}

const CONFLICT_TRIES = 4;
/** Multiplies the deadline of a rehearsal, because it runs many statements. */
const REHEARSAL_DEADLINES = 5;

/** @throws DomainError UNAVAILABLE if the database is not available within the deadline; domain errors are rethrown */
export function createKernel(
  { db, sql }: Pick<Database, 'db' | 'sql'>,
  { deadline, counts = { calls: 0, inFlight: 0, retries: 0, unavailable: 0 } }: KernelOptions,
): Kernel {
  async function attempt<T>(work: () => Promise<T>, mayRetryLoss: boolean, ms = deadline): Promise<T> {
    counts.calls++;
    counts.inFlight++;
    try {
      return await attemptUntil(work, mayRetryLoss, ms);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'UNAVAILABLE') counts.unavailable++;
      throw error;
    } finally {
      counts.inFlight--;
    }
  }

  async function attemptUntil<T>(work: () => Promise<T>, mayRetryLoss: boolean, ms: number): Promise<T> {
    const end = Math.min(performance.now() + ms, getRequestDeadline());
    for (let tries = 1, pause = 25; ; tries++, pause = Math.min(pause * 2, 400)) {
      try {
        return await withDeadline(work(), end - performance.now());
      } catch (error) {
        const lost = isConnectionLoss(error);
        // A read-only server refused the write and did nothing. The patched driver closes the connection to it, so a
        // retry may reach the writable server.
        const mayRetry = lost ? mayRetryLoss : isReadOnly(error) || (isConflict(error) && tries < CONFLICT_TRIES);
        // Random, so that callers that failed at the same time do not retry at the same time.
        const wait = pause * (0.5 + Math.random());
        if (mayRetry && performance.now() + wait < end) {
          counts.retries++;
          await sleep(wait);
        } else if (lost || isConflict(error) || isUnavailable(error)) throw createUnavailableError(error);
        else throw error;
      }
    }
  }

  return {
    read: (work) => attempt(() => work(db, sql), true),
    write: (work, deadlines = 1) =>
      attempt(() => db.transaction((tx) => work(tx, getClient(tx))), false, deadline * deadlines),
    runIdempotent: (work) => attempt(() => work(sql), true),
    rehearse: (work) =>
      attempt(() => rehearse(sql, (runIdempotent) => work({ runIdempotent })), true, deadline * REHEARSAL_DEADLINES),
  };
}

/** Thrown inside a transaction so that the driver rolls it back. */
class Undo extends Error {}

async function rehearse<T>(sql: SqlClient, work: (runIdempotent: Kernel['runIdempotent']) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined;
  try {
    await sql.begin(async (open) => {
      // Triggers read this setting: packages/db/src/functions/offers.sql.
      await open`set local inaam.rehearsal = 'on'`;
      let isInside = false;
      let before: Promise<unknown> = Promise.resolve();
      // A rehearsal has hundreds of steps. One round trip releases the savepoint of the last step, sets the savepoint
      // of the next step, and sends the next step's first statement. Steps run one after another, because savepoints
      // are a stack.
      const runIdempotent: Kernel['runIdempotent'] = (step) => {
        const run = before.then(async () => {
          const opened = open.unsafe(isInside ? 'release savepoint step; savepoint step' : 'savepoint step').execute();
          isInside = true;
          try {
            // The cast is safe: a transaction's client only lacks the methods that open and close the pool.
            const [result] = await Promise.all([step(open as unknown as SqlClient), opened]);
            return result;
          } catch (error) {
            await open`rollback to savepoint step`;
            throw error;
          }
        });
        before = run.catch(() => undefined);
        return run;
      };
      done = { value: await work(runIdempotent) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!done) throw new Error('a rehearsal ended without its work');
  return done.value;
}

const createUnavailableError = (cause: unknown): DomainError =>
  new DomainError('UNAVAILABLE', { retryAfterSeconds: 2, cause });

/** Waits for the work until the deadline, because a query on a dead connection may never settle. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(createUnavailableError(new Error(`no answer within ${Math.round(ms)} ms`))),
      Math.max(ms, 1),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
