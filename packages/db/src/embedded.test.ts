import { type ChildProcess, fork, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRoot, locateCluster } from './embedded/location.ts';
import { isAlive, isZombie } from './embedded/owner.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

let base: string;
let dataDir: string;
const running: Embedded[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  base = createTemporaryFolder('embedded');
  dataDir = join(base, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const embedded of running.splice(0)) await embedded.stop();
  rmSync(base, { recursive: true, force: true });
});

async function start(log: (line: string) => void = () => {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, durable: true, log });
  running.push(embedded);
  return embedded;
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, connect_timeout: 5 });
  try {
    return (await sql.unsafe(text)) as unknown as T[];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Starts the database in a child process that tests can kill. */
async function startInChild(): Promise<{ child: ChildProcess; postmaster: number }> {
  const child = fork(join(import.meta.dirname, 'embedded', 'fixtures', 'owner.ts'), [dataDir], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  const postmaster = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', () => reject(new Error('the owner ended before it was ready')));
  });
  return { child, postmaster };
}

/** A process that has ended is a zombie until its parent reaps it. */
const isRunning = (pid: number) => isAlive(pid) && !isZombie(pid);

describe('an embedded database', { timeout: 60_000 }, () => {
  it('runs with durable settings, and keeps its data and port over a restart', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
    const settings = await query<{ name: string; setting: string }>(
      first.url,
      `SELECT name, setting FROM pg_settings WHERE name IN
        ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding')`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
    });
    const lockFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    expect({ socketDirectory: lockFile[4], address: lockFile[5] }).toEqual({
      socketDirectory: '',
      address: '127.0.0.1',
    });
    await running.pop()?.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('requires the password, keeps it private, and gives no superuser rights', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(dataDir, 'postgres.secrets')).mode & 0o777).toBe(0o600);
    expect(await query(url, 'SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false, rolcreatedb: false },
    ]);
  });

  it('restarts on the same port with committed data after its postmaster is killed', async () => {
    const log: string[] = [];
    const embedded = await start((line) => log.push(line));
    await query(embedded.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
    const before = embedded.pid;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => embedded.pid).not.toBe(before);
    expect(await query(embedded.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(log[0]).toMatch(/exited unexpectedly \(SIGKILL\)/);
  });

  it('refuses a directory in use by another process, naming DATA_DIR and the process', async () => {
    const { child, postmaster } = await startInChild();
    await expect(startEmbedded({ dataDir, durable: true })).rejects.toThrow(
      `DATA_DIR ${dataDir} is already in use by process ${child.pid}`,
    );
    expect(isAlive(postmaster)).toBe(true);
    const childExit = new Promise((resolve) => child.once('exit', resolve));
    child.send('stop');
    await childExit;
    expect(isAlive(postmaster)).toBe(false);
    expect(readdirSync(dataDir)).not.toContain('postgres.owner');
  });

  it('stops a server left by a killed process and keeps its data', async () => {
    const { child, postmaster } = await startInChild();
    const childExit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await childExit;
    expect(isAlive(postmaster)).toBe(true);

    const log: string[] = [];
    const embedded = await start((line) => log.push(line));
    await expect.poll(() => isRunning(postmaster)).toBe(false);
    expect(log).toEqual(['Stopped a PostgreSQL that a previous process had left running']);
    expect(await query(embedded.url, 'SELECT n FROM left_behind')).toEqual([{ n: 1 }]);
  });

  it('starts although another program has the process id of a killed postmaster', async () => {
    const { child, postmaster } = await startInChild();
    const childExit = new Promise((resolve) => child.once('exit', resolve));
    const descendants = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
    child.kill('SIGKILL');
    for (const pid of [postmaster, ...descendants.map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // A worker may have exited by itself.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await childExit;
    await expect.poll(() => isRunning(postmaster)).toBe(false);
    const file = join(locateCluster(dataDir).cluster, 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    writeFileSync(file, [other.pid, ...rest].join('\n'));
    try {
      const log: string[] = [];
      const embedded = await start((line) => log.push(line));
      expect(await query(embedded.url, 'SELECT n FROM left_behind')).toEqual([{ n: 1 }]);
      expect(log).toEqual([]);
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
    }
  });

  it('stops when the process that started it crashes', async () => {
    const { child, postmaster } = await startInChild();
    const childExit = new Promise((resolve) => child.once('exit', resolve));
    child.send('fail');
    await childExit;
    await expect.poll(() => isRunning(postmaster)).toBe(false);
  });

  it.runIf(isRoot())(
    'keeps its data elsewhere, and records the path, if root starts it with a directory that only root can enter',
    async () => {
      chmodSync(base, 0o700);
      mkdirSync(dataDir);
      const first = await start();
      await query(first.url, 'CREATE TABLE kept (n int)');
      const cluster = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
      try {
        expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
        await running.pop()?.stop();
        const second = await start();
        expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
        await running.pop()?.stop();
      } finally {
        rmSync(cluster, { recursive: true, force: true });
      }
    },
  );

  it('deletes its files when it stops, if it is not durable', async () => {
    const embedded = await startEmbedded({ dataDir, durable: false });
    expect(await query(embedded.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
    await embedded.stop();
    expect(existsSync(dataDir)).toBe(false);
  });
});
