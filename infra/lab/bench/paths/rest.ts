import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';

/** When an api has nothing more to do by itself, so that a run measures the calls alone. */

/** WAL of a second in which nobody calls, in bytes, while jobs find nothing to do. */
const IDLE_WAL = 20_000;
const JOBS_PATIENCE_S = 60;

/** Waits until the jobs that an api begins with have nothing to write any more. */
export async function jobsDone(sql: MoveSql, log: (line: string) => void): Promise<void> {
  const written = async () =>
    (await sql<{ at: number }[]>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`)[0]?.at ?? 0;
  let quiet = 0;
  let second = 0;
  for (; quiet < 3 && second < JOBS_PATIENCE_S; second++) {
    const before = await written();
    await sleep(1000);
    quiet = (await written()) - before < IDLE_WAL ? quiet + 1 : 0;
  }
  log(`jobs of the api: ${second} s${quiet < 3 ? ', and they go on' : ''}`);
}

/**
 * Waits until the api has read all and done what it does at its start: a process that serves for weeks does that once,
 * and in seconds of a run it would be most of what is measured.
 */
export async function restAfterStart(url: string, log: (line: string) => void): Promise<void> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 600_000 });
  try {
    await allRead(url);
    await jobsDone(sql, log);
  } finally {
    await close();
  }
}

const FEED_PATIENCE_MS = 120_000;

/** Waits until each consumer of the feed has read what can be relied on by now. @throws where the feed stands still */
export async function allRead(url: string): Promise<void> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 600_000 });
  try {
    const waits = async () => (await sql`select from feed_consumers where feed_waits(name) limit 1`).length > 0;
    for (const until = performance.now() + FEED_PATIENCE_MS; await waits(); await sleep(50))
      if (performance.now() > until) throw new Error('the feed does not come to the end of what was inserted');
  } finally {
    await close();
  }
}
