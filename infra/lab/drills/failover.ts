import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../harness/api-process.ts';
import { waitUntil } from '../harness/daemon.ts';
import { startHaproxy } from '../harness/load-balancers.ts';
import { startCluster } from '../harness/patroni.ts';
import { createProduct } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import { FAULT_PASS_CRITERIA, measureRecoveries, type Row } from '../harness/report.ts';

/** ms */
const FAILOVER_PATIENCE = 90_000;

/**
 * Kills the leader of a two-server Patroni cluster while two api processes serve load. One process finds the new leader
 * through haproxy, the other by a database URL with both servers.
 */
export async function* drillFailover(): AsyncGenerator<Row> {
  requirePrograms('/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', 'postgres');
  const cluster = await startCluster();
  const databaseUrl = cluster.url('inaam_app');
  const product = await createProduct(databaseUrl, { ownerUrl: cluster.url('inaam') });
  const { database } = await startHaproxy([], cluster.nodes);
  const throughHaproxy = databaseUrl.replace(/@[^/]+\//, `@127.0.0.1:${database}/`);
  const apis = [await product.start({ databaseUrl: throughHaproxy }), await product.start()];
  await waitUntil('the other server has all', () => cluster.hasSynchronousStandby(), FAILOVER_PATIENCE);
  let turn = 0;
  const load = product.load(() => apis[turn++ % 2]?.appOrigin ?? '', { rate: 60 });
  await sleep(3_000);

  const before = await cluster.leader();
  if (!before) throw new Error('no server writes');
  const killed = performance.now();
  await cluster.kill(before);
  const isReplaced = async () => {
    const leader = await cluster.leader();
    return leader !== undefined && leader.name !== before.name;
  };
  await waitUntil('another server writes', isReplaced, FAILOVER_PATIENCE);
  const writer = performance.now();
  for (const { appOrigin } of apis) {
    await waitUntil('the process is ready', () => isReady(appOrigin), 30_000);
  }
  const ready = Math.round(performance.now() - writer);
  process.stdout.write(`another server writes after ${Math.round(writer - killed)} ms; ready ${ready} ms later\n`);
  const wrong = ready > 2_000 ? [`ready ${ready} ms after the writer, over 2000`] : [];
  await sleep(4_000);
  yield await product.judge('failover: the leader killed', load, {
    origin: apis[0]?.appOrigin ?? '',
    criteria: FAULT_PASS_CRITERIA,
    recovery: measureRecoveries(load.calls, writer),
    wrong,
  });
}
