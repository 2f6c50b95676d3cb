import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Database, Db, MoveSql, Tx } from '@inaam/db/client';
import { getRequestDeadline } from './deadline.ts';
import { isConflict, isConnectionLoss, isReadOnly, isUnavailable } from './failures.ts';

/** The only way to the database: every call has a deadline, and what is safe to try again is tried again. */
export interface Kernel {
  /** A read, tried again while the connection is lost. */
  read<T>(work: (db: Db, sql: MoveSql) => Promise<T>): Promise<T>;
  /**
   * A transaction. Tried again after a conflict, which rolled it back; not after a lost connection, because nobody
   * knows then whether it was committed.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A move: one statement that finds its own earlier outcome when it is run again. Tried again on any failure that
   * leaves the outcome unknown, so that a crash of the database loses nothing and doubles nothing.
   */
  move<T>(work: (sql: MoveSql) => Promise<T>): Promise<T>;
  /**
   * A transaction that is undone at its end, whatever happens: what would come of moves, without a trace but gaps in
   * numbers. Nobody else sees anything of it at any time. A move that fails is undone by itself; the rehearsal goes on.
   */
  rehearse<T>(work: (rehearsal: Rehearsal) => Promise<T>): Promise<T>;
}

export type Rehearsal = Pick<Kernel, 'move'>;

/** What a kernel has done, counted for whoever watches the process. */
export interface KernelCounts {
  calls: number;
  /** Calls that have no answer yet, those included that wait for a connection. */
  inFlight: number;
  retries: number;
  unavailable: number;
}

export interface KernelOptions {
  counts?: KernelCounts;
  /** ms that a caller waits at most, all tries together; within a request at most what is left of its own. */
  deadline: number;
}

const CONFLICT_TRIES = 4;
/** A rehearsal is many moves, and so has the deadlines of several; within a request what is left of its own. */
const REHEARSAL_MOVES = 5;

/**
 * @throws DomainError UNAVAILABLE when the database cannot be had within the deadline; what the rules throw passes.
 */
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
        // A server that refused to write has done nothing, and its connection is dropped: the next one may find the
        // server that writes.
        const again = lost ? mayRetryLoss : isReadOnly(error) || (isConflict(error) && tries < CONFLICT_TRIES);
        // Jitter, so that callers who failed together do not come back together.
        const wait = pause * (0.5 + Math.random());
        if (again && performance.now() + wait < end) {
          counts.retries++;
          await sleep(wait);
        } else if (lost || isConflict(error) || isUnavailable(error)) throw unavailable(error);
        else throw error;
      }
    }
  }

  return {
    read: (work) => attempt(() => work(db, sql), true),
    write: (work) => attempt(() => db.transaction(work), false),
    move: (work) => attempt(() => work(sql), true),
    rehearse: (work) => attempt(() => undone(sql, (move) => work({ move })), true, deadline * REHEARSAL_MOVES),
  };
}

/** Thrown inside a transaction so that the driver rolls it back. */
class Undo extends Error {}

async function undone<T>(sql: MoveSql, work: (move: Kernel['move']) => Promise<T>): Promise<T> {
  let done: { value: T } | undefined;
  try {
    await sql.begin(async (open) => {
      // Read by triggers: packages/db/src/functions/offers.sql.
      await open`set local inaam.rehearsal = 'on'`;
      let isInside = false;
      let before: Promise<unknown> = Promise.resolve();
      // A rehearsal is hundreds of moves: the savepoint of each travels with its first statement, in one round trip,
      // and is released with that of the next. One after the other, since savepoints are a stack.
      const move: Kernel['move'] = (step) => {
        const run = before.then(async () => {
          const opened = open.unsafe(isInside ? 'release savepoint move; savepoint move' : 'savepoint move').execute();
          isInside = true;
          try {
            // A transaction's `sql` has all that a move uses; opening and closing the pool alone is not its business.
            const [result] = await Promise.all([step(open as unknown as MoveSql), opened]);
            return result;
          } catch (error) {
            await open`rollback to savepoint move`;
            throw error;
          }
        });
        before = run.catch(() => undefined);
        return run;
      };
      done = { value: await work(move) };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!done) throw new Error('a rehearsal ended without its work');
  return done.value;
}

const unavailable = (cause: unknown): DomainError => new DomainError('UNAVAILABLE', { retryAfterSeconds: 2, cause });

/** Settles with the work, or fails once the time is up: a connection that dies can leave a query that never settles. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`no answer within ${Math.round(ms)} ms`))), Math.max(ms, 1));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
