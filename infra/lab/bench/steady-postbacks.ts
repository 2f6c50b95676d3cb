import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchEnvironment, startServing } from './environment.ts';
import { postbackPath } from './fill.ts';
import type { Line } from './report.ts';
import { statement } from './server.ts';

/** Calls per second. */
const RATE = 200;
/** Calls of the first seconds do not count: a new process still compiles code and opens connections. */
const WARM_UP_SECONDS = 3;

/**
 * Sends signed postbacks at a steady rate, whether or not earlier ones were answered. Then checks that every
 * acknowledged completion is stored.
 * @throws when a call is refused or an acknowledged completion is not stored
 */
export async function steadyPostbacks(environment: BenchEnvironment, seconds: number): Promise<Line> {
  const url = await environment.server.copyTemplate('bench_product');
  const api = await startServing(url);
  try {
    const clicks = environment.facts.clicks.slice(0, RATE * (WARM_UP_SECONDS + seconds));
    const latencies: number[] = [];
    const began = performance.now() + 200;
    const acknowledged = await Promise.all(
      clicks.map(async (click, index) => {
        const due = began + (index * 1000) / RATE;
        await sleep(Math.max(0, due - performance.now()));
        const completion = await call(`${api.appOrigin}${postbackPath(click)}`);
        if (index >= RATE * WARM_UP_SECONDS) latencies.push(performance.now() - due);
        return completion;
      }),
    );
    const stored = new Set((await statement<{ id: number }>(url, 'select id from completions')).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !stored.has(id));
    if (lost.length > 0) throw new Error(`${lost.length} completions were acknowledged and are not stored`);
    const sorted = latencies.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
    return {
      what: `p99 of postbacks at ${RATE} a second`,
      value: at(0.99),
      unit: 'ms',
      target: { most: 25 },
      detail: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, most ${at(1).toFixed(1)} ms`,
    };
  } finally {
    await api.end();
  }
}

/** @returns the id of the acknowledged completion */
async function call(url: string): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
  const text = await response.text();
  const completion = /"completion_id":(\d+)/.exec(text)?.[1];
  if (completion === undefined) throw new Error(`a postback was answered ${response.status}: ${text}`);
  return Number(completion);
}
