import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import postgres from 'postgres';
import { root } from './api-process.ts';
import { type Daemon, startDaemon, until } from './daemon.ts';
import { folderOf, PASSWORD, ROLES } from './debian-postgres.ts';
import { atEnd } from './ends.ts';
import { withPorts } from './fronts.ts';

/** A server of a cluster: Patroni with its PostgreSQL. */
export interface Node {
  name: string;
  port: number;
  health: number;
  daemon: Daemon;
}

/** Two servers under Patroni, as in infra/ops/patroni/patroni.yml, with one etcd. */
export interface Cluster {
  nodes: Node[];
  url(role: string): string;
  /** Who writes by its own word; undefined while nobody does. */
  leader(): Promise<Node | undefined>;
  /** Whether the other server has all that is acknowledged. */
  hasSynchronousStandby(): Promise<boolean>;
  /** The machine of a node is gone: Patroni and PostgreSQL at once. */
  kill(node: Node): Promise<void>;
  stop(): Promise<void>;
}

const status = (node: Node, path: string): Promise<number> =>
  fetch(`http://127.0.0.1:${node.health}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      // Not read, it would keep its connection.
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

export async function startCluster(): Promise<Cluster> {
  const { folder, account, remove } = folderOf('cluster');
  const [client, peer] = [await freePort(), await freePort()];
  const etcd = startDaemon(
    '/usr/bin/etcd',
    [
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      `http://127.0.0.1:${client}`,
      '--advertise-client-urls',
      `http://127.0.0.1:${client}`,
      '--listen-peer-urls',
      `http://127.0.0.1:${peer}`,
      '--initial-advertise-peer-urls',
      `http://127.0.0.1:${peer}`,
      '--initial-cluster',
      `default=http://127.0.0.1:${peer}`,
      '--log-level',
      'error',
    ],
    { cwd: folder, ...(account && { account }) },
  );
  const nodes: Node[] = [];
  const start = (name: string) =>
    startDaemon('/usr/bin/patroni', [join(folder, `${name}.yml`)], {
      cwd: folder,
      ...(account && { account }),
      env: { HOME: folder, PATRONI_REPLICATION_PASSWORD: PASSWORD, PATRONI_SUPERUSER_PASSWORD: PASSWORD },
    });
  const leader = async () => {
    for (const node of nodes) if ((await status(node, '/primary')) === 200) return node;
    return undefined;
  };
  const stop = async () => {
    undone();
    // PostgreSQL runs in a session of its own: Patroni's end takes it along.
    await Promise.all(nodes.filter(({ daemon }) => daemon.isRunning()).map(({ daemon }) => daemon.end('SIGTERM')));
    for (const node of nodes) killPostgres(join(folder, node.name));
    await etcd.end('SIGKILL');
    remove();
  };
  const undone = atEnd(stop);
  try {
    const text = readFileSync(join(root, 'infra', 'ops', 'patroni', 'patroni.yml'), 'utf8');
    for (const name of ['one', 'two']) {
      const [port, health] = [await freePort(), await freePort()];
      const own = withPorts(text, { 2379: client, 8008: health, 5432: port })
        .replace('name: one', `name: ${name}`)
        .replace(/data_dir: .*/, `data_dir: ${join(folder, name)}`)
        // The archive is another drill's.
        .replace(/archive_command: .*/, 'archive_command: /bin/true')
        .replace(/^ {2}data_dir:/m, `  parameters:\n    unix_socket_directories: ${folder}\n  data_dir:`);
      const file = join(folder, `${name}.yml`);
      writeFileSync(file, own, { mode: 0o600 });
      if (account) chownSync(file, account.uid, account.gid);
      const node = { name, port, health, daemon: start(name) };
      nodes.push(node);
      const role = name === 'one' ? '/primary' : '/replica';
      await until(`server ${name} runs`, async () => (await status(node, role)) === 200, 120_000, [node.daemon, etcd]);
    }
    const [one] = nodes;
    const admin = postgres(`postgres://postgres:${PASSWORD}@127.0.0.1:${one?.port}/postgres`, { max: 1 });
    for (const statement of ROLES.split(';')
      .slice(1)
      .filter((each) => each.trim() !== ''))
      await admin.unsafe(statement);
    await admin.end();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    url: (role) => `postgres://${role}:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/inaam`,
    leader,
    async hasSynchronousStandby() {
      for (const node of nodes) if ((await status(node, '/synchronous')) === 200) return true;
      return false;
    },
    async kill(node) {
      const postmaster = postmasterOf(join(folder, node.name));
      await node.daemon.end('SIGKILL');
      killTree(postmaster);
    },
    stop,
  };
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

function killPostgres(data: string): void {
  killTree(postmasterOf(data));
}

/** A postmaster and what it has started. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  let children: number[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return;
  }
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
