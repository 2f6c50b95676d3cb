import { expect, test } from 'vitest';
import type { Sample } from './meter.ts';
import { comparison, keptFigures, tableOf } from './report.ts';
import { alternately, type Row, type Way } from './rows.ts';

const sample = (perSecond: number, databaseCpu = 100): Sample => ({
  done: perSecond,
  perSecond,
  failed: 0,
  p50: 1,
  p99: null,
  parts: [],
  databaseCpu,
  serverCpu: null,
  wal: 900.4,
  pages: 0,
  waits: [['IO:WalSync', 0.5]],
  foreign: null,
});
const row = (name: string, ratio: number): Row => ({ name, ratio, byCpu: ratio, sample: sample(1000 * ratio) });

/** Answers the next of these rates with each run, and writes down that it ran. */
function way(name: string, rates: number[], order: string[], isBase?: true): Way {
  return {
    name,
    run: async () => {
      order.push(name);
      const rate = rates.shift() ?? Number.NaN;
      return sample(rate, 1e5 / rate);
    },
    ...(isBase && { isBase }),
  };
}

test('each round begins with another, and a ratio is to the base of its own round', async () => {
  const order: string[] = [];
  // The machine is half as fast in the second round: the ratios know nothing of it.
  const ways = [way('base', [1000, 500, 1000], order, true), way('path', [400, 200, 500], order)];
  const [base, path] = await alternately(ways, 3, () => {});
  expect(order).toEqual(['base', 'path', 'path', 'base', 'base', 'path']);
  expect(base).toMatchObject({ ratio: 1, byCpu: 1 });
  expect(path?.ratio).toBeCloseTo(0.4);
  expect(path?.byCpu).toBeCloseTo(0.4);
  expect(path?.sample.perSecond).toBe(400);
});

test('a table that is kept is read again', () => {
  const lines = tableOf([row('base', 1), row('a path', 0.4)]);
  const page = [
    '# Page',
    '<!-- bench: paths -->',
    '',
    ...lines,
    '',
    '<!-- end of paths -->',
    '| other | 1 | 0.9 |',
  ].join('\n');
  expect([...keptFigures('paths', page)]).toEqual([
    ['base', 1],
    ['a path', 0.4],
  ]);
  expect(lines[3]).toBe('| a path | 400 | 0.40 | 0.40 | 1.0 |  | 100 |  | 900 | IO:WalSync 50 % |');
  expect([...keptFigures('others', page)]).toEqual([]);
});

test('what differs by more than noise is said', () => {
  const kept = new Map([
    ['same', 0.5],
    ['slower', 0.5],
    ['faster', 0.5],
  ]);
  expect(comparison([row('same', 0.52), row('slower', 0.4), row('faster', 0.7), row('new', 0.1)], kept)).toEqual([
    '  same: 0.52, kept 0.50: as kept (4 %)',
    '  slower: 0.40, kept 0.50: WORSE (-20 %)',
    '  faster: 0.70, kept 0.50: better (40 %)',
    '  new: 0.10, no figure is kept',
  ]);
});

test('the page keeps the figures of the paths', () => {
  expect(keptFigures('paths').get('lean limit of a spin')).toBe(1);
});
