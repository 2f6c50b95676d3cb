import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import { root } from './api-process.ts';
import { type Daemon, startDaemon, until } from './daemon.ts';

/** A proxy in front of processes, with the configuration of infra/ops. */
export interface Front {
  /** Where the users' host answers. */
  origin: string;
  /** Where the writer of a cluster is found, for haproxy. */
  database: number;
  daemon: Daemon;
  stop(): Promise<void>;
}

const opsFile = (path: string): string => readFileSync(join(root, 'infra', 'ops', path), 'utf8');

/**
 * The ports of a configuration of ours in place of its examples.
 * @throws when one of them is not there: the configuration has changed, and the drill must follow it
 */
export function withPorts(text: string, ports: Record<number, number>): string {
  return Object.entries(ports).reduce((done, [from, to]) => {
    const place = new RegExp(`(:|port |_port = |port=)${from}\\b`, 'g');
    if (!place.test(done)) throw new Error(`port ${from} is not in the configuration`);
    return done.replace(place, `$1${to}`);
  }, text);
}

export interface Backends {
  apis: readonly { app: number; admin: number }[];
  /** The servers of a cluster, with the ports of their health; none where there is no cluster. */
  databases?: readonly { port: number; health: number }[];
}

/** haproxy as in infra/ops/haproxy/haproxy.cfg, over two processes. */
export async function startHaproxy({ apis: [one, two], databases = [] }: Backends): Promise<Front> {
  const [front, admin, database] = [await freePort(), await freePort(), await freePort()];
  const [first, second] = databases;
  const nowhere = await freePort();
  const text = withPorts(opsFile('haproxy/haproxy.cfg').replaceAll('bind :', 'bind 127.0.0.1:'), {
    8080: front,
    8081: admin,
    3000: one?.app ?? nowhere,
    3010: two?.app ?? nowhere,
    3001: one?.admin ?? nowhere,
    3011: two?.admin ?? nowhere,
    5000: database,
    5432: first?.port ?? nowhere,
    8008: first?.health ?? nowhere,
    5442: second?.port ?? nowhere,
    8018: second?.health ?? nowhere,
  });
  const folder = mkdtempSync(join(tmpdir(), 'inaam-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const daemon = startDaemon('/usr/sbin/haproxy', ['-f', file, '-db']);
  return frontOf(daemon, front, database, folder, one !== undefined);
}

/** caddy as in infra/ops/caddy/Caddyfile, over two processes, without TLS. */
export async function startCaddy({ apis }: Backends): Promise<Front> {
  const [front, admin] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'inaam-caddy-'));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${opsFile('caddy/Caddyfile')}`);
  const daemon = startDaemon('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: folder,
      APP_DOMAIN: `http://127.0.0.1:${front}`,
      ADMIN_DOMAIN: `http://127.0.0.1:${admin}`,
      APP_UPSTREAMS: apis.map((each) => `127.0.0.1:${each.app}`).join(' '),
      ADMIN_UPSTREAMS: apis.map((each) => `127.0.0.1:${each.admin}`).join(' '),
      ADMIN_NETWORKS: '127.0.0.1',
    },
  });
  return frontOf(daemon, front, 0, folder, true);
}

async function frontOf(
  daemon: Daemon,
  port: number,
  database: number,
  folder: string,
  hasApis: boolean,
): Promise<Front> {
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await daemon.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // haproxy tries for 3 s where nobody is there, before it says so.
    const answers = () =>
      fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(6_000) }).then(
        ({ status }) => !hasApis || status === 200,
        () => false,
      );
    await until('the proxy leads to a process', answers, 30_000, [daemon]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, database, daemon, stop };
}
