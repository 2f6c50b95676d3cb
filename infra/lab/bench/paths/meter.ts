import { cpus } from 'node:os';
import { openDatabase } from '@inaam/db/client';
import type { Load } from './load.ts';
import { machineCpu, treeCpu } from './processor.ts';

/** One run of one way of doing a thing. */
export interface Sample extends Load {
  /** µs of processor time for one call. */
  databaseCpu: number | null;
  serverCpu: number | null;
  /**
   * Bytes of WAL for one call; and the pages in it that are there whole, being new since the checkpoint before the run:
   * up to 8 kB each, fewer the longer a run is.
   */
  wal: number;
  pages: number;
  /** What working backends waited for: share of the looks at them, the greatest first. */
  waits: [event: string, share: number][];
  /** Share of the machine that other processes took. */
  foreign: number | null;
}

export interface MeterOptions {
  /** Of the database that is worked on. */
  url: string;
  postmaster: number;
  /** Of the process that serves, with its children; undefined where the generator speaks to the database itself. */
  server: number | undefined;
}

const LOOK_EVERY_MS = 100;

/** Measures what a load costs. */
export async function meter(options: MeterOptions, work: () => Promise<Load>): Promise<Sample> {
  const { url, postmaster, server } = options;
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  const seen = new Map<string, number>();
  let looks = 0;
  const look = async () => {
    const rows = await sql<{ event: string; backends: number }[]>`
      select coalesce(wait_event_type || ':' || wait_event, 'running') as event, count(*)::int as backends
      from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() group by 1`;
    for (const { event, backends } of rows) {
      seen.set(event, (seen.get(event) ?? 0) + backends);
      looks += backends;
    }
  };
  const state = async () => {
    const [row] = await sql<{ wal: number; pages: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal, wal_fpi::float8 as pages
      from pg_stat_wal`;
    return {
      ...(row ?? { wal: 0, pages: 0 }),
      database: treeCpu(postmaster),
      server: server === undefined ? null : treeCpu(server),
      own: treeCpu(process.pid),
      machine: machineCpu(),
      at: performance.now(),
    };
  };
  try {
    const before = await state();
    let looking: Promise<void> | undefined;
    const timer = setInterval(() => {
      looking ??= look().finally(() => (looking = undefined));
    }, LOOK_EVERY_MS);
    const load = await work().finally(() => clearInterval(timer));
    await looking;
    const after = await state();
    const cost = (name: 'database' | 'server' | 'own' | 'machine') => {
      const [from, until] = [before[name], after[name]];
      return from === null || until === null ? null : until - from;
    };
    const perCall = (total: number | null) => (total === null || load.done === 0 ? null : total / load.done);
    const [all, database, ours] = [cost('machine'), cost('database'), cost('own')];
    const capacity = (after.at - before.at) * 1000 * cpus().length;
    return {
      ...load,
      databaseCpu: perCall(database),
      serverCpu: perCall(cost('server')),
      wal: (after.wal - before.wal) / load.done,
      pages: (after.pages - before.pages) / load.done,
      waits: [...seen]
        .map(([event, count]): [string, number] => [event, count / looks])
        .toSorted(([, a], [, b]) => b - a),
      // Ours holds what we have started, the server and its database among it.
      foreign: all === null || ours === null ? null : Math.max(0, (all - ours) / capacity),
    };
  } finally {
    await close();
  }
}
