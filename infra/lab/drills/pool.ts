import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@inaam/db/embedded/server';
import type { ApiProcess } from '../harness/api-process.ts';
import { startDaemon, waitUntil } from '../harness/daemon.ts';
import { withSql } from '../harness/database.ts';
import {
  account,
  type DebianPostgres,
  PASSWORD,
  serverFolder,
  startDebianPostgres,
  writeServerFile,
} from '../harness/debian-postgres.ts';
import { withPorts } from '../harness/load-balancers.ts';
import { createProduct } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import { FAULT_PASS_CRITERIA, type Row } from '../harness/report.ts';

const PROCESSES = 4;

/**
 * Tests PgBouncer in transaction mode, as in infra/ops. Four processes start together, work, are killed under load, and
 * start together again. No lock may remain and no start may hang.
 */
export async function* drillPool(): AsyncGenerator<Row> {
  requirePrograms('/usr/sbin/pgbouncer', 'postgres');
  const database = await startDebianPostgres();
  const port = await startPool(database);
  const product = await createProduct(database.url('inaam_app', port), { ownerUrl: database.url('inaam') });
  let apis: ApiProcess[] = [];
  const startAll = async () => {
    const began = performance.now();
    const start = (_: unknown, i: number) => product.start({ env: { DATABASE_PREPARE: 'off' }, ports: apis[i]?.ports });
    apis = await Promise.all(Array.from({ length: PROCESSES }, start));
    process.stdout.write(`${PROCESSES} processes ready in ${Math.round(performance.now() - began)} ms\n`);
  };
  await startAll();
  let turn = 0;
  const load = product.load(() => apis[turn++ % PROCESSES]?.appOrigin ?? '', { rate: 100 });
  await sleep(6_000);
  await Promise.all(apis.map((api) => api.end('SIGKILL')));
  await startAll();
  await sleep(6_000);
  await load.stop();
  yield await product.judge('4 processes through pgbouncer, killed and started at once', load, {
    origin: apis[0]?.appOrigin ?? '',
    criteria: FAULT_PASS_CRITERIA,
    wrong: await findRemainingLocks(database.url('postgres')),
  });
}

/** Reports a problem for each advisory lock that is still held while no call is open. */
const findRemainingLocks = (url: string): Promise<string[]> =>
  withSql(url, async (sql) => {
    const remainingLocks = await sql<{ pid: number }[]>`select pid from pg_locks where locktype = 'advisory'`;
    const [shared] = await sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where usename = 'inaam_app'`;
    process.stdout.write(`${shared?.count} connections to PostgreSQL for ${PROCESSES} processes\n`);
    return remainingLocks.map(({ pid }) => `an advisory lock was left by process ${pid}`);
  });

/** Starts PgBouncer as in infra/ops, with the ports and passwords of the drill. @returns its port */
async function startPool(database: DebianPostgres): Promise<number> {
  const folder = serverFolder('pgbouncer');
  const port = await freePort();
  const [users, ini] = [join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')];
  const text = withPorts('pgbouncer/pgbouncer.ini', { 6432: port, 5000: database.port });
  writeServerFile(users, `"inaam_app" "${PASSWORD}"\n`);
  writeServerFile(ini, `${text.replace(/^auth_file = .*$/m, `auth_file = ${users}`)}\nunix_socket_dir =\n`);
  const daemon = startDaemon('/usr/sbin/pgbouncer', [ini], { cwd: folder, account });
  // Reads the log instead of opening a connection: a connection from before `npm run migrate` would lack the role's new
  // permissions.
  await waitUntil('pgbouncer runs', () => daemon.output().includes('process up'), 20_000, [daemon]);
  return port;
}
