import { type BenchEnvironment, startServing } from './environment.ts';
import { loadHttp } from './load.ts';
import { readMemory } from './memory.ts';
import { clickRequests, offersRequests } from './paths.ts';
import type { Line } from './report.ts';

const STARTS = 5;
/** Seconds; the two kinds of calls alternate after this time. */
const TURN_SECONDS = 10;

/** Measures how soon the built api answers on a migrated database, and its memory under load. */
export async function measureStart(environment: BenchEnvironment, minutes: number): Promise<Line[]> {
  const url = await environment.server.copyTemplate('bench_product');
  const durations: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    const api = await startServing(url);
    durations.push(performance.now() - began);
    await api.end();
  }
  const api = await startServing(url);
  const files = [
    offersRequests(environment, '/trpc/user.offers.list'),
    clickRequests(environment, '/trpc/user.clicks.create'),
  ];
  try {
    const idle = readMemory(api.pid).now;
    const until = performance.now() + minutes * 60_000;
    for (let turn = 0; performance.now() < until; turn++) {
      const requests = files[turn % files.length];
      const seconds = Math.max(1, Math.min(TURN_SECONDS, Math.round((until - performance.now()) / 1000)));
      if (requests) await loadHttp({ origin: api.appOrigin, requests, sentBefore: 0, seconds, once: false });
    }
    const most = readMemory(api.pid).most;
    const first = durations.toSorted((a, b) => a - b)[STARTS >> 1] ?? Number.NaN;
    return [
      { what: 'first answer after the start', value: first, unit: 'ms', target: { most: 1500 }, detail: '' },
      {
        what: `memory in ${minutes} min of load`,
        value: most,
        unit: 'MiB',
        target: { most: 320 },
        detail: `${idle} MiB before it`,
      },
    ];
  } finally {
    await api.end();
  }
}
