import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import postgres from 'postgres';
import { fetchStatus } from './api-process.ts';
import { onCleanup } from './cleanup.ts';
import { type Daemon, listChildren, signal, startDaemon, waitUntil } from './daemon.ts';
import { account, PASSWORD, ROLES, serverFolder, writeServerFile } from './debian-postgres.ts';
import { withPorts } from './load-balancers.ts';
import { findServerPrograms } from './programs.ts';

/** A server of a cluster: Patroni with its PostgreSQL. */
export interface ClusterNode {
  name: string;
  port: number;
  healthPort: number;
  daemon: Daemon;
}

/** Two servers under Patroni, as in infra/ops/patroni/patroni.yml, with one etcd. `runCleanup` ends all programs. */
export interface Cluster {
  nodes: ClusterNode[];
  url(role: string): string;
  /** The server that accepts writes; undefined while there is none. */
  leader(): Promise<ClusterNode | undefined>;
  /** Whether the standby has every acknowledged commit. */
  hasSynchronousStandby(): Promise<boolean>;
  /** Simulates the loss of a machine: kills Patroni and PostgreSQL together. */
  kill(node: ClusterNode): Promise<void>;
}

const answersOk = async ({ healthPort }: Pick<ClusterNode, 'healthPort'>, path: string): Promise<boolean> =>
  (await fetchStatus(`http://127.0.0.1:${healthPort}${path}`)) === 200;

export async function startCluster(): Promise<Cluster> {
  const folder = serverFolder('cluster');
  const options = { cwd: folder, account };
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const flags = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': `http://127.0.0.1:${clientPort}`,
    'advertise-client-urls': `http://127.0.0.1:${clientPort}`,
    'listen-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-advertise-peer-urls': `http://127.0.0.1:${peerPort}`,
    'initial-cluster': `default=http://127.0.0.1:${peerPort}`,
    'log-level': 'error',
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const etcd = startDaemon('/usr/bin/etcd', args, options);
  const env = { HOME: folder, PATRONI_REPLICATION_PASSWORD: PASSWORD, PATRONI_SUPERUSER_PASSWORD: PASSWORD };
  const nodes: ClusterNode[] = [];
  for (const name of ['one', 'two']) {
    const [port, healthPort] = [await freePort(), await freePort()];
    const data = join(folder, name);
    const text = withPorts('patroni/patroni.yml', { 2379: clientPort, 8008: healthPort, 5432: port })
      .replace('name: one', `name: ${name}`)
      .replace(/data_dir: .*/, `data_dir: ${data}`)
      .replace(/bin_dir: .*/, `bin_dir: ${findServerPrograms()}`)
      // This drill needs no archive; the restore drill tests archiving.
      .replace(/archive_command: .*/, 'archive_command: /bin/true')
      .replace(/^ {2}data_dir:/m, `  parameters:\n    unix_socket_directories: ${folder}\n  data_dir:`);
    const file = join(folder, `${name}.yml`);
    writeServerFile(file, text);
    // PostgreSQL runs in its own session, so killing Patroni's process group does not end PostgreSQL.
    onCleanup(async () => signal(findServerProcesses(data), 'SIGKILL'));
    const daemon = startDaemon('/usr/bin/patroni', [file], { ...options, env });
    const node = { name, port, healthPort, daemon };
    nodes.push(node);
    const role = name === 'one' ? '/primary' : '/replica';
    await waitUntil(`server ${name} runs`, () => answersOk(node, role), 120_000, [daemon, etcd]);
  }
  const admin = postgres(`postgres://postgres:${PASSWORD}@127.0.0.1:${nodes[0]?.port}/postgres`, { max: 1 });
  for (const statement of ROLES) await admin.unsafe(statement);
  await admin.end();
  const findNode = async (path: string) => {
    for (const node of nodes) if (await answersOk(node, path)) return node;
    return undefined;
  };
  return {
    nodes,
    url: (role) => `postgres://${role}:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/inaam`,
    leader: () => findNode('/primary'),
    hasSynchronousStandby: async () => (await findNode('/synchronous')) !== undefined,
    async kill({ name, daemon }) {
      const server = findServerProcesses(join(folder, name));
      await daemon.end('SIGKILL');
      signal(server, 'SIGKILL');
    },
  };
}

/** The postmaster of a cluster and its children; empty when none runs. */
function findServerProcesses(data: string): number[] {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return [pid, ...listChildren(pid)];
  } catch {
    return [];
  }
}
