import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@inaam/db/embedded/server';
import { SERVER_FLAGS } from '../../run/servers.mjs';
import { atEnd } from './ends.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** On a machine where many others wait for the processor, too. */
const START_PATIENCE_MS = 180_000;

export interface ApiOptions {
  databaseUrl: string;
  /** 32 bytes in hex. */
  secretsKey: string;
  /** In place of those below; what is undefined is left out. */
  env?: Record<string, string | undefined>;
  /** The folder of the release: another one's in the drill of an upgrade. */
  release?: string;
  ports?: { app: number; admin: number };
  /** Runs the sources in place of the build. */
  isSource?: boolean;
}

/** A process of the built api. */
export interface ApiProcess {
  appOrigin: string;
  adminOrigin: string;
  ports: { app: number; admin: number };
  pid: number;
  /** How it ended, while nobody asked it to; undefined while it runs. */
  ended(): string | undefined;
  output(): string;
  /** Waits until it is. @param patience ms */
  ready(patience?: number): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for its end. */
  stop(): Promise<void>;
}

/** Starts a process; it need not be ready. */
export async function startApi({
  databaseUrl,
  secretsKey,
  env = {},
  release = root,
  ports,
  isSource = false,
}: ApiOptions): Promise<ApiProcess> {
  const program = join(release, 'apps', 'api', isSource ? 'src/server.ts' : 'dist/server.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: npm start builds it`);
  const { app, admin } = ports ?? { app: await freePort(), admin: await freePort() };
  const child = spawn(process.execPath, [...SERVER_FLAGS, program], {
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      NODE_ENV: 'production',
      MODE: 'production',
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      APP_PORT: String(app),
      ADMIN_PORT: String(admin),
      LOG_LEVEL: 'warn',
      MAIL: 'off',
      APP_ORIGIN: 'https://app.example.com',
      ADMIN_ORIGIN: 'https://admin.example.com',
      SUPPORT_EMAIL: 'help@example.com',
      NETWORK_NAME: 'Network of the drill',
      TRUST_PROXY: 'loopback',
      LISTEN: '127.0.0.1',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-200_000);
    });
  }
  let ended: string | undefined;
  let isAsked = false;
  const undone = atEnd(async () => child.kill('SIGKILL'));
  const exited = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      if (!isAsked) ended = signal ?? `exit code ${code}`;
      undone();
      resolve();
    }),
  );
  const appOrigin = `http://127.0.0.1:${app}`;
  return {
    appOrigin,
    adminOrigin: `http://127.0.0.1:${admin}`,
    ports: { app, admin },
    pid: child.pid ?? 0,
    ended: () => ended,
    output: () => output,
    async ready(patience = START_PATIENCE_MS) {
      const end = performance.now() + patience;
      while (!(await isReady(appOrigin))) {
        if (ended !== undefined) throw new Error(`the api ended at its start (${ended}): ${output.slice(-2000)}`);
        if (performance.now() > end) throw new Error(`the api was not ready in time: ${output.slice(-2000)}`);
        await sleep(20);
      }
    },
    async kill() {
      isAsked = true;
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      isAsked = true;
      await endChild(child, exited);
    },
  };
}

async function endChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 25_000);
  await exited;
  clearTimeout(timer);
}

/** Whether `/readyz` says so. */
export const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );
