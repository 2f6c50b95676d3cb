import { expect, test } from 'vitest';
import { computePerformance, listVouchersByAmount } from './statistics.ts';

const stats = {
  total_completions: 7,
  spins_used: 6,
  total_vouchers_won: 2,
  total_voucher_value: 15,
  vouchers_by_amount: { '5': 1, '10': 1 },
  milestone_vouchers: 0,
  milestone_value: 0,
  milestone_progress: 0,
  next_milestone: null,
};

test('follows the formulas of specification section 9', () => {
  expect(computePerformance(stats)).toEqual({ completionRate: 86, winRate: 33, averagePerSpin: 2.5, milestone: 7 });
});

test('never divides by zero', () => {
  const none = {
    total_completions: 0,
    spins_used: 0,
    total_vouchers_won: 0,
    total_voucher_value: 0,
    vouchers_by_amount: {},
    milestone_vouchers: 0,
    milestone_value: 0,
    milestone_progress: 0,
    next_milestone: null,
  };
  expect(computePerformance(none)).toEqual({ completionRate: 0, winRate: 0, averagePerSpin: 0, milestone: 0 });
});

test('fills the milestone bar at 10 and keeps it full', () => {
  expect(computePerformance({ ...stats, total_completions: 10 }).milestone).toBe(10);
  expect(computePerformance({ ...stats, total_completions: 31 }).milestone).toBe(10);
});

test('sorts the breakdown by numeric amount, largest first', () => {
  expect(listVouchersByAmount({ ...stats, vouchers_by_amount: { '5': 3, '100': 1, '25': 2, '50': 0 } })).toEqual([
    { amount: 100, count: 1 },
    { amount: 25, count: 2 },
    { amount: 5, count: 3 },
  ]);
});

test('rounds half a percent up', () => {
  const of = (spins_used: number, total_completions: number, total_vouchers_won: number) => {
    const { completionRate, winRate } = computePerformance({
      ...stats,
      spins_used,
      total_completions,
      total_vouchers_won,
    });
    return [completionRate, winRate];
  };
  expect(of(1, 8, 0)).toEqual([13, 0]);
  expect(of(8, 8, 1)).toEqual([100, 13]);
  expect(of(200, 400, 1)).toEqual([50, 1]);
});
