import { expect, test } from 'vitest';
import { buildFunnel, conversionRate, countNewEvents, progressBars } from './figures.ts';
import { getChange } from './parts/change.ts';

const stats = {
  total_users: 3,
  new_users_today: 4,
  active_offers: 1,
  total_conversions: 2,
  conversions_today: 23,
  total_revenue: 1000,
  revenue_today: 45,
  total_voucher_value: 0,
  available_vouchers: 0,
  used_vouchers: 0,
  total_rewards_given: 0,
};

test('shows the conversion rate with one decimal, and a dash without users', () => {
  expect(conversionRate(stats)).toBe('66.7%');
  expect(conversionRate({ ...stats, total_conversions: 3 })).toBe('100.0%');
  expect(conversionRate({ ...stats, total_users: 0 })).toBe('–');
});

test('compares today’s users with 10, today’s conversions with 20 and today’s revenue with all revenue', () => {
  expect(progressBars(stats).map(({ percent }) => percent)).toEqual([40, 100, 4.5]);
  expect(progressBars({ ...stats, total_revenue: 0, revenue_today: 0 })[2]?.percent).toBe(0);
  // Reversals can make a day's revenue negative, but a bar cannot be shorter than 0%.
  expect(progressBars({ ...stats, revenue_today: -20 })[2]?.percent).toBe(0);
});

test.each([
  [110, 100, '+10.0%', 'up'],
  [87.5, 100, '−12.5%', 'down'],
  [5, 5, 'no change', 'same'],
  [0, 0, 'no change', 'same'],
  [7, 0, 'No earlier data', 'up'],
  [-3, 0, 'No earlier data', 'down'],
  [2000, 100, '×20', 'up'],
  [1000, 100, '×10', 'up'],
  [999, 100, '+899.0%', 'up'],
  [1050, 100, '×11', 'up'],
  [5, -5, 'up from a loss', 'up'],
] as const)('describes %d, which was %d in the previous period, as “%s”', (now, before, words, direction) => {
  expect(getChange(now, before)).toEqual({ words, direction });
});

test('computes each funnel step as a share of the previous step', () => {
  const day = { day: '2026-07-19', users: 1, revenue: 0, voucher_cost: 0, margin: 0 };
  const steps = buildFunnel([
    { ...day, clicks: 30, conversions: 10, spins: 8, wins: 0, used: 0 },
    { ...day, clicks: 10, conversions: 0, spins: 0, wins: 0, used: 0 },
  ]);
  expect(steps.map(({ label, count, width, percentOfPrevious }) => [label, count, width, percentOfPrevious])).toEqual([
    ['Clicks', 40, 100, null],
    ['Completions', 10, 25, 25],
    ['Spins', 8, 20, 80],
    ['Wins', 0, 0, 0],
    ['Used vouchers', 0, 0, null],
  ]);
});

test('counts events since the figures were loaded', () => {
  expect(countNewEvents(stats, stats)).toBeUndefined();
  const latest = { ...stats, total_conversions: 5, total_users: 4 };
  expect(countNewEvents(stats, latest)).toBe('3 new conversions, 1 new user');
  // A deleted user is not a new event.
  expect(countNewEvents(latest, { ...latest, total_users: 3 })).toBeUndefined();
});
