import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@inaam/db/embedded/server';
import { SERVER_FLAGS } from '../../run/servers.mjs';
import { type Daemon, startDaemon, waitUntil } from './daemon.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** ms to wait for a process to start; generous, since the machine may be busy. */
const START_PATIENCE = 180_000;

export interface ApiOptions {
  databaseUrl: string;
  /** 32 bytes in hex. */
  secretsKey: string;
  /** Overrides the defaults below. A variable that is undefined is removed. */
  env?: Record<string, string | undefined>;
  /** The folder of the release. The upgrade drill passes another one. */
  release?: string;
  /** The ports to use, for a process that replaces another one; by default unused ports. */
  ports?: { app: number; admin: number } | undefined;
  /** True to run the sources instead of the build. */
  isSource?: boolean;
}

/** A running process of the api. */
export interface ApiProcess extends Daemon {
  appOrigin: string;
  adminOrigin: string;
  ports: { app: number; admin: number };
  /** Waits until the process is ready. @param patience ms */
  waitUntilReady(patience?: number): Promise<void>;
}

/** Starts a process, and returns before the process is ready. */
export async function startApi(options: ApiOptions): Promise<ApiProcess> {
  const { release = root, ports, isSource = false } = options;
  const program = join(release, 'apps', 'api', isSource ? 'src/server.ts' : 'dist/server.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: npm start builds it`);
  const { app, admin } = ports ?? { app: await freePort(), admin: await freePort() };
  const daemon = startDaemon(process.execPath, [...SERVER_FLAGS, program], {
    cwd: release,
    env: {
      NODE_ENV: 'production',
      MODE: 'production',
      DATABASE_URL: options.databaseUrl,
      SECRETS_KEY: options.secretsKey,
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
      ...options.env,
    },
  });
  const appOrigin = `http://127.0.0.1:${app}`;
  return {
    ...daemon,
    appOrigin,
    adminOrigin: `http://127.0.0.1:${admin}`,
    ports: { app, admin },
    waitUntilReady: (patience = START_PATIENCE) =>
      waitUntil('the api is ready', () => isReady(appOrigin), patience, [daemon]),
  };
}

/** Fetches a URL and reads the body, since an unread body blocks the connection. @returns the status; 0: no answer */
export const fetchStatus = (url: string, timeout = 2_000): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(timeout) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

/** Whether `/readyz` answers 200. */
export const isReady = async (origin: string): Promise<boolean> => (await fetchStatus(`${origin}/readyz`)) === 200;
