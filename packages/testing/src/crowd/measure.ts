import type { MoveSql } from '@inaam/db/client';
import type { CrowdCall } from './calls.ts';

export interface Measured {
  name: string;
  /** ms, the median and the 95th percentile of the runs. */
  p50: number;
  p95: number;
  /** Pages that one call looks at in PostgreSQL, in the cache or not: unlike time the same on a busy machine. */
  pages: number;
  /** Large tables that one call reads from end to end, with the rows that it reads of them. */
  scans: Record<string, number>;
}

interface Counts {
  pages: number;
  scans: Record<string, number>;
}

/** Below this a scan of the whole table is the best plan. */
const LARGE = 5000;

/** What this database has counted so far. Over one connection, which first hands in what it has counted itself. */
async function counts(sql: MoveSql): Promise<Counts> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ pages: number; scans: Record<string, number> }[]>`
    select (select blks_hit + blks_read from pg_stat_database where datname = current_database()) as pages,
      (select jsonb_object_agg(relname, seq_tup_read) from pg_stat_user_tables where n_live_tup > ${LARGE}::int) as scans`;
  if (!row) throw new Error('there are no statistics');
  return row;
}

/**
 * Times a call, then counts what one more run reads. `sql` must be the only connection of the database, so that it is
 * the call's reading that is counted.
 */
export async function measure(sql: MoveSql, call: CrowdCall, runs: number): Promise<Measured> {
  const took: number[] = [];
  for (let run = -2; run < runs; run++) {
    const started = performance.now();
    await call.run();
    if (run >= 0) took.push(performance.now() - started);
  }
  // Reading the counts reads pages as well: what that costs is taken off.
  const first = await counts(sql);
  const before = await counts(sql);
  await call.run();
  const after = await counts(sql);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10;
  const scans = Object.entries(after.scans).map(([table, rows]) => [table, rows - (before.scans[table] ?? 0)] as const);
  return {
    name: call.name,
    p50: at(0.5),
    p95: at(0.95),
    pages: Math.max(0, after.pages - before.pages - (before.pages - first.pages)),
    scans: Object.fromEntries(scans.filter(([, rows]) => rows > 0)),
  };
}
