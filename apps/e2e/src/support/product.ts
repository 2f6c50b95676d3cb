import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeData } from '@inaam/db/embedded/remove';
import { isRunning, listDescendants } from './processes.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const READY_WITHIN_MS = 180_000;
const STOPPED_WITHIN_MS = 60_000;

/** The URLs and the sandbox secret of the running product. Plain data, so that it can be passed to test workers. */
export interface Product {
  appOrigin: string;
  adminOrigin: string;
  sandboxOrigin: string;
  /** The signing key of the sandbox network, to forge postbacks. */
  sandboxSecret: string;
  /** The URL of the product's PostgreSQL, with the password. For data that the API does not offer. */
  databaseUrl: string;
}

export interface RunningProduct {
  product: Product;
  /** Ends all processes of the product and removes its data. @throws when a process did not end and had to be killed */
  stop: () => Promise<void>;
}

/**
 * Starts the built product as a person does: separate processes, free ports, a new database with demo data.
 * @param settings additional settings
 * @param dataDir the folder for the product's data, which `stop` removes; by default a new folder on disk, because a
 * folder in memory would distort measurements
 */
export async function startProduct(
  settings: Record<string, string> = {},
  dataDir = createDataDir(),
): Promise<RunningProduct> {
  const [appPort, adminPort, sandboxPort] = await freePorts(3);
  const sandboxSecret = randomBytes(32).toString('hex');
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const env = {
    ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value !== undefined)),
    NODE_ENV: 'production',
    MODE: 'demo',
    // Lets tests choose the client's IP address with X-Forwarded-For.
    TRUST_PROXY: 'loopback',
    APP_PORT: String(appPort),
    ADMIN_PORT: String(adminPort),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    SANDBOX_SECRET: sandboxSecret,
    ...settings,
  };
  const parts = [new ServerProcess('api', dataDir, env), new ServerProcess('sandbox', dataDir, env)];
  const stop = async () => {
    const killed = (await Promise.all(parts.map((part) => part.stop()))).flat();
    // Also removes the database cluster, which is in another folder if root started the product.
    removeData(dataDir);
    if (killed.length > 0) throw new Error(`Processes were left behind and had to be killed: ${killed.join(', ')}`);
  };
  try {
    await Promise.all(parts.map((part) => part.waitUntilReady()));
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  return {
    product: {
      appOrigin: `http://localhost:${appPort}`,
      adminOrigin: `http://localhost:${adminPort}`,
      sandboxOrigin: `http://localhost:${sandboxPort}`,
      sandboxSecret,
      databaseUrl: settings['DATABASE_URL'] ?? readDatabaseUrl(dataDir),
    },
    stop,
  };
}

const createDataDir = () => mkdtempSync(join(tmpdir(), 'inaam-e2e-'));

/** One built server and its child processes. */
class ServerProcess {
  readonly #name: string;
  readonly #log: string;
  readonly #child: ChildProcess;

  constructor(name: string, dataDir: string, env: Record<string, string>) {
    this.#name = name;
    this.#log = join(dataDir, `${name}.log`);
    const log = openSync(this.#log, 'w');
    this.#child = spawn(process.execPath, [join(root, 'apps', name, 'dist/server.js')], {
      cwd: root,
      env,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
  }

  /** Waits for `{ready: true}`. @throws with the end of its log when it ends or takes too long */
  async waitUntilReady(): Promise<void> {
    const outcome = await new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve(`was not ready within ${READY_WITHIN_MS} ms`), READY_WITHIN_MS);
      const settle = (what: string) => {
        clearTimeout(timer);
        resolve(what);
      };
      this.#child.on('message', (message) => {
        if (typeof message === 'object' && message !== null && 'ready' in message) settle('ready');
      });
      this.#child.once('error', (error) => settle(error.message));
      this.#child.once('exit', (code, signal) => settle(`ended with ${signal ?? code}`));
    });
    if (outcome === 'ready') return;
    throw new Error(`${this.#name} ${outcome}\n${readFileSync(this.#log, 'utf8').slice(-4000)}`);
  }

  /** Asks the server to end. @returns the processes that did not end and were killed */
  async stop(): Promise<number[]> {
    const { pid } = this.#child;
    if (pid === undefined) return [];
    const family = [pid, ...listDescendants(pid)];
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await Promise.race([exit, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    }
    const survivors = family.filter(isRunning);
    for (const each of survivors) process.kill(each, 'SIGKILL');
    return survivors;
  }
}

/** The embedded database stores its port and its passwords in the data directory. */
function readDatabaseUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  const { application } = JSON.parse(readFileSync(join(dataDir, 'postgres.secrets'), 'utf8')) as {
    application: string;
  };
  return `postgres://inaam:${application}@127.0.0.1:${port}/inaam`;
}

/** Different free ports, below those that systems give to outgoing connections. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
