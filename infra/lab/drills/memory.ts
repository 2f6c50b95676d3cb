import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@inaam/db/migrate';
import { furnish } from '../furnish.ts';
import { type ApiProcess, startApi } from './harness/api-process.ts';
import { judged } from './harness/audited.ts';
import { startLoad, workOf } from './harness/load.ts';
import { type Row, TABLE_HEAD, tell } from './harness/report.ts';
import { startStage } from './harness/stage.ts';
import { NONE_FAILED } from './roll.ts';

/** MB of resident memory that a process may have after its load. */
const MOST = 320;
const RATE = 60;

/** One process under a steady load: what it has of the machine's memory, told each half minute. */
export async function drillMemory(minutes: number): Promise<Row[]> {
  const stage = await startStage();
  let api: ApiProcess | undefined;
  try {
    await migrate(stage.url());
    // Enough to do: five calls for each pair of a person and an offer.
    const offers = 120;
    const people = Math.max(60, Math.ceil((minutes * 60 * RATE) / 5 / offers / 12) * 12);
    const furniture = await furnish(stage.url(), { people, offers, codes: 2_000 });
    api = await startApi({ ...furniture, databaseUrl: stage.url() });
    await api.ready();
    const { appOrigin, pid } = api;
    process.stdout.write(`started: ${residentOf(pid)} MB\n`);
    const load = startLoad(() => appOrigin, furniture, workOf(furniture), { rate: RATE });
    const end = performance.now() + minutes * 60_000;
    let most = 0;
    for (let next = performance.now(); performance.now() < end; ) {
      await sleep(Math.min(1_000, Math.max(1, end - performance.now())));
      most = Math.max(most, residentOf(pid));
      if (performance.now() - next >= 30_000) {
        next = performance.now();
        process.stdout.write(`${residentOf(pid)} MB, at most ${most}, ${load.calls.length} calls\n`);
      }
    }
    const left = residentOf(pid);
    const wrong = left > MOST ? [`the process has ${left} MB, over ${MOST}`] : [];
    const bars = { ...NONE_FAILED, calls: minutes * 60 };
    const books = { appOrigin, databaseUrl: stage.url(), furniture };
    const name = `${minutes} minutes: ${left} MB left, at most ${most}`;
    const row = await judged(name, load, books, bars, { wrong });
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await api?.kill();
    await stage.stop();
  }
}

/** MB of a process that lie in memory now. */
function residentOf(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1024);
}
