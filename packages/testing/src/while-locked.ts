import type { MoveSql } from '@inaam/db/client';
import type { TestCore } from './core.ts';

/**
 * Whether a piece of work waits for what another session holds. The other session takes its locks and keeps them, so
 * that nothing depends on who is quicker.
 * @param hold what the other session does in its transaction, before the work begins; it ends once the work waits
 * @param work begun while the transaction is open
 * @param end how the other session's transaction ends
 * @returns `waited`: whether the work waited for a lock of the other session; `result`: the work's own, after that end
 */
export async function whileLocked<T>(
  { database }: Pick<TestCore, 'database'>,
  hold: (sql: MoveSql) => Promise<unknown>,
  work: () => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<{ waited: boolean; result: T }> {
  let waited = false;
  let working: Promise<T> | undefined;
  const undo = new Error('rolled back');
  const transaction = database.sql.begin(async (open) => {
    await hold(open as unknown as MoveSql);
    const [self] = await open<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let isDone = false;
    working = work().finally(() => {
      isDone = true;
    });
    // Its failure is the caller's to see, below; until then nobody listens.
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
 * Runs calls that queue up, in order, behind a lock of another session. Each begins once the one before waits, and the
 * lock is released once the last one waits, so that nothing depends on which call is quicker.
 * @param hold takes the lock
 * @returns how each call ended
 */
export async function runQueuedBehindLock<T>(
  { database }: Pick<TestCore, 'database'>,
  hold: (sql: MoveSql) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const running = new Set<Promise<unknown>>();
  const ends: Promise<PromiseSettledResult<T>[]>[] = [];
  await database.sql.begin(async (open) => {
    await hold(open as unknown as MoveSql);
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
