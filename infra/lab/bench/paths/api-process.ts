import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@inaam/db/embedded/server';
import { SERVER_FLAGS } from '../../../run/servers.mjs';
import { run } from './load.ts';

/** A server that is measured: the product's, or one beside it. */
export interface Serving {
  origin: string;
  pid: number;
  /** ms from the start of the process to its first answer. */
  startedIn: number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** A first start over a large database seals what lies in it in the clear. */
const PATIENCE_MS = 300_000;
/** ms; for one that holds codes and seeds of hundreds of thousands. */
export const SEALING_MS = 900_000;

/** Builds the api as a release does: one file of our own code. */
export async function buildApi(): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(process.execPath, [vite, 'build', join(root, 'apps', 'api'), '--logLevel', 'error']);
}

/** Starts the built api over a database, without limits on calls: one address sends them all. @param patience ms */
export async function startApi(
  databaseUrl: string,
  patience = PATIENCE_MS,
): Promise<Serving & { adminOrigin: string }> {
  const program = join(root, 'apps', 'api', 'dist', 'server.js');
  if (!existsSync(program)) throw new Error('the api is not built');
  const [app, admin] = [await freePort(), await freePort()];
  const serving = await startServing(
    [...SERVER_FLAGS, program],
    app,
    '/readyz',
    {
      NODE_ENV: 'production',
      MODE: 'demo',
      DATABASE_URL: databaseUrl,
      APP_PORT: String(app),
      ADMIN_PORT: String(admin),
      SANDBOX_SECRET: 'a secret of the bench',
      // The same in every run: a database that is kept for the next one is sealed with it.
      SECRETS_KEY: hash('sha256', 'the bench'),
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      MAIL: 'off',
    },
    patience,
  );
  return { ...serving, adminOrigin: `http://127.0.0.1:${admin}` };
}

/** Starts a Node program that listens on a port, and waits until it answers. */
export async function startServing(
  args: readonly string[],
  port: number,
  path: string,
  env: Record<string, string>,
  patience = PATIENCE_MS,
): Promise<Serving> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(15_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await answering(child, `${origin}${path}`, began, patience);
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n${output.slice(-2000)}`, { cause: error });
  }
  return { origin, pid: child.pid ?? 0, startedIn: performance.now() - began, stop };
}

async function answering(child: ChildProcess, url: string, began: number, patience: number): Promise<void> {
  while (performance.now() - began < patience) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (await isOk(url)) return;
    await sleep(10);
  }
  throw new Error('the server did not answer in time');
}

const isOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
