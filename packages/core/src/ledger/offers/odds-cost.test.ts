import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import { expect, test } from 'vitest';
import type { ApprovalRules } from '../../kernel/approval.ts';
import { exceedsCostLimit, getExpectedCost } from './odds-cost.ts';

test('rounds the average cost to whole paise, and half a paisa up', () => {
  expect(getExpectedCost(DEFAULT_ODDS)).toBe(100);
  expect(getExpectedCost([{ amount: 5, permille: 1 }])).toBe(1);
  expect(getExpectedCost([{ amount: 4, permille: 1 }])).toBe(0);
  expect(getExpectedCost([])).toBe(0);
});

/** One person alone may publish odds that cost up to half of the payout, and at most ₹20. */
const rules = { oddsShare: 50, oddsCostPaise: 20_00 } as ApprovalRules;
/** Returns odds with this average cost of a spin in paise. */
const makeOdds = (paise: number) => [{ amount: paise, permille: 10 }];

test.each([
  ['half of a payout of ₹30', 30_00, 15_00],
  ['₹20, where half of the payout is more', 900_00, 20_00],
  ['the cost of the default odds, where half of the payout is less', 50, 1_00],
])('allows odds that cost %s, and refuses odds that cost a paisa more', (_, payout, limit) => {
  expect([
    exceedsCostLimit(makeOdds(limit), payout, rules),
    exceedsCostLimit(makeOdds(limit + 1), payout, rules),
  ]).toEqual([false, true]);
});
