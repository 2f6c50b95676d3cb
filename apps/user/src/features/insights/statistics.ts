import type { UserStats } from '@inaam/contracts/insights/insights';

/** Specification section 9. */
export const MILESTONE = 10;

export interface Performance {
  /** Spins used of completions, whole percent. */
  completionRate: number;
  /** Vouchers won of spins used, whole percent. */
  winRate: number;
  /** Rupees won per used spin. */
  averagePerSpin: number;
  /** Completions toward {@link MILESTONE}, capped. */
  milestone: number;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** The profile's performance metrics. Rates without completions or spins are 0. */
export function computePerformance(stats: UserStats['stats']): Performance {
  return {
    completionRate: Math.round(100 * share(stats.spins_used, stats.total_completions)),
    winRate: Math.round(100 * share(stats.total_vouchers_won, stats.spins_used)),
    averagePerSpin: share(stats.total_voucher_value, stats.spins_used),
    milestone: Math.min(MILESTONE, stats.total_completions),
  };
}

/** Vouchers by amount in rupees, largest first. */
export const listVouchersByAmount = (stats: UserStats['stats']): { amount: number; count: number }[] =>
  Object.entries(stats.vouchers_by_amount)
    .map(([amount, count]) => ({ amount: Number(amount), count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.amount - a.amount);
