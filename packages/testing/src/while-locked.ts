import type { SqlClient } from '@inaam/db/client';
import type { TestCore } from './core.ts';

/**
 * Checks whether work waits for a lock of another session. That session holds its locks until the work waits, so the
 * result does not depend on timing.
 * @param hold runs in the other session's transaction before the work begins
 * @param work runs while that transaction is open
 * @param end ends the other session's transaction
 * @returns `waited`: whether the work waited for a lock of the other session; `result`: the result of the work
 */
export async function whileLocked<T>(
  { database }: Pick<TestCore, 'database'>,
  hold: (sql: SqlClient) => Promise<unknown>,
  work: () => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<{ waited: boolean; result: T }> {
  let waited = false;
  let working: Promise<T> | undefined;
  const undo = new Error('rolled back');
  const transaction = database.sql.begin(async (open) => {
    await hold(open as unknown as SqlClient);
    const [self] = await open<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let isDone = false;
    working = work().finally(() => {
      isDone = true;
    });
    // A failure is thrown below. Until then, this prevents an unhandled rejection.
    working.catch(() => {});
    while (!isDone && !waited) {
      const [row] = await database.sql<{ blocked: boolean }[]>`
        select exists (
          select 1 from pg_stat_activity where ${self?.pid ?? 0} = any (pg_blocking_pids(pid))
        ) as blocked`;
      waited = row?.blocked === true;
    }
    if (end === 'rollback') throw undo;
  });
  await transaction.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (!working) throw new Error('the transaction ended without its work');
  return { waited, result: await working };
}

/**
 * Runs calls that queue behind a lock of another session, in order. Each call begins when the call before it waits. The
 * lock is released when the last call waits, so the result does not depend on timing.
 * @param hold takes the lock
 * @returns the result of each call
 */
export async function runQueuedBehindLock<T>(
  { database }: Pick<TestCore, 'database'>,
  hold: (sql: SqlClient) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const running = new Set<Promise<unknown>>();
  const ends: Promise<PromiseSettledResult<T>[]>[] = [];
  await database.sql.begin(async (open) => {
    await hold(open as unknown as SqlClient);
    for (const call of calls) {
      const end = Promise.allSettled([call()]);
      running.add(end);
      void end.then(() => running.delete(end));
      ends.push(end);
      for (let blocked = 0; blocked < running.size; ) {
        const [row] = await database.sql<{ blocked: number }[]>`
          select count(*)::int as blocked from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
        blocked = row?.blocked ?? 0;
      }
    }
  });
  return (await Promise.all(ends)).flat();
}
