import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@inaam/db/migrate';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { judged } from '../harness/audit.ts';
import { type Front, startCaddy, startHaproxy } from '../harness/fronts.ts';
import { type Furniture, furnish } from '../harness/furnish.ts';
import { startLoad, type Work, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { type Bars, type Row, TABLE_HEAD, tell } from '../harness/report.ts';
import { type Stage, startStage } from '../harness/stage.ts';

const ROUNDS = 5;
/** ms that a proxy takes to find a process which is ready again. */
export const FOUND_MS = 2_500;
/** Signs of what a proxy said last that are shown where calls failed. */
const SAID = 6_000;
/** Nothing but success, and no connection cut. */
export const NONE_FAILED: Bars = { allowed: [200], longest: 9_000, calls: 2_000 };

/** Five rounds of restarting two processes, one after the other, behind each proxy, or the one whose name is given. */
export async function drillRoll(only?: string): Promise<Row[]> {
  needPrograms('/usr/sbin/haproxy', '/usr/bin/caddy');
  const stage = await startStage();
  try {
    await migrate(stage.url());
    const furniture = await furnish(stage.url());
    const work = workOf(furniture);
    process.stdout.write(`${TABLE_HEAD}\n`);
    const rows: Row[] = [];
    for (const [name, front] of [
      ['haproxy', startHaproxy],
      ['caddy', startCaddy],
    ] as const) {
      if (only !== undefined && only !== name) continue;
      const row = await rounds(name, front, { stage, furniture, work });
      tell(row);
      rows.push(row);
    }
    return rows;
  } finally {
    await stage.stop();
  }
}

interface Set {
  stage: Stage;
  furniture: Furniture;
  work: Work;
}

async function rounds(name: string, startFront: typeof startHaproxy, { stage, furniture, work }: Set): Promise<Row> {
  const apis: ApiProcess[] = [];
  let front: Front | undefined;
  try {
    const start = async (ports?: ApiProcess['ports']) => {
      const options = { ...furniture, databaseUrl: stage.url() };
      const api = await startApi({ ...options, ...(ports && { ports }) });
      await api.ready();
      return api;
    };
    apis.push(await start(), await start());
    front = await startFront({ apis: apis.map(({ ports }) => ports) });
    const { origin } = front;
    const load = startLoad(() => origin, furniture, work, { rate: 100 });
    await sleep(1_000);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, api] of apis.entries()) {
        await api.stop();
        apis[i] = await start(api.ports);
        await sleep(FOUND_MS);
      }
    }
    const books = { appOrigin: origin, databaseUrl: stage.url(), furniture };
    const row = await judged(`${ROUNDS} rolling restarts behind ${name}`, load, books, NONE_FAILED);
    // Which process the proxy did without, and why: haproxy says so.
    if (row.problems.length > 0) process.stdout.write(`${front.daemon.output().slice(-SAID)}\n`);
    return row;
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
  }
}
