import { istDay } from '@inaam/contracts/common/time';
import type { CompletionView, UserStats } from '@inaam/contracts/insights/insights';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';

/** Completions to the milestone if no milestone gives a spin (specification section 9). */
export const MILESTONE = 10;

export interface Performance {
  /** The share of completions whose spin was used, in whole percent. */
  completionRate: number;
  /** The share of used spins that won a voucher, in whole percent. */
  winRate: number;
  /** Rupees won per used spin. */
  averagePerSpin: number;
  /** Completions towards the goal, at most `goal`. */
  milestone: number;
  /** The next milestone that gives a spin, else {@link MILESTONE}. */
  goal: number;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/**
 * The profile's performance metrics. Rates without completions or spins are 0. Vouchers from milestones do not count,
 * because milestone spins are not counted as used spins.
 */
export function computePerformance(stats: UserStats['stats']): Performance {
  const { next_milestone: next } = stats;
  return {
    completionRate: Math.round(100 * share(stats.spins_used, stats.total_completions)),
    winRate: Math.round(100 * share(stats.total_vouchers_won - stats.milestone_vouchers, stats.spins_used)),
    averagePerSpin: share(stats.total_voucher_value - stats.milestone_value, stats.spins_used),
    milestone: next === null ? Math.min(MILESTONE, stats.total_completions) : stats.milestone_progress,
    goal: next ?? MILESTONE,
  };
}

/** Vouchers by amount in rupees, largest first. */
export const listVouchersByAmount = (stats: UserStats['stats']): { amount: number; count: number }[] =>
  Object.entries(stats.vouchers_by_amount)
    .map(([amount, count]) => ({ amount: Number(amount), count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.amount - a.amount);

const DAY_MS = 86_400_000;

/** Lists the last seven days in India's time zone, oldest first, and whether an offer was completed on that day. */
export function listWeek(completions: readonly CompletionView[], now: Date): { day: string; isDone: boolean }[] {
  const done = new Set(
    completions
      .filter(({ reversed, milestone }) => !reversed && milestone === null)
      .map(({ completed_at }) => istDay(new Date(completed_at))),
  );
  return [6, 5, 4, 3, 2, 1, 0].map((before) => {
    const day = istDay(new Date(now.getTime() - before * DAY_MS));
    return { day, isDone: done.has(day) };
  });
}

/** Sums up the wins of offers and milestones that were completed this month, in India's time zone. */
export function sumMonth(completions: readonly CompletionView[], now: Date): { count: number; rupees: number } {
  const month = istDay(now).slice(0, 7);
  const won = completions
    .filter(({ completed_at }) => istDay(new Date(completed_at)).startsWith(month))
    .map(({ reward_type }) => rewardAmount(reward_type))
    .filter((amount) => amount !== undefined);
  return { count: won.length, rupees: won.reduce((sum, amount) => sum + amount, 0) };
}

/** The earliest milestone with a ready spin. */
export const findMilestoneSpin = (completions: readonly CompletionView[]): CompletionView | undefined =>
  completions.findLast(
    ({ milestone, spinner_used, reversed, pending }) => milestone !== null && !spinner_used && !reversed && !pending,
  );
