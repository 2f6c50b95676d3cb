import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, isReady, root, startApi } from '../harness/api-process.ts';
import { judged } from '../harness/audit.ts';
import { until } from '../harness/daemon.ts';
import { type Front, startHaproxy } from '../harness/fronts.ts';
import { furnish } from '../harness/furnish.ts';
import { startLoad, workOf } from '../harness/load.ts';
import { startCluster } from '../harness/patroni.ts';
import { needPrograms } from '../harness/programs.ts';
import { FAULT_BARS, type Row, recoveries, TABLE_HEAD, tell } from '../harness/report.ts';
import { runNode } from '../harness/run-node.ts';

/** ms */
const FAILOVER_PATIENCE = 90_000;

/**
 * Two servers under Patroni and two processes under load, when the leader's machine is gone. One process finds the
 * writer through haproxy, one by an address of both servers.
 */
export async function drillFailover(): Promise<Row[]> {
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
    const load = startLoad(() => apis[turn++ % 2]?.appOrigin ?? '', furniture, workOf(furniture), { rate: 60 });
    await sleep(3_000);

    const before = await cluster.leader();
    if (!before) throw new Error('no server writes');
    const killed = performance.now();
    await cluster.kill(before);
    const isReplaced = async () => {
      const leader = await cluster.leader();
      return leader !== undefined && leader.name !== before.name;
    };
    await until('another server writes', isReplaced, FAILOVER_PATIENCE);
    const writer = performance.now();
    for (const { appOrigin } of apis) {
      await until('the process is ready', () => isReady(appOrigin), 30_000);
    }
    const ready = Math.round(performance.now() - writer);
    process.stdout.write(`another server writes after ${Math.round(writer - killed)} ms; ready ${ready} ms later\n`);
    const wrong = ready > 2_000 ? [`ready ${ready} ms after the writer, over 2000`] : [];
    await sleep(4_000);
    const books = { appOrigin: apis[0]?.appOrigin ?? '', databaseUrl: ownerUrl, furniture };
    const recovery = recoveries(load.calls, writer);
    const row = await judged('failover: the leader killed', load, books, FAULT_BARS, { recovery, wrong });
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
    await cluster.stop();
  }
}
