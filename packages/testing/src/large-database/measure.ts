import type { SqlClient } from '@inaam/db/client';
import { readProcessCpuNs } from '../cpu.ts';
import type { MeasuredCall } from './calls.ts';

export interface Measurement {
  name: string;
  /** ms; the median and the 95th percentile of the runs. */
  p50: number;
  p95: number;
  /** CPU time of the server for one call in ms, the median of the runs; null if the system does not report it. */
  cpu: number | null;
  /** Pages that one call reads in PostgreSQL, cached or not. Unlike time, they are the same on a busy machine. */
  pages: number;
  /** Large tables that one call scans, with the number of rows read. */
  scans: Record<string, number>;
}

interface Counts {
  pages: number;
  scans: Record<string, number>;
}

/** Below this number of rows a sequential scan is the best plan. */
const MIN_INDEXED_ROWS = 5000;

/** Reads the statistics of this database, after the connection has reported its own statistics. */
async function readStatistics(sql: SqlClient): Promise<Counts> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ pages: number; scans: Record<string, number> }[]>`
    select (select blks_hit + blks_read from pg_stat_database where datname = current_database()) as pages,
      (select coalesce(jsonb_object_agg(relname, seq_tup_read), '{}') from pg_stat_user_tables
        where n_live_tup > ${MIN_INDEXED_ROWS}::int) as scans`;
  if (!row) throw new Error('there are no statistics');
  return row;
}

/**
 * Runs a call `runs` times after one warm-up, and counts the reads of the last run. `sql` must be the only connection
 * of the database, so that only the call's reads count.
 */
export async function measure(sql: SqlClient, call: MeasuredCall, runs: number): Promise<Measurement> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cpu = () => readProcessCpuNs(backend?.pid ?? 0);
  const took: number[] = [];
  const cost: number[] = [];
  const run = async () => {
    const [started, from] = [performance.now(), cpu()];
    await call.run();
    const until = cpu();
    took.push(performance.now() - started);
    if (from !== null && until !== null) cost.push((until - from) / 1e6);
  };
  if (runs > 1) await call.run();
  for (let i = 1; i < runs; i++) await run();
  // Reading the statistics reads pages, too. The pages of one such reading are subtracted.
  const first = await readStatistics(sql);
  const before = await readStatistics(sql);
  await run();
  const after = await readStatistics(sql);
  const scans = Object.entries(after.scans).map(([table, rows]) => [table, rows - (before.scans[table] ?? 0)] as const);
  return {
    name: call.name,
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    cpu: cost.length === 0 ? null : quantile(cost, 0.5),
    pages: Math.max(0, after.pages - before.pages - (before.pages - first.pages)),
    scans: Object.fromEntries(scans.filter(([, rows]) => rows > 0)),
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10;
}
