import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../harness/api-process.ts';
import { type LoadBalancer, startCaddy, startHaproxy } from '../harness/load-balancers.ts';
import { createProduct, type Product } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import type { PassCriteria, Row } from '../harness/report.ts';
import { startTestBed } from '../harness/test-bed.ts';

const ROUNDS = 5;
/** ms until a proxy uses a process that is ready again. */
const ROUTING_DELAY_MS = 2_500;
/** Characters of the proxy's log that are shown after failed calls. */
const LOG_TAIL_LENGTH = 6_000;
/** Every call succeeds and no connection is cut. */
export const NONE_FAILED: PassCriteria = { allowed: [200], longest: 9_000, calls: 2_000 };

/** Restarts two processes one after the other, five times behind each proxy. @param only the name of one proxy */
export async function* drillRollingRestart(only?: string): AsyncGenerator<Row> {
  if (only !== 'caddy') requirePrograms('/usr/sbin/haproxy');
  if (only !== 'haproxy') requirePrograms('/usr/bin/caddy');
  const testBed = await startTestBed();
  const product = await createProduct(testBed.url());
  if (only !== 'caddy') yield await restartBehindProxy('haproxy', product);
  if (only !== 'haproxy') yield await restartBehindProxy('caddy', product);
}

async function restartBehindProxy(name: 'haproxy' | 'caddy', product: Product): Promise<Row> {
  const apis = [await product.start(), await product.start()];
  const ports = apis.map((api) => api.ports);
  const proxy: LoadBalancer = await (name === 'caddy' ? startCaddy(ports) : startHaproxy(ports));
  const load = product.load(() => proxy.origin, { rate: 100 });
  await sleep(1_000);
  for (let round = 0; round < ROUNDS; round++) await replaceAll(apis, (each) => product.start({ ports: each.ports }));
  const verifiedRun = { origin: proxy.origin, criteria: NONE_FAILED };
  const row = await product.judge(`${ROUNDS} rolling restarts behind ${name}`, load, verifiedRun);
  // The log of haproxy shows which process haproxy skipped, and why.
  if (row.problems.length > 0) process.stdout.write(`${proxy.daemon.output().slice(-LOG_TAIL_LENGTH)}\n`);
  await Promise.all([proxy.daemon, ...apis].map((each) => each.end('SIGKILL')));
  return row;
}

/** Replaces each process by a new one, one after the other. */
export async function replaceAll(apis: ApiProcess[], start: (old: ApiProcess) => Promise<ApiProcess>): Promise<void> {
  for (const [i, api] of apis.entries()) {
    await api.end();
    apis[i] = await start(api);
    await sleep(ROUTING_DELAY_MS);
  }
}
