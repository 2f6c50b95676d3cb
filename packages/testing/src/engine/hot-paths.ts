import { placement } from '@inaam/db/placement';
import { type EngineSchema, type Reach, reachOf } from './tablets.ts';

/** What one call asks of the distributed engine's tablets. */
export interface Asked {
  /** Statements that reach a table: each waits for what it asks. */
  steps: number;
  /** Of those the ones that write: their rows leave together. */
  flushes: number;
  /** Requests that read, all rows of one table at once. */
  reads: number;
  /** Rows and entries of indexes that are inserted or deleted; of an update the row. */
  writes: number;
}

/**
 * By the hot paths of apps/api/src/test/costs.test.ts, which counts them and holds them to this. The model of cost
 * (infra/docs/engine-costs.md) is made of them.
 */
export const HOT_PATHS: Readonly<Record<string, Asked>> = {
  spin: { steps: 8, flushes: 3, reads: 18, writes: 9 },
  'spin again': { steps: 1, flushes: 0, reads: 10, writes: 0 },
  click: { steps: 9, flushes: 2, reads: 14, writes: 9 },
  postback: { steps: 11, flushes: 2, reads: 18, writes: 20 },
  'postback again': { steps: 1, flushes: 0, reads: 2, writes: 0 },
  offers: { steps: 1, flushes: 0, reads: 12, writes: 0 },
  'offers again': { steps: 1, flushes: 0, reads: 10, writes: 0 },
  'sign-in': { steps: 6, flushes: 2, reads: 10, writes: 22 },
};

/** What a hot path reaches beyond a tablet for each row, or in a tablet that many share, with its cost. */
export const NAMED: Readonly<Record<string, string>> = {
  'spin: free_vouchers shared':
    'a win: one read with a row lock and one delete in the tablet of its amount, so wins of one amount a second are ' +
    'bounded by what one tablet writes; losses ask nothing of it',
};

/** Counts what the statements of a call ask, and finds what is not named and reaches far. */
export async function askedBy(
  path: string,
  statements: readonly { query: string; calls: number }[],
  schema: EngineSchema,
): Promise<Asked & { unnamed: string[] }> {
  const asked = { steps: 0, flushes: 0, reads: 0, writes: 0, unnamed: [] as string[] };
  for (const { query, calls } of statements) {
    // Whether the database is there is asked beside the call, once in a while.
    if (query.includes('is_read_only')) continue;
    const reached: Reach[] = await reachOf(query, schema);
    if (reached.length > 0) asked.steps += calls;
    if (reached.some(({ writes }) => writes > 0)) asked.flushes += calls;
    asked.reads += calls * reached.filter(({ writes }) => writes === 0).length;
    asked.writes += calls * reached.reduce((sum, { writes }) => sum + writes, 0);
    for (const { table, how } of reached) {
      const place = placement[table];
      const isShared = place !== undefined && place !== 'colocated' && place.shared !== undefined;
      const what = `${path}: ${table} ${isShared ? 'shared' : how}`;
      if ((isShared || how === 'scatter' || how === 'range') && !(what in NAMED)) asked.unnamed.push(what);
    }
  }
  return asked;
}
