import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { createProduct, type Product } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import { createRow, FAULT_PASS_CRITERIA, measureRecoveries, type Row } from '../harness/report.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { startTestBed } from '../harness/test-bed.ts';
import { FAULTS, type Fault, type FaultTargets } from './fault-table.ts';

const STEADY_MS = 1_500;
/** ms to wait for callers to recover after a fault. */
const RECOVERY_PATIENCE = 30_000;
/** Log lines of an error that no code handles. */
const UNHANDLED = /uncaught|unhandled|stopped by an error|FATAL ERROR|request failed/i;

/** Runs each fault under load, on one process and one database. @param only part of the names of the faults to run */
export async function* drillFaults(only = ''): AsyncGenerator<Row> {
  const testBed = await startTestBed(true);
  const toDatabase = await startTcpProxy(() => testBed.port);
  const product = await createProduct(testBed.url());
  const databaseUrl = testBed.url(toDatabase.port);
  let api = await product.start({ databaseUrl, env: { DRAIN_SECONDS: '0' } });
  const toApi = await startTcpProxy(() => api.ports.app);
  const targets: FaultTargets = {
    testBed,
    toDatabase,
    toApi,
    api: () => api,
    async restartApi(env) {
      await api.end();
      api = await startApi({ ...product.seededData, databaseUrl, ports: api.ports, ...(env && { env }) });
      await api.waitUntilReady();
    },
  };
  for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
    const missing = findMissing(fault, testBed.isSmall);
    if (missing === undefined) yield await runUnderFault(fault, targets, product);
    else yield createRow(fault.name, { calls: [], audit: [], wrong: [missing] }, FAULT_PASS_CRITERIA);
  }
}

/** @returns what the machine lacks for a fault; undefined if nothing */
function findMissing({ needs = [], needsSmallDisk = false }: Fault, isSmall: boolean): string | undefined {
  if (needsSmallDisk && !isSmall) return 'only root can mount the small disk that this fault fills: sudo npm run lab';
  try {
    requirePrograms(...needs);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function runUnderFault(fault: Fault, targets: FaultTargets, product: Product): Promise<Row> {
  await fault.prepare?.(targets);
  const load = product.load(() => `http://127.0.0.1:${targets.toApi.port}`);
  await sleep(STEADY_MS);
  const cutsBefore = targets.toDatabase.cuts() + targets.toApi.cuts();
  await fault.begin(targets);
  await sleep(fault.durationMs);
  const end = performance.now();
  await fault.end?.(targets);
  const haveAllRecovered = () => measureRecoveries(load.calls, end).every(Number.isFinite);
  while (!haveAllRecovered() && performance.now() - end < RECOVERY_PATIENCE) await sleep(20);
  await sleep(STEADY_MS);
  await load.stop();
  const wrong: string[] = [];
  if (fault.name.includes('cut') && targets.toDatabase.cuts() + targets.toApi.cuts() === cutsBefore) {
    wrong.push('no connection was cut');
  }
  wrong.push(...findUnhandledErrors(targets.api()));
  const recovery = measureRecoveries(load.calls, end);
  return product.judge(fault.name, load, {
    origin: targets.api().appOrigin,
    criteria: FAULT_PASS_CRITERIA,
    recovery,
    wrong,
  });
}

/** Returns a line if the process ended by itself, and its log lines about errors that no code handles. */
export function findUnhandledErrors(api: ApiProcess): string[] {
  const ended = api.getExit();
  const lines = api.output().split('\n');
  return [
    ...(ended === undefined ? [] : [`the api ended: ${ended}`]),
    ...lines.filter((line) => UNHANDLED.test(line)).map((line) => `the api logged: ${line.slice(0, 400)}`),
  ];
}
