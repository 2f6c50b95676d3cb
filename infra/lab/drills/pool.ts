import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@inaam/db/embedded/server';
import postgres from 'postgres';
import { type ApiProcess, root, startApi } from '../harness/api-process.ts';
import { judged } from '../harness/audit.ts';
import { accountOf, type Daemon, startDaemon, until } from '../harness/daemon.ts';
import { type DebianPostgres, folderOf, PASSWORD, startDebianPostgres } from '../harness/debian-postgres.ts';
import { withPorts } from '../harness/fronts.ts';
import { furnish } from '../harness/furnish.ts';
import { startLoad, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { FAULT_BARS, type Row, TABLE_HEAD, tell } from '../harness/report.ts';
import { runNode } from '../harness/run-node.ts';

const PROCESSES = 4;

/**
 * PgBouncer in transaction mode, as in infra/ops: four processes start at once, work, are killed under load, and start
 * at once again. No lock may be left behind, and no start may hang.
 */
export async function drillPool(): Promise<Row[]> {
  needPrograms('/usr/sbin/pgbouncer', '/usr/lib/postgresql/15/bin/postgres');
  const database = await startDebianPostgres();
  const apis: ApiProcess[] = [];
  let pool: Awaited<ReturnType<typeof startPool>> | undefined;
  try {
    pool = await startPool(database);
    const databaseUrl = database.url('inaam_app', 'inaam', pool.port);
    const ownerUrl = database.url('inaam', 'inaam');
    await runNode(root, ['apps/api/src/migrate.ts'], { DATABASE_URL: databaseUrl, DATABASE_MIGRATE_URL: ownerUrl });
    const furniture = await furnish(ownerUrl);
    const wrong: string[] = [];
    const startAll = async () => {
      const began = performance.now();
      const options = { ...furniture, databaseUrl, env: { DATABASE_PREPARE: 'off' } };
      const started = await Promise.all(
        Array.from({ length: PROCESSES }, (_, i) => startApi({ ...options, ...(apis[i] && { ports: apis[i].ports }) })),
      );
      apis.splice(0, PROCESSES, ...started);
      await Promise.all(started.map((api) => api.ready()));
      process.stdout.write(`${PROCESSES} processes ready in ${Math.round(performance.now() - began)} ms\n`);
    };
    await startAll();
    let turn = 0;
    const load = startLoad(() => apis[turn++ % PROCESSES]?.appOrigin ?? '', furniture, workOf(furniture), {
      rate: 100,
    });
    await sleep(6_000);
    await Promise.all(apis.map((api) => api.kill()));
    await startAll();
    await sleep(6_000);
    const books = { appOrigin: apis[0]?.appOrigin ?? '', databaseUrl: ownerUrl, furniture };
    const admin = postgres(database.url('postgres', 'inaam'), { max: 1 });
    const row = await judged('4 processes through pgbouncer, killed and started at once', load, books, FAULT_BARS, {
      wrong,
    });
    try {
      const left = await admin<{ kind: string; pid: number }[]>`
        select locktype as kind, pid from pg_locks where locktype = 'advisory'`;
      row.problems.push(...left.map(({ kind, pid }) => `an ${kind} lock was left by process ${pid}`));
      const [shared] = await admin<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where usename = 'inaam_app'`;
      process.stdout.write(`${shared?.count} connections to PostgreSQL for ${PROCESSES} processes; `);
      process.stdout.write(`${left.length} advisory locks left\n`);
    } finally {
      await admin.end();
    }
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await pool?.stop();
    await database.stop();
  }
}

/** PgBouncer as in infra/ops/pgbouncer/pgbouncer.ini, with the drill's ports and passwords. */
async function startPool(database: DebianPostgres): Promise<{ port: number; daemon: Daemon; stop(): Promise<void> }> {
  const { folder, remove } = folderOf('pgbouncer');
  const account = accountOf('postgres');
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const ini = join(folder, 'pgbouncer.ini');
  const text = withPorts(readFileSync(join(root, 'infra', 'ops', 'pgbouncer', 'pgbouncer.ini'), 'utf8'), {
    6432: port,
    5000: database.port,
  });
  writeFileSync(users, `"inaam_app" "${PASSWORD}"\n`, { mode: 0o600 });
  writeFileSync(ini, `${text.replace(/^auth_file = .*$/m, `auth_file = ${users}`)}\nunix_socket_dir =\n`, {
    mode: 0o600,
  });
  if (account) for (const file of [users, ini]) chownSync(file, account.uid, account.gid);
  const daemon = startDaemon('/usr/sbin/pgbouncer', [ini], { cwd: folder, account });
  const stop = async () => {
    await daemon.end('SIGKILL');
    remove();
  };
  try {
    // Not asked for a connection: one from before `npm run migrate` would lack what that gives the role.
    await until('pgbouncer runs', () => daemon.output().includes('process up'), 20_000, [daemon]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, daemon, stop };
}
