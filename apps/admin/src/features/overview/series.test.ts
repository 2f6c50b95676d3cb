import { expect, test } from 'vitest';
import { sumSeries } from './figures.ts';

const day = (revenue: number, voucher_cost: number) => ({
  day: '2025-07-19',
  users: 1,
  clicks: 2,
  conversions: 1,
  spins: 1,
  wins: 1,
  used: 0,
  revenue,
  voucher_cost,
  margin: revenue - voucher_cost,
});

test('sums amounts exactly to the paisa', () => {
  const figures = Array.from({ length: 10 }, () => day(0.1, 0.3));
  expect(sumSeries(figures, 'revenue')).toBe(1);
  expect(sumSeries(figures, 'margin')).toBe(-2);
  expect(sumSeries(figures, 'clicks')).toBe(20);
  expect(sumSeries([], 'users')).toBe(0);
});
