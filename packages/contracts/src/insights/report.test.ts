import { expect, test } from 'vitest';
import { reportInput } from './report.ts';

const problems = (input: object) =>
  reportInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

test.each([
  ['from', 'to', { period: 'custom' }],
  ['before_from', 'before_to', { compare: 'own' }],
] as const)('accepts 1 to 366 days from %s to %s', (first, last, more) => {
  const check = (from: string, to: string) => problems({ ...more, [first]: from, [last]: to });
  expect(check('2026-07-01', '2026-07-01')).toEqual([]);
  expect(check('2026-07-01', '2026-06-30')).toEqual([`${last} must not be before ${first}`]);
  expect(check('2025-07-01', '2026-07-01')).toEqual([]);
  expect(check('2025-07-01', '2026-07-02')).toEqual([`${last} must be less than 366 days after ${first}`]);
  expect(problems(more)).toEqual([`${first} is required`, `${last} is required`]);
});

test('requires custom days only for a custom period', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ period: '7', from: '2026-07-02', to: '2026-07-01' })).toEqual([]);
});
