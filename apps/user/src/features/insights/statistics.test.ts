import { expect, test } from 'vitest';
import { aCompletion, noStats } from '../../testing/completion-fixture.ts';
import { computePerformance, findMilestoneSpin, listVouchersByAmount, listWeek, sumMonth } from './statistics.ts';

const stats = {
  ...noStats,
  total_completions: 7,
  spins_used: 6,
  total_vouchers_won: 2,
  total_voucher_value: 15,
  vouchers_by_amount: { '5': 1, '10': 1 },
};

test('follows the formulas of specification section 9', () => {
  expect(computePerformance(stats)).toEqual({
    completionRate: 86,
    winRate: 33,
    averagePerSpin: 2.5,
    milestone: 7,
    goal: 10,
  });
});

test('never divides by zero', () => {
  expect(computePerformance(noStats)).toEqual({
    completionRate: 0,
    winRate: 0,
    averagePerSpin: 0,
    milestone: 0,
    goal: 10,
  });
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
  const computeRates = (spins_used: number, total_completions: number, total_vouchers_won: number) => {
    const { completionRate, winRate } = computePerformance({
      ...stats,
      spins_used,
      total_completions,
      total_vouchers_won,
    });
    return [completionRate, winRate];
  };
  expect(computeRates(1, 8, 0)).toEqual([13, 0]);
  expect(computeRates(8, 8, 1)).toEqual([100, 13]);
  expect(computeRates(200, 400, 1)).toEqual([50, 1]);
});

test('leaves vouchers of milestones out of the rates', () => {
  const withMilestone = {
    ...stats,
    total_vouchers_won: 3,
    total_voucher_value: 65,
    milestone_vouchers: 1,
    milestone_value: 50,
  };
  expect(computePerformance(withMilestone)).toEqual(computePerformance(stats));
});

test('uses the next milestone that gives a spin as the goal', () => {
  expect(computePerformance({ ...stats, milestone_progress: 6, next_milestone: 25 })).toMatchObject({
    milestone: 6,
    goal: 25,
  });
});

const NOW = new Date('2026-07-19T20:00:00Z');

test('lists the last seven days in Indian time, and marks those with a completed offer', () => {
  const week = listWeek(
    [
      // 00:10 on 19 July, Indian time.
      aCompletion({ completed_at: '2026-07-18T18:40:00Z' }),
      aCompletion({ completed_at: '2026-07-15T06:00:00Z' }),
      aCompletion({ completed_at: '2026-07-16T06:00:00Z', reversed: true }),
      aCompletion({ completed_at: '2026-07-17T06:00:00Z', milestone: 10 }),
      aCompletion({ completed_at: '2026-07-01T06:00:00Z' }),
    ],
    NOW,
  );
  expect(week.map(({ day }) => day.slice(8))).toEqual(['14', '15', '16', '17', '18', '19', '20']);
  expect(week.filter(({ isDone }) => isDone).map(({ day }) => day.slice(8))).toEqual(['15', '19']);
});

test('adds up the vouchers that this month’s completions have won', () => {
  const makeCompletion = (completed_at: string, reward_type: string) =>
    aCompletion({ completed_at, reward_type, spinner_used: true });
  expect(
    sumMonth(
      [
        makeCompletion('2026-07-02T06:00:00Z', 'voucher_10'),
        makeCompletion('2026-07-03T06:00:00Z', 'none'),
        makeCompletion('2026-06-30T18:40:00Z', 'voucher_5'),
        makeCompletion('2026-06-30T18:20:00Z', 'voucher_100'),
      ],
      NOW,
    ),
  ).toEqual({ count: 2, rupees: 15 });
});

test('finds the earliest milestone with a ready spin', () => {
  const all = [
    aCompletion({ offer_id: 4, milestone: 50 }),
    aCompletion({ offer_id: 3, milestone: 25 }),
    aCompletion({ offer_id: 2, milestone: 10, spinner_used: true }),
    aCompletion({ offer_id: 1 }),
  ];
  expect(findMilestoneSpin(all)?.offer_id).toBe(3);
  expect(findMilestoneSpin([aCompletion({ milestone: 10, pending: true })])).toBeUndefined();
});
