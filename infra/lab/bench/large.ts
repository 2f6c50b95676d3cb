import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { listAdminCalls, listUserCalls } from '@inaam/testing/large-database/calls';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { measure } from '@inaam/testing/large-database/measure';
import { createServicesForKernel } from '@inaam/testing/services';
import { temporaryFolder } from '../harness/cleanup.ts';
import { withDatabase, withSql } from '../harness/database.ts';
import { startServing, waitForFirstJobs } from './environment.ts';
import { secrets } from './fill.ts';
import { readMemory } from './memory.ts';
import type { Line } from './report.ts';

export interface LargeOptions {
  users: number;
  completions: number;
  /** Number of clicks: see `DatabaseSize`. */
  clicks?: number | undefined;
  /** How often each call is measured. */
  runs: number;
  /** Measures only calls or CSV exports with this text in their names; empty for all. */
  only: string;
  /** The folder that keeps the database for the next run. If undefined, the database is deleted at the end. */
  data: string | undefined;
  log: (line: string) => void;
}

/** Starts a PostgreSQL server, fills its database if it is empty, and passes the database's URL to the work. */
async function onLargeDatabase(
  { data, log, ...size }: LargeOptions,
  work: (url: string) => Promise<Line[]>,
): Promise<Line[]> {
  const server = await startEmbedded({
    dataDir: data ?? temporaryFolder('large'),
    durable: data !== undefined,
    settings: {
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      // The database can be filled again, so it need not survive a crash.
      synchronous_commit: 'off',
      fsync: 'off',
      full_page_writes: 'off',
      // The fill vacuums and analyzes once, at its end.
      autovacuum: 'off',
      // Without parallel workers, a query runs in one server process. `measure` reads only its CPU time.
      max_parallel_workers_per_gather: '0',
    },
    log,
  });
  try {
    await migrate(server.url);
    await withSql(server.url, async (sql) => {
      const [filled] = await sql`select 1 from users limit 1`;
      if (!filled) await fillLargeDatabase(sql, secrets, size, log);
    });
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/**
 * Calls that may take 1 s with a capped total, such as searches, later pages, sorted lists, lists with two filters, and
 * reports. All other calls may take 50 ms: the first page of a list in its default sort order or with one filter, most
 * pages of one record, and most calls of users.
 */
const SLOWER_CALLS =
  /search|page \d|sorted|, .*,|refused of|lookup|evidence|consequence|health|report|dashboard|attention|sign-|register/;

/**
 * Measures the read calls of the back-office and, with `capped`, the users' hot calls.
 * @param totals how far the lists count: `capped`, as for screens, or `exact`, as for programs that call with a service
 * key
 */
export function benchLists(options: LargeOptions, totals: 'capped' | 'exact'): Promise<Line[]> {
  const { runs, only, log } = options;
  return onLargeDatabase(options, (url) =>
    withDatabase(url, 1, async (database) => {
      const { sql } = database;
      const services = await createServicesForKernel(database, secrets);
      const all = await listAdminCalls(services, sql, totals);
      const calls = totals === 'exact' ? all : [...all, ...(await listUserCalls(services, sql, runs + 3))];
      const lines: Line[] = [];
      for (const call of calls.filter(({ name }) => name.includes(only))) {
        const { p50, p95, cpu, pages, scans } = await measure(sql, call, runs);
        const read = Object.entries(scans).map(([table, rows]) => `, all of ${table} (${rows})`);
        const most = totals === 'exact' ? 2000 : SLOWER_CALLS.test(call.name) ? 1000 : 50;
        const detail = `p50 ${p50} ms, CPU ${cpu ?? '?'} ms, ${pages} pages${read.join('')}`;
        log(`  ${call.name}: ${p95} ms`);
        lines.push({ what: `${call.name}, ${totals} total`, value: p95, unit: 'ms p95', target: { most }, detail });
      }
      // Flush the security event log while the database is open; otherwise it retries for minutes.
      await services.securityEventLog.close();
      return lines;
    }),
  );
}

/** Seconds in which the jobs of a large database seal its audit entries and erase the origins of old clicks. */
const JOBS_PATIENCE_S = 1800;
const FILES = ['conversions', 'offer-clicks', 'users', 'vouchers'];
/** MiB by which the process may grow from the first export to the last. Memory must not depend on the row count. */
const FLAT_MIB = 64;

/**
 * Downloads whole CSV exports of the back-office over HTTP from a separate process. Reads each export once before the
 * measurement.
 */
export function benchFiles(options: LargeOptions): Promise<Line[]> {
  const { runs, only, log } = options;
  return onLargeDatabase(options, async (url) => {
    const api = await startServing(url);
    try {
      await waitForFirstJobs(url, JOBS_PATIENCE_S, log);
      const cookie = await signInAsAdmin(url);
      const lines: Line[] = [];
      const names = FILES.filter((each) => each.includes(only));
      let before: number | undefined;
      for (const name of names) {
        const address = `${api.adminOrigin}/export/${name}.csv?codes=masked`;
        await countExportedRows(address, cookie);
        before ??= readMemory(api.pid).most;
        const rates: number[] = [];
        let detail = '';
        for (let run = 0; run < runs; run++) {
          // The first read causes writes a little later, such as hint bits. They must not slow down the next read.
          await sleep(1000);
          const began = performance.now();
          const rows = await countExportedRows(address, cookie);
          rates.push((rows * 1000) / (performance.now() - began));
          detail = `${rows} rows`;
        }
        const value = rates.toSorted((a, b) => a - b)[rates.length >> 1] ?? Number.NaN;
        log(`  ${name}: ${Math.round(value)} rows a second`);
        lines.push({ what: `export of ${name}`, value, unit: 'rows a second', target: { least: 30_000 }, detail });
      }
      const most = readMemory(api.pid).most;
      const value = most - (before ?? Number.NaN);
      const [what, detail] = ['memory gained after the first export', `at most ${most} MiB`];
      lines.push({ what, value, unit: 'MiB', target: { most: FLAT_MIB }, detail });
      return lines;
    } finally {
      await api.end();
    }
  });
}

/** Counts the rows of a CSV export without its heading. No cell of this data has a line break. */
async function countExportedRows(address: string, cookie: string): Promise<number> {
  const answer = await fetch(address, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  let lines = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array>)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  return lines - 1;
}

/** Signs in the admin of the filled database. @returns the cookie */
async function signInAsAdmin(url: string): Promise<string> {
  await withSql(
    url,
    (sql) => sql`
      insert into admin_sessions (id, admin_id, expires_at)
      select encode(sha256('bench'), 'hex'), id, now() + interval '12 hours' from admins where username = 'bench'
      on conflict (id) do update set created_at = now(), expires_at = excluded.expires_at`,
  );
  return 'inaam_admin=bench';
}
