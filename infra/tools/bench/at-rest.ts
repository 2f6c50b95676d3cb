import { setTimeout as sleep } from 'node:timers/promises';
import type { MoveSql } from '@inaam/db/client';

/** Commits a second of the jobs of a server that nobody calls, at most. */
const RESTING = 100;
const PATIENCE_SECONDS = 600;

/** Waits until the api has done what it finds to do in a database that was filled: it judges thousands of postbacks. */
export async function atRest(sql: MoveSql): Promise<void> {
  const commits = async () =>
    Number(
      (await sql`select xact_commit as n from pg_stat_database where datname = current_database()`)[0]?.['n'] ?? 0,
    );
  for (let before = await commits(), waited = 0; waited < PATIENCE_SECONDS; waited++) {
    await sleep(1000);
    const after = await commits();
    if (after - before < RESTING) return;
    before = after;
  }
  throw new Error('the jobs of the api do not come to an end');
}
