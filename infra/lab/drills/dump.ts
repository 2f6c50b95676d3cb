import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';
import { type ApiProcess, root, startApi } from '../harness/api-process.ts';
import { auditAcknowledged, createOpener, judged } from '../harness/audit.ts';
import { inTime } from '../harness/daemon.ts';
import { BIN, type DebianPostgres, PASSWORD, startDebianPostgres } from '../harness/debian-postgres.ts';
import { furnish } from '../harness/furnish.ts';
import { startLoad, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { type Row, TABLE_HEAD, tell } from '../harness/report.ts';
import { runNode } from '../harness/run-node.ts';
import { NONE_FAILED } from './roll.ts';

const PATIENCE = 120_000;

/**
 * A database of one's own, on Debian's PostgreSQL 15: dumped by `pg_dump` under load, restored by `pg_restore` on
 * another server, migrated and served there. What was acknowledged before the dump is there, months and all.
 */
export async function drillDump(): Promise<Row[]> {
  needPrograms('/usr/lib/postgresql/15/bin/postgres');
  const servers: DebianPostgres[] = [];
  const apis: ApiProcess[] = [];
  try {
    servers.push(await startDebianPostgres(), await startDebianPostgres());
    const [from, to] = servers as [DebianPostgres, DebianPostgres];
    const urls = (server: DebianPostgres) => ({
      DATABASE_URL: server.url('inaam_app', 'inaam'),
      DATABASE_MIGRATE_URL: server.url('inaam', 'inaam'),
    });
    const migrate = (server: DebianPostgres) => runNode(root, ['apps/api/src/migrate.ts'], urls(server));
    await migrate(from);
    const furniture = await furnish(from.url('inaam', 'inaam'));
    const before = openDatabase(from.url('inaam', 'inaam'), { max: 2, statementTimeout: 30_000 });
    await before.sql.unsafe(ROWS_OF_MONTHS);
    const start = async (server: DebianPostgres) => {
      const api = await startApi({ ...furniture, databaseUrl: urls(server).DATABASE_URL });
      apis.push(api);
      await api.ready();
      return api;
    };
    const { appOrigin } = await start(from);
    const load = startLoad(() => appOrigin, furniture, workOf(furniture), { rate: 60 });
    await sleep(4_000);
    const { clicks, completions, spins } = load.acknowledged;
    const acknowledged = { clicks: [...clicks], completions: [...completions], spins: [...spins] };
    const months = await monthsOf(before.sql);
    const file = join(from.sockets, 'inaam.dump');
    const began = performance.now();
    await tool('pg_dump', from, ['-Fc', '-f', file]);
    const dumped = performance.now();
    // Into an empty database, as the runbook says; the extension is the owner's to make.
    await tool('pg_restore', to, ['--exit-on-error', file]);
    process.stdout.write(
      `dumped in ${Math.round(dumped - began)} ms, restored in ${Math.round(performance.now() - dumped)} ms\n`,
    );
    const wrong: string[] = [];
    await migrate(to);
    const restored = await start(to);
    const after = openDatabase(to.url('inaam', 'inaam'), { max: 2, statementTimeout: 30_000 });
    try {
      const there = await monthsOf(after.sql);
      const differ = months.filter((line) => !there.includes(line));
      wrong.push(...differ.map((line) => `a month is not as it was: ${line}`));
      if (months.length < 12) wrong.push(`only ${months.length} partitions had rows or bounds to compare`);
      const [kept] = await asRuntime(to, (sql) => sql<{ done: string[] }[]>`select keep_partitions() as done`);
      if (kept?.done.length !== 0) wrong.push(`months were made or dropped anew: ${kept?.done.join(', ')}`);
      const [unfinished] = await after.sql<{ n: number }[]>`
        select count(*)::int as n from pg_index where not indisvalid`;
      if (unfinished?.n !== 0) wrong.push(`${unfinished?.n} indexes are not valid`);
      const opener = createOpener(Buffer.from(furniture.secretsKey, 'hex'));
      const audit = auditAcknowledged(
        { appOrigin: restored.appOrigin, opener, databaseUrl: () => to.url('inaam', 'inaam') },
        acknowledged,
      );
      wrong.push(...(await inTime('looking at what was restored', PATIENCE, audit)));
    } finally {
      await after.close();
      await before.close();
    }
    const books = { appOrigin, databaseUrl: from.url('inaam', 'inaam'), furniture };
    const row = await judged('pg_dump under load, pg_restore elsewhere', load, books, NONE_FAILED_OF_FEW, { wrong });
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const NONE_FAILED_OF_FEW = { ...NONE_FAILED, calls: 200 };

/** Of each table that is partitioned: a row of history, of the present month, and of one that nobody has made. */
const ROWS_OF_MONTHS = `
  insert into security_events (at, kind, realm, actor_kind, actor_id)
  select m, 'sign_in', 'user', 'user', 1
  from unnest(array['2020-01-05', now(), now() + interval '1 month', '2130-01-05']::timestamptz[]) m;
  insert into security_event_details (event_id, at, ip)
  select id, case when at < '2021-01-01' then '-infinity' else at end, '192.0.2.1' from security_events;
  insert into messages (month, kind, fact_key, user_id, recipient, status, settled_at)
  select month_of(m), 'spin_ready', 'of the drill', 1, 'drill@example.invalid', 'sent', now()
  from unnest(array[now() - interval '80 days', now(), now() + interval '1 month', '2130-01-05']::timestamptz[]) m;`;

/** The partitions with their bounds, and those rows of theirs that no load writes, a line each. */
async function monthsOf(sql: MoveSql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with rows (place, what) as (
      select e.tableoid, 'event ' || e.id from security_events e where actor_id = 1 and request_id is null
      union all select d.tableoid, 'details ' || d.event_id from security_event_details d where ip = '192.0.2.1'
      union all select m.tableoid, 'message ' || m.id from messages m where recipient = 'drill@example.invalid')
    select concat_ws(' ', p.parent, p.name, p.first_at, p.end_at, p.is_default,
      (select string_agg(what, ', ' order by what) from rows where place = p.name::regclass)) as line
    from partitions() p order by 1`;
  return rows.map(({ line }) => line);
}

async function asRuntime<T>(server: DebianPostgres, work: (sql: MoveSql) => Promise<T>): Promise<T> {
  const { sql, close } = openDatabase(server.url('inaam_app', 'inaam'), { max: 1, statementTimeout: 30_000 });
  try {
    return await work(sql);
  } finally {
    await close();
  }
}

/** Runs one of PostgreSQL's programs as the owner of the database. @throws with what it said when it fails */
async function tool(name: 'pg_dump' | 'pg_restore', { port }: DebianPostgres, args: string[]): Promise<void> {
  const child = spawn(join(BIN, name), ['-h', '127.0.0.1', '-p', String(port), '-U', 'inaam', '-d', 'inaam', ...args], {
    env: { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: PASSWORD },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: PATIENCE,
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name}: ${said}`);
}
