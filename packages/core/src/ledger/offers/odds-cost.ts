import { DEFAULT_ODDS, type Odds, ROLLS } from '@inaam/contracts/offers/odds';
import type { ApprovalRules } from '../../kernel/approval.ts';

/** The average cost of a spin, in paise. */
export const getExpectedCost = (odds: Odds): number =>
  Math.round(odds.reduce((sum, { amount, tenths }) => sum + amount * 100 * tenths, 0) / ROLLS);

/**
 * Whether odds cost more than one person may decide: more than the settings' share of the payout, or more than the
 * settings' sum whatever the payout. The cost of the specification's odds is always allowed.
 */
export function exceedsCostLimit(odds: Odds, payoutPaise: number, rules: ApprovalRules): boolean {
  const cost = getExpectedCost(odds);
  const share = Math.max((payoutPaise * rules.oddsShare) / 100, getExpectedCost(DEFAULT_ODDS));
  return cost > Math.min(share, Math.max(rules.oddsCostPaise, getExpectedCost(DEFAULT_ODDS)));
}
