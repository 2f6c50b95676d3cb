import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../harness/api-process.ts';
import { waitUntil } from '../harness/daemon.ts';
import { startHaproxy } from '../harness/load-balancers.ts';
import { startCluster } from '../harness/patroni.ts';
import { createProduct } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import { FAULT_PASS_CRITERIA, measureRecoveries, type Row } from '../harness/report.ts';

/** ms to wait for the standby to catch up, and for the new leader. */
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
  const haproxyUrl = databaseUrl.replace(/@[^/]+\//, `@127.0.0.1:${database}/`);
  const apis = [await product.start({ databaseUrl: haproxyUrl }), await product.start()];
  await waitUntil('the standby has every commit', () => cluster.hasSynchronousStandby(), FAILOVER_PATIENCE);
  let turn = 0;
  const load = product.load(() => apis[turn++ % 2]?.appOrigin ?? '', { rate: 60 });
  await sleep(3_000);

  const firstLeader = await cluster.leader();
  if (!firstLeader) throw new Error('no server writes');
  const killedAt = performance.now();
  await cluster.kill(firstLeader);
  const isReplaced = async () => {
    const leader = await cluster.leader();
    return leader !== undefined && leader.name !== firstLeader.name;
  };
  await waitUntil('another server writes', isReplaced, FAILOVER_PATIENCE);
  const writableAt = performance.now();
  for (const { appOrigin } of apis) {
    await waitUntil('the process is ready', () => isReady(appOrigin), 30_000);
  }
  const readyAfterMs = Math.round(performance.now() - writableAt);
  process.stdout.write(
    `another server writes after ${Math.round(writableAt - killedAt)} ms; ready ${readyAfterMs} ms later\n`,
  );
  const wrong = readyAfterMs > 2_000 ? [`ready ${readyAfterMs} ms after the writer, more than the 2000 allowed`] : [];
  await sleep(4_000);
  yield await product.judge('failover: the leader killed', load, {
    origin: apis[0]?.appOrigin ?? '',
    criteria: FAULT_PASS_CRITERIA,
    recovery: measureRecoveries(load.calls, writableAt),
    wrong,
  });
}
