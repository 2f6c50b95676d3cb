import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import { fetchStatus, root } from './api-process.ts';
import { temporaryFolder } from './cleanup.ts';
import { type Daemon, startDaemon, waitUntil } from './daemon.ts';

/** A proxy in front of processes of the api, with the configuration of infra/ops. */
export interface LoadBalancer {
  /** The origin of the users' host. */
  origin: string;
  daemon: Daemon;
}

/** Reads a file of infra/ops. */
export const opsFile = (path: string): string => readFileSync(join(root, 'infra', 'ops', path), 'utf8');

/**
 * Replaces the ports of a configuration of infra/ops.
 * @throws when a port is not found: the configuration has changed, and the drill must follow it
 */
export function withPorts(path: string, ports: Record<number, number>): string {
  return Object.entries(ports).reduce((done, [from, to]) => {
    const place = new RegExp(`(:|port |_port = |port=)${from}\\b`, 'g');
    if (!place.test(done)) throw new Error(`port ${from} is not in ${path}`);
    return done.replace(place, `$1${to}`);
  }, opsFile(path));
}

type Ports = { app: number; admin: number };
type DatabasePorts = { port: number; healthPort: number };

/**
 * Starts haproxy with infra/ops/haproxy/haproxy.cfg for two processes of the api, or for two database servers.
 * @returns `database` is the port of haproxy that leads to the cluster's writer
 */
export async function startHaproxy(
  [firstApi, secondApi]: readonly Ports[],
  [firstServer, secondServer]: readonly DatabasePorts[] = [],
): Promise<LoadBalancer & { database: number }> {
  const [front, admin, database] = [await freePort(), await freePort(), await freePort()];
  const unusedPort = await freePort();
  const text = withPorts('haproxy/haproxy.cfg', {
    8080: front,
    8081: admin,
    3000: firstApi?.app ?? unusedPort,
    3010: secondApi?.app ?? unusedPort,
    3001: firstApi?.admin ?? unusedPort,
    3011: secondApi?.admin ?? unusedPort,
    5000: database,
    5432: firstServer?.port ?? unusedPort,
    8008: firstServer?.healthPort ?? unusedPort,
    5442: secondServer?.port ?? unusedPort,
    8018: secondServer?.healthPort ?? unusedPort,
  });
  const file = join(temporaryFolder('haproxy'), 'haproxy.cfg');
  writeFileSync(file, text.replaceAll('bind :', 'bind 127.0.0.1:'));
  const daemon = startDaemon('/usr/sbin/haproxy', ['-f', file, '-db']);
  return { ...(await waitForFront(daemon, front, firstApi !== undefined)), database };
}

/** Starts caddy with infra/ops/caddy/Caddyfile for processes of the api, without TLS. */
export async function startCaddy(apis: readonly Ports[]): Promise<LoadBalancer> {
  const [front, admin] = [await freePort(), await freePort()];
  const folder = temporaryFolder('caddy');
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
  return waitForFront(daemon, front, true);
}

async function waitForFront(daemon: Daemon, port: number, hasApis: boolean): Promise<LoadBalancer> {
  const origin = `http://127.0.0.1:${port}`;
  const answers = async () => {
    // While no process listens, haproxy retries for 3 s before it answers.
    const status = await fetchStatus(`${origin}/readyz`, 6_000);
    return hasApis ? status === 200 : status > 0;
  };
  await waitUntil('the proxy reaches a process', answers, 30_000, [daemon]);
  return { origin, daemon };
}
