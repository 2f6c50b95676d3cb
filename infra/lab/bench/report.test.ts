import { expect, test } from 'vitest';
import { type BenchVariant, runAlternately } from './alternate.ts';
import type { Sample } from './environment.ts';
import { formatTable, meetsTarget } from './report.ts';

const sample = (perSecond: number): Sample => ({
  done: perSecond,
  perSecond,
  failed: 0,
  p50: 1,
  p99: null,
  wal: 900,
});

/** Creates a variant whose runs return `rates` one after the other. Each run adds the variant's name to `order`. */
const createVariant = (
  name: string,
  rates: number[],
  order: string[],
  variant: Partial<BenchVariant> = {},
): BenchVariant => ({
  name,
  run: async () => {
    order.push(name);
    return sample(rates.shift() ?? Number.NaN);
  },
  ...variant,
});

test('compares each rate with the limit of the same round, and begins each round with another variant', async () => {
  const order: string[] = [];
  // The machine is half as fast in the second round.
  const base = createVariant('limit', [1000, 500, 1000], order, { isBase: true });
  const path = createVariant('path', [400, 200, 500], order, { ratio: { least: 0.3 }, wal: { most: 800 } });
  const lines = await runAlternately([base, path], 3, () => {});
  expect(order).toEqual(['limit', 'path', 'path', 'limit', 'limit', 'path']);
  expect(lines.map(({ what, value }) => [what, value])).toEqual([
    ['limit', 1],
    ['path', 0.4],
    ['WAL of path', 900],
  ]);
  expect(lines.map(meetsTarget)).toEqual([true, true, false]);
  expect(formatTable(lines).slice(2)).toEqual([
    '| limit | 1.00 of the limit |  |  | 1000 a second, p50 1.0 ms, WAL 900 B |',
    '| path | 0.40 of the limit | ≥ 0.3 | pass | 400 a second, p50 1.0 ms, WAL 900 B |',
    '| WAL of path | 900 B | ≤ 800 | FAIL |  |',
  ]);
});

test('treats a figure that could not be measured as missing its target', () => {
  const line = { what: 'x', value: Number.NaN, unit: 'ms', detail: '' };
  expect([{ least: 1 }, { most: 1 }].map((target) => meetsTarget({ ...line, target }))).toEqual([false, false]);
});
