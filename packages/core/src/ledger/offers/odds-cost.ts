import { DEFAULT_ODDS, type Odds, ROLLS } from '@inaam/contracts/offers/odds';
import type { ApprovalRules } from '../../kernel/approval.ts';

/** Returns the average cost of a spin, in paise. */
export const getExpectedCost = (odds: Odds): number =>
  Math.round(odds.reduce((sum, { amount, permille }) => sum + amount * 100 * permille, 0) / ROLLS);

/**
 * Returns whether odds exceed one person's limit: a share of the payout, capped by an amount (both are settings). The
 * specification's default odds are always allowed.
 */
export function exceedsCostLimit(odds: Odds, payoutPaise: number, rules: ApprovalRules): boolean {
  const cost = getExpectedCost(odds);
  const share = Math.max((payoutPaise * rules.oddsShare) / 100, getExpectedCost(DEFAULT_ODDS));
  return cost > Math.min(share, Math.max(rules.oddsCostPaise, getExpectedCost(DEFAULT_ODDS)));
}
