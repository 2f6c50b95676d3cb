import { expect, test } from 'vitest';
import { conversionRate, progressBars } from './figures.ts';

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

test('the conversion rate has one decimal, and is no number while there are no users', () => {
  expect(conversionRate(stats)).toBe('66.7%');
  expect(conversionRate({ ...stats, total_conversions: 3 })).toBe('100.0%');
  expect(conversionRate({ ...stats, total_users: 0 })).toBe('–');
});

test('bars measure users against 10, conversions against 20, revenue as the share of the total', () => {
  expect(progressBars(stats).map(({ percent }) => percent)).toEqual([40, 100, 4.5]);
  expect(progressBars({ ...stats, total_revenue: 0, revenue_today: 0 })[2]?.percent).toBe(0);
  // Reversals can make a day's revenue negative; a bar cannot be.
  expect(progressBars({ ...stats, revenue_today: -20 })[2]?.percent).toBe(0);
});
