import { expect, test } from 'vitest';
import { buildOrder, formatOrder } from './reorder-panel.tsx';

const stock = [
  { amount: 5, available: 10, owed: 0, per_day: 1.4, days_left: 7, is_low: false },
  { amount: 10, available: 0, owed: 3, per_day: 0, days_left: null, is_low: true },
  { amount: 50, available: 90, owed: 0, per_day: 3, days_left: 30, is_low: false },
];

test('orders only the vouchers that are missing for the given days and for waiting winners', () => {
  expect(buildOrder(stock, 30)).toEqual([
    { amount: 5, vouchers: 32, value: 160 },
    { amount: 10, vouchers: 3, value: 30 },
  ]);
  expect(buildOrder(stock, 31).map(({ amount, vouchers }) => [amount, vouchers])).toEqual([
    [5, 34],
    [10, 3],
    [50, 3],
  ]);
  expect(formatOrder(buildOrder(stock, 30))).toBe('32 × ₹5\n3 × ₹10\nTotal: ₹190');
});
