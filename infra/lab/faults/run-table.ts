import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@inaam/db/migrate';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { judged } from '../harness/audit.ts';
import { type Furniture, furnish } from '../harness/furnish.ts';
import { startLoad, type Work, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { FAULT_BARS, type Row, recoveries, TABLE_HEAD, tell } from '../harness/report.ts';
import { startStage } from '../harness/stage.ts';
import { startTcpProxy } from '../harness/tcp-proxy.ts';
import { FAULTS, type Fault, type Scene } from './fault-table.ts';

const STEADY_MS = 1_500;
/** ms that callers are waited for after a fault. */
const RECOVERY_PATIENCE = 30_000;
/** What a process says that has met an error which nobody handled. */
const UNHANDLED = /uncaught|unhandled|ended by an error|FATAL ERROR|request failed/i;

/** Each fault of the table, under load, on one process and one database. @param only rows whose name holds it */
export async function drillFaults(only = ''): Promise<Row[]> {
  const rows: Row[] = [];
  const stage = await startStage(true);
  const toDatabase = await startTcpProxy(() => stage.port);
  let api: ApiProcess | undefined;
  const apiNow = (): ApiProcess => {
    if (!api) throw new Error('no process of the api');
    return api;
  };
  const toApi = await startTcpProxy(() => apiNow().ports.app);
  try {
    await migrate(stage.url());
    const furniture = await furnish(stage.url());
    const start = async (env: Record<string, string> = {}) =>
      startApi({ ...furniture, databaseUrl: stage.url(toDatabase.port), env, ...(api && { ports: api.ports }) });
    const scene: Scene = {
      stage,
      toDatabase,
      toApi,
      api: apiNow,
      async restartApi(env) {
        if (api?.ended() === undefined) await api?.stop();
        api = await start(env);
        await api.ready();
      },
    };
    await scene.restartApi({ DRAIN_SECONDS: '0' });
    const work = workOf(furniture);
    process.stdout.write(`${TABLE_HEAD}\n`);
    for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
      if (fault.needs) needPrograms(...fault.needs);
      if (fault.needsSmallDisk && !stage.isSmall)
        throw new Error(`${fault.name}: a disk that can be filled takes root`);
      const row = await under(fault, scene, furniture, work);
      tell(row);
      rows.push(row);
    }
    return rows;
  } finally {
    await api?.kill();
    await Promise.all([toDatabase.close(), toApi.close()]);
    await stage.stop();
  }
}

async function under(fault: Fault, scene: Scene, furniture: Furniture, work: Work): Promise<Row> {
  await fault.prepare?.(scene);
  const load = startLoad(() => `http://127.0.0.1:${scene.toApi.port}`, furniture, work);
  await sleep(STEADY_MS);
  const cutsBefore = scene.toDatabase.cuts() + scene.toApi.cuts();
  await fault.begin(scene);
  await sleep(fault.lasts);
  const end = performance.now();
  await fault.end?.(scene);
  const isBack = () => recoveries(load.calls, end).every(Number.isFinite);
  while (!isBack() && performance.now() - end < RECOVERY_PATIENCE) await sleep(20);
  await sleep(STEADY_MS);
  await load.stop();
  const wrong: string[] = [];
  if (fault.name.includes('cut') && scene.toDatabase.cuts() + scene.toApi.cuts() === cutsBefore) {
    wrong.push('no connection was cut');
  }
  wrong.push(...unhandledIn(scene.api()));
  const books = { appOrigin: scene.api().appOrigin, databaseUrl: scene.stage.url(), furniture };
  return judged(fault.name, load, books, FAULT_BARS, { recovery: recoveries(load.calls, end), wrong });
}

/** Whether a process ended by itself, and what it said about errors that no code handles, a line each. */
export function unhandledIn(api: ApiProcess): string[] {
  const ended = api.ended();
  const said = api.output().split('\n');
  return [
    ...(ended === undefined ? [] : [`the api ended: ${ended}`]),
    ...said.filter((line) => UNHANDLED.test(line)).map((line) => `the api said: ${line.slice(0, 400)}`),
  ];
}
