import { type Odds, ROLLS } from '@inaam/contracts/offers/odds';

/**
 * What a completion costs in vouchers on average, in rupees; exact to a tenth of a paisa, as odds are whole tenths of a
 * percent and amounts whole rupees.
 */
export const expectedCost = (odds: Odds): number =>
  odds.reduce((sum, { amount, tenths }) => sum + amount * tenths, 0) / ROLLS;

export interface Balance {
  cost: number;
  payout: number;
  margin: number;
  /** The share of the payout that vouchers take, in percent; undefined without a payout. */
  share: number | undefined;
}

/** Expected voucher cost of a completion against what it pays, in rupees. */
export function balance(odds: Odds, payout: number): Balance {
  const cost = expectedCost(odds);
  return { cost, payout, margin: payout - cost, share: payout > 0 ? (cost / payout) * 100 : undefined };
}
