import { expect, test } from 'vitest';
import { computeBalance, computeExpectedCost } from './odds-balance.tsx';

const odds = [
  { amount: 5, permille: 100 },
  { amount: 10, permille: 50 },
];

test('computes the expected cost exactly', () => {
  expect(computeExpectedCost(odds)).toBe(1);
  expect(computeExpectedCost([{ amount: 1, permille: 1 }])).toBe(0.001);
  expect(computeExpectedCost([])).toBe(0);
  const thirds = [284, 358, 357].map((permille) => ({ amount: 100, permille }));
  expect(computeExpectedCost(thirds)).toBe(99.9);
});

test('compares the cost with the payout, if the offer has a payout', () => {
  expect(computeBalance(odds, 40)).toEqual({ cost: 1, payout: 40, margin: 39, share: 2.5 });
  expect(computeBalance(odds, 0.5)).toEqual({ cost: 1, payout: 0.5, margin: -0.5, share: 200 });
  expect(computeBalance(odds, 0).share).toBeUndefined();
});
