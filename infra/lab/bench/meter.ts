import { cpus } from 'node:os';
import { openDatabase } from '@inaam/db/client';
import type { Load } from './load.ts';
import { machineCpu, treeCpu } from './processor.ts';

/** One run of one way of doing a thing. */
export interface Sample extends Load {
  /** µs of processor time for one call. */
  databaseCpu: number | null;
  serverCpu: number | null;
  /** Bytes of WAL for one call, whole pages after a checkpoint among them. */
  wal: number;
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

/** Measures what a load costs. */
export async function meter(options: MeterOptions, work: () => Promise<Load>): Promise<Sample> {
  const { url, postmaster, server } = options;
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  const state = async () => {
    const [row] = await sql<{ wal: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`;
    return {
      wal: row?.wal ?? 0,
      database: treeCpu(postmaster),
      server: server === undefined ? null : treeCpu(server),
      own: treeCpu(process.pid),
      machine: machineCpu(),
      at: performance.now(),
    };
  };
  try {
    const before = await state();
    const load = await work();
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
      // Ours holds what we have started, the server and its database among it.
      foreign: all === null || ours === null ? null : Math.max(0, (all - ours) / capacity),
    };
  } finally {
    await close();
  }
}
