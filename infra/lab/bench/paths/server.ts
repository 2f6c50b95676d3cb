import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@inaam/db/client';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { startEmbedded } from '@inaam/db/embedded';
import { freePort } from '@inaam/db/embedded/server';
import { debianPostgres15 } from './programs.ts';

/** A PostgreSQL of the bench's own, with databases that are made anew from templates. */
export interface BenchServer {
  version: string;
  /** The postmaster's. */
  pid: number;
  port: number;
  /** Of a database, as the role that owns it and measures. */
  url(database: string): string;
  /** A database that a template is then made of: `fill` is given its address. */
  template(name: string, fill: (url: string) => Promise<void>): Promise<void>;
  /** A copy of a template, on disk; whatever had its name before is gone. Answers its address. */
  fresh(template: string): Promise<string>;
  stop(): Promise<void>;
}

/** Safe on disk as in production, with memory for a small machine; a checkpoint comes only where we ask for it. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  work_mem: '32MB',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  max_connections: '300',
  random_page_cost: '1.1',
  jit: 'off',
};
const ROLE = 'inaam';

/** @param postgres15 Debian's in place of the product's own; @throws where Debian's is not installed */
export async function startBenchServer(postgres15: boolean): Promise<BenchServer> {
  const { port, pid, stop } = postgres15 ? await startDebian() : await startOwn();
  const as = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const admin = <T>(statement: string) => onAdmin<T>(as('postgres', 'postgres'), statement);
  const [row] = await admin<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    version: row?.version.split(' ')[0] ?? '',
    pid,
    port,
    url: (database) => as(ROLE, database),
    async template(name, fill) {
      await dropDatabase(as(ROLE, 'postgres'), name);
      await createDatabase(as(ROLE, 'postgres'), name);
      await fill(as(ROLE, name));
      // Autovacuum would find the rows of the fill in each copy.
      await onAdmin(as(ROLE, name), 'vacuum (analyze)');
    },
    async fresh(template) {
      const name = `${template}_copy`;
      await dropDatabase(as('postgres', 'postgres'), name);
      await admin(`create database ${name} template ${template} owner ${ROLE} strategy file_copy`);
      await admin('checkpoint');
      return as(ROLE, name);
    },
    stop,
  };
}

async function onAdmin<T>(url: string, statement: string): Promise<T[]> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 600_000 });
  try {
    return [...(await sql.unsafe<(T & Record<string, unknown>)[]>(statement))];
  } finally {
    await close();
  }
}

async function startOwn() {
  const server = await startEmbedded({
    dataDir: mkdtempSync(join(tmpdir(), 'inaam-bench-')),
    durable: false,
    settings: SETTINGS,
  });
  return { port: Number(new URL(server.url).port), pid: server.pid, stop: () => server.stop() };
}

/** PostgreSQL does not run as root: then as nobody. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function startDebian() {
  const folder = debianPostgres15();
  if (folder === undefined) throw new Error('--postgres15: there is no Debian PostgreSQL 15 (package postgresql-15)');
  const data = join(tmpdir(), `inaam-bench-15-${process.pid}`);
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' as const };
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
  const made = spawnSync(join(folder, 'initdb'), init, options);
  if (made.status !== 0) throw new Error(`--postgres15: ${made.stderr}`);
  const port = await freePort();
  const own = { ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC' };
  const flags = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(folder, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    rmSync(data, { recursive: true, force: true });
  };
  await answering(child, `postgres://postgres@127.0.0.1:${port}/postgres`).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  await onAdmin(`postgres://postgres@127.0.0.1:${port}/postgres`, `create role ${ROLE} login createdb`);
  return { port, pid: child.pid ?? 0, stop };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (child.exitCode !== null) break;
    try {
      await onAdmin(url, 'select 1');
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error("--postgres15: Debian's PostgreSQL did not start");
}
