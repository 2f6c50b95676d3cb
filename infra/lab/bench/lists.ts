import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { adminCalls, userCalls } from '@inaam/testing/large-database/calls';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { measure } from '@inaam/testing/large-database/measure';
import { servicesOver } from '@inaam/testing/services';

export interface ListOptions {
  users: number;
  completions: number;
  /** See `DatabaseSize`. */
  clicks?: number | undefined;
  vouchers?: number | undefined;
  /** How often each call is timed. */
  runs: number;
  /** Part of the names of the calls to measure; empty for all. */
  only: string;
  /** Where the database is kept for the next run; without one it is gone afterwards. */
  data: string | undefined;
  log: (line: string) => void;
}

/** Starts a server, fills its database where it is empty, and hands out its address. */
export async function largeDatabaseServer(
  { data, log, ...size }: Omit<ListOptions, 'runs' | 'only'>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = await startEmbedded({
    dataDir: data ?? mkdtempSync(join(tmpdir(), 'inaam-bench-')),
    durable: data !== undefined,
    settings: {
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      // What is lost with the machine is filled again.
      synchronous_commit: 'off',
      fsync: 'off',
      full_page_writes: 'off',
      // The filler vacuums and analyzes itself, once.
      autovacuum: 'off',
      // In one process, so that its CPU is all of a call's.
      max_parallel_workers_per_gather: '0',
    },
    log,
  });
  try {
    await migrate(server.url);
    const { sql, close } = openDatabase(server.url, { max: 1, statementTimeout: 900_000 });
    const [filled] = await sql`select 1 from users limit 1`;
    if (!filled) await fillLargeDatabase(sql, size, log);
    await close();
    await work(server.url);
  } finally {
    await server.stop();
  }
}

/** Measures every list of the back-office and the users' hot calls over a large database. */
export async function benchLists({
  runs,
  only,
  totals,
  log,
  ...options
}: ListOptions & { totals: 'capped' | 'exact' }): Promise<void> {
  await largeDatabaseServer({ log, ...options }, async (url) => {
    const database = openDatabase(url, { max: 1, statementTimeout: 900_000 });
    try {
      const { sql } = database;
      const services = await servicesOver(database);
      const calls = [...(await adminCalls(services, sql, totals)), ...(await userCalls(services, sql, runs + 3))];
      log('| call | p50 ms | p95 ms | CPU ms | pages | scans of whole tables |\n|---|---|---|---|---|---|');
      for (const call of calls.filter(({ name }) => name.includes(only))) {
        const one = await measure(sql, call, runs);
        const scans = Object.entries(one.scans).map(([table, rows]) => `${table} (${rows})`);
        log(`| ${one.name} | ${one.p50} | ${one.p95} | ${one.cpu ?? ''} | ${one.pages} | ${scans.join(', ')} |`);
      }
      // What it gathers is written while there is a database: it tries again for minutes.
      await services.trail.close();
    } finally {
      await database.close();
    }
  });
}
