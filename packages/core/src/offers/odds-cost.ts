import { DEFAULT_ODDS, type Odds, ROLLS } from '@inaam/contracts/offers/odds';
import type { ApprovalRules } from '../services.ts';

/** What a spin costs on average, in paise. */
export const expectedCost = (odds: Odds): number =>
  Math.round(odds.reduce((sum, { amount, tenths }) => sum + amount * 100 * tenths, 0) / ROLLS);

/**
 * Do odds cost more than one person may decide: more than the share of the payout that the settings say, or more than
 * they say whatever the payout? What costs no more than the odds of the specification never does.
 */
export function areCostly(odds: Odds, payoutPaise: number, rules: ApprovalRules): boolean {
  const cost = expectedCost(odds);
  const share = Math.max((payoutPaise * rules.oddsShare) / 100, expectedCost(DEFAULT_ODDS));
  return cost > Math.min(share, Math.max(rules.oddsCostPaise, expectedCost(DEFAULT_ODDS)));
}
