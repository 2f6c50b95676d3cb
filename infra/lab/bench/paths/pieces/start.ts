import { startApi } from '../api-process.ts';
import { loadHttp } from '../load.ts';
import { memoryOf } from '../processor.ts';
import type { Setting } from '../setting.ts';
import { clickRequests } from './click.ts';
import { offersRequests } from './offers.ts';

export interface Started {
  /** ms to the first answer, the median of the starts. */
  firstAnswer: number;
  /** MiB: after the start, after the load, and the most at any moment. */
  idle: number | null;
  loaded: number | null;
  most: number | null;
  /** Of load. */
  minutes: number;
}

const STARTS = 5;
/** The two kinds of calls take turns of so many seconds. */
const TURN_SECONDS = 10;

/** How soon the built api answers over a database that is migrated, and what memory it takes, also after load. */
export async function measureStart(setting: Setting): Promise<Started> {
  const url = await setting.server.fresh('bench_product');
  const took: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const api = await startApi(url);
    took.push(api.startedIn);
    await api.stop();
  }
  const api = await startApi(url);
  const files = [offersRequests(setting, '/trpc/user.offers.list'), clickRequests(setting, '/trpc/user.clicks.create')];
  try {
    const idle = memoryOf(api.pid)?.now ?? null;
    const until = performance.now() + setting.extent.minutes * 60_000;
    for (let turn = 0; performance.now() < until; turn++) {
      const requests = files[turn % files.length];
      const seconds = Math.max(1, Math.min(TURN_SECONDS, Math.round((until - performance.now()) / 1000)));
      if (requests) await loadHttp({ origin: api.origin, requests, passed: 0, seconds, once: false });
    }
    const memory = memoryOf(api.pid);
    return {
      firstAnswer: Math.round(took.toSorted((a, b) => a - b)[STARTS >> 1] ?? Number.NaN),
      idle,
      loaded: memory?.now ?? null,
      most: memory?.most ?? null,
      minutes: setting.extent.minutes,
    };
  } finally {
    await api.stop();
    for (const file of files) file.remove();
  }
}
