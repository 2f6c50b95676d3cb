import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { createProduct, type Product } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import { createRow, FAULT_PASS_CRITERIA, measureRecoveries, type Row } from '../harness/report.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { startTestBed } from '../harness/test-bed.ts';
import { FAULTS, type Fault, type Scene } from './fault-table.ts';

const STEADY_MS = 1_500;
/** ms to wait for callers to recover after a fault. */
const RECOVERY_PATIENCE = 30_000;
/** Log lines of an error that no code handles. */
const UNHANDLED = /uncaught|unhandled|stopped by an error|FATAL ERROR|request failed/i;

/** Runs each fault under load, on one process and one database. @param only part of the names of the faults to run */
export async function* drillFaults(only = ''): AsyncGenerator<Row> {
  const stage = await startTestBed(true);
  const toDatabase = await startTcpProxy(() => stage.port);
  const product = await createProduct(stage.url());
  const databaseUrl = stage.url(toDatabase.port);
  let api = await product.start({ databaseUrl, env: { DRAIN_SECONDS: '0' } });
  const toApi = await startTcpProxy(() => api.ports.app);
  const scene: Scene = {
    stage,
    toDatabase,
    toApi,
    api: () => api,
    async restartApi(env) {
      await api.end();
      api = await startApi({ ...product.seededData, databaseUrl, ports: api.ports, ...(env && { env }) });
      await api.ready();
    },
  };
  for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
    const missing = findMissing(fault, stage.isSmall);
    if (missing === undefined) yield await runUnderFault(fault, scene, product);
    else yield createRow(fault.name, { calls: [], audit: [], wrong: [missing] }, FAULT_PASS_CRITERIA);
  }
}

/** @returns what the machine lacks for a fault; undefined if nothing */
function findMissing({ needs = [], needsSmallDisk = false }: Fault, isSmall: boolean): string | undefined {
  if (needsSmallDisk && !isSmall)
    return 'a disk that can be filled takes root, and the mount of a tmpfs: sudo npm run lab';
  try {
    requirePrograms(...needs);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function runUnderFault(fault: Fault, scene: Scene, product: Product): Promise<Row> {
  await fault.prepare?.(scene);
  const load = product.load(() => `http://127.0.0.1:${scene.toApi.port}`);
  await sleep(STEADY_MS);
  const cutsBefore = scene.toDatabase.cuts() + scene.toApi.cuts();
  await fault.begin(scene);
  await sleep(fault.lasts);
  const end = performance.now();
  await fault.end?.(scene);
  const isBack = () => measureRecoveries(load.calls, end).every(Number.isFinite);
  while (!isBack() && performance.now() - end < RECOVERY_PATIENCE) await sleep(20);
  await sleep(STEADY_MS);
  await load.stop();
  const wrong: string[] = [];
  if (fault.name.includes('cut') && scene.toDatabase.cuts() + scene.toApi.cuts() === cutsBefore) {
    wrong.push('no connection was cut');
  }
  wrong.push(...findUnhandledErrors(scene.api()));
  const recovery = measureRecoveries(load.calls, end);
  return product.judge(fault.name, load, {
    origin: scene.api().appOrigin,
    criteria: FAULT_PASS_CRITERIA,
    recovery,
    wrong,
  });
}

/** Whether a process ended by itself, and its logged lines about errors that no code handles. */
export function findUnhandledErrors(api: ApiProcess): string[] {
  const ended = api.ended();
  const lines = api.output().split('\n');
  return [
    ...(ended === undefined ? [] : [`the api ended: ${ended}`]),
    ...lines.filter((line) => UNHANDLED.test(line)).map((line) => `the api logged: ${line.slice(0, 400)}`),
  ];
}
