import { setTimeout as sleep } from 'node:timers/promises';
import { type Furniture, furnish } from '../furnish.ts';
import { type ApiProcess, isReady, root, startApi } from './harness/api-process.ts';
import { judged } from './harness/audited.ts';
import { until } from './harness/daemon.ts';
import { type Front, startHaproxy } from './harness/fronts.ts';
import { type Load, startLoad, workOf } from './harness/load.ts';
import { type Cluster, type Node, startCluster } from './harness/patroni.ts';
import { needPrograms } from './harness/programs.ts';
import { type Bars, FAULT_BARS, type Row, recoveries, TABLE_HEAD, tell } from './harness/report.ts';
import { runNode } from './harness/run-node.ts';
import { NONE_FAILED } from './roll.ts';

const FAILOVER_PATIENCE = 90_000;

/** A cluster of two servers and two processes: one finds the writer through haproxy, one by an address of both. */
interface Scene {
  cluster: Cluster;
  apis: ApiProcess[];
  furniture: Furniture;
  load: Load;
  ownerUrl: string;
}

/** The leader's machine is gone under load. */
export function drillFailover(): Promise<Row[]> {
  return withCluster({ rate: 60 }, async ({ cluster, apis, furniture, load, ownerUrl }) => {
    await sleep(3_000);
    const before = await leaderOf(cluster);
    const killed = performance.now();
    await cluster.kill(before);
    let after: Node | undefined;
    const isThere = async () => {
      after = await cluster.leader();
      return after !== undefined && after.name !== before.name;
    };
    await until('another server writes', isThere, FAILOVER_PATIENCE);
    const writer = performance.now();
    const wrong: string[] = [];
    for (const { appOrigin } of apis) {
      await until('the process is ready', () => isReady(appOrigin), 30_000);
    }
    const ready = Math.round(performance.now() - writer);
    process.stdout.write(`another server writes after ${Math.round(writer - killed)} ms; ready ${ready} ms later\n`);
    if (ready > 2_000) wrong.push(`ready ${ready} ms after the writer, over 2000`);
    await sleep(4_000);
    const books = { appOrigin: apis[0]?.appOrigin ?? '', databaseUrl: ownerUrl, furniture };
    const recovery = recoveries(load.calls, writer);
    return judged('failover: the leader killed', load, books, FAULT_BARS, { recovery, wrong });
  });
}

/** Planned: each server becomes the leader once, and nobody notices. */
export function drillCluster(): Promise<Row[]> {
  return withCluster({ rate: 150 }, async ({ cluster, apis, furniture, load, ownerUrl }) => {
    const [one, two] = cluster.nodes;
    if (!one || !two) throw new Error('two servers were started');
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      await sleep(3_000);
      const began = performance.now();
      await cluster.switchover(from, to);
      await until(`${to.name} writes`, async () => (await cluster.leader())?.name === to.name, FAILOVER_PATIENCE);
      process.stdout.write(`${to.name} writes after ${Math.round(performance.now() - began)} ms\n`);
      await until('the other server has all', () => cluster.hasSynchronousStandby(), FAILOVER_PATIENCE);
    }
    const enough = () => load.calls.length >= (SWITCHOVER_BARS.calls ?? 0) + 500;
    await until('enough calls were made', enough, 120_000);
    const books = { appOrigin: apis[0]?.appOrigin ?? '', databaseUrl: ownerUrl, furniture };
    return judged('cluster: two switchovers', load, books, SWITCHOVER_BARS);
  });
}

const SWITCHOVER_BARS: Bars = NONE_FAILED;

async function leaderOf(cluster: Cluster): Promise<Node> {
  const node = await cluster.leader();
  if (!node) throw new Error('nobody writes');
  return node;
}

async function withCluster({ rate }: { rate: number }, drill: (scene: Scene) => Promise<Row>): Promise<Row[]> {
  needPrograms('/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres');
  const cluster = await startCluster();
  const apis: ApiProcess[] = [];
  let front: Front | undefined;
  try {
    const ownerUrl = cluster.url('inaam');
    const appUrl = cluster.url('inaam_app');
    await runNode(root, ['apps/api/src/migrate.ts'], { DATABASE_URL: appUrl, DATABASE_MIGRATE_URL: ownerUrl });
    const furniture = await furnish(ownerUrl);
    front = await startHaproxy({ apis: [], databases: cluster.nodes });
    const throughHaproxy = appUrl.replace(/@[^/]+\//, `@127.0.0.1:${front.database}/`);
    for (const databaseUrl of [throughHaproxy, appUrl]) {
      apis.push(await startApi({ ...furniture, databaseUrl }));
    }
    await Promise.all(apis.map((api) => api.ready()));
    await until('the other server has all', () => cluster.hasSynchronousStandby(), FAILOVER_PATIENCE);
    let turn = 0;
    const load = startLoad(() => apis[turn++ % 2]?.appOrigin ?? '', furniture, workOf(furniture), { rate });
    process.stdout.write(`${TABLE_HEAD}\n`);
    const row = await drill({ cluster, apis, furniture, load, ownerUrl });
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
    await cluster.stop();
  }
}
