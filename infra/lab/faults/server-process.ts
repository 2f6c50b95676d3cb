import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { locateCluster } from '@inaam/db/embedded/location';
import { freePort } from '@inaam/db/embedded/server';
import { makeScratch } from '@inaam/testing/scratch';
import { createOpener, type Opener } from '../opener.ts';

/** A real api process with a database of its own, which can be killed under it. */
export interface ServerProcess {
  appOrigin: string;
  adminOrigin: string;
  /** The key of the network `sandbox`. */
  secret: string;
  /** Opens what the database keeps sealed. */
  opener: Opener;
  databaseUrl(): string;
  /** Kills PostgreSQL with SIGKILL, in one of the ways in which it can crash. Answers once its processes are gone. */
  kill(how: CrashKind): void;
  /** Kills the api with SIGKILL and starts another on the same ports and data. Answers once that is ready. */
  killApi(): Promise<void>;
  /** How the api ended, while nobody asked it to; undefined while it runs. */
  ended(): string | undefined;
  /** What it has written so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The postmaster alone; it with everything that it started; or one of its backends, which makes it restart itself. */
export const crashKinds = ['all', 'backend', 'postmaster'] as const;
export type CrashKind = (typeof crashKinds)[number];

const program = fileURLToPath(new URL('../../../apps/api/src/server.ts', import.meta.url));
const START_PATIENCE_MS = 90_000;

export async function startServerProcess(): Promise<ServerProcess> {
  const dataDir = makeScratch('faults');
  const [appPort, adminPort] = [await freePort(), await freePort()];
  const secret = randomBytes(24).toString('hex');
  const secretsKey = randomBytes(32);
  let output = '';
  let ended: string | undefined;
  const start = async (): Promise<{ child: ChildProcess; exited: Promise<void> }> => {
    const child = spawn(process.execPath, ['--enable-source-maps', program], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        TMPDIR: tmpdir(),
        NODE_ENV: 'production',
        MODE: 'demo',
        APP_PORT: String(appPort),
        ADMIN_PORT: String(adminPort),
        DATA_DIR: dataDir,
        SANDBOX_SECRET: secret,
        SECRETS_KEY: secretsKey.toString('hex'),
        LOG_LEVEL: 'error',
        // One address signs in for many.
        RATE_LIMITS: 'off',
        // Nobody reads mail here.
        MAIL: 'off',
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    ended = undefined;
    const exited = new Promise<void>((resolve) =>
      child.once('exit', (code, signal) => {
        ended = signal ?? `exit code ${code}`;
        resolve();
      }),
    );
    await started(child, exited).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`${String(error)}\n${output}`, { cause: error });
    });
    return { child, exited };
  };
  let running = await start();

  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8');
  const postmaster = () =>
    Number.parseInt(readFileSync(join(locateCluster(dataDir).cluster, 'postmaster.pid'), 'utf8'), 10);
  return {
    appOrigin: `http://127.0.0.1:${appPort}`,
    adminOrigin: `http://127.0.0.1:${adminPort}`,
    secret,
    opener: createOpener(secretsKey),
    databaseUrl() {
      const { application } = JSON.parse(read('postgres.secrets')) as { application: string };
      return `postgres://inaam:${application}@127.0.0.1:${read('postgres.port').trim()}/inaam`;
    },
    kill(how) {
      const pid = postmaster();
      // Read before the first of them is gone. Each child is a group of its own: the group's number reaches one only.
      const children = childrenOf(pid);
      if (how === 'backend') return kill(backendAmong(children));
      kill(pid);
      if (how === 'all') for (const each of children) kill(each);
    },
    async killApi() {
      running.child.kill('SIGKILL');
      await running.exited;
      running = await start();
    },
    ended: () => ended,
    output: () => output,
    async stop() {
      running.child.kill('SIGTERM');
      await Promise.race([running.exited, sleep(20_000, undefined, { ref: false })]);
      running.child.kill('SIGKILL');
      const { cluster } = locateCluster(dataDir);
      for (const path of [cluster, dataDir]) rmSync(path, { recursive: true, force: true });
    },
  };
}

async function started(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()));
  const late = sleep(START_PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error('the api did not start in time');
  });
  const early = exited.then(() => {
    throw new Error('the api ended at its start');
  });
  await Promise.race([ready, late, early]);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** A process that serves a connection: what PostgreSQL calls a backend. */
function backendAmong(children: number[]): number {
  const backend = children.findLast((pid) => titleOf(pid).startsWith('postgres: inaam'));
  if (backend === undefined) throw new Error('no backend was found');
  return backend;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It went by itself in between.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
