import { formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import type { Odds } from '@inaam/contracts/offers/odds';
import { computeExpectedCost } from './odds-balance.tsx';

/** Reasons to ask for a confirmation before odds are saved. */
export interface OddsRisk {
  /** By how much the average cost of a spin exceeds the payout, in rupees; 0 if the payout covers the cost. */
  lossPerSpin: number;
  /** The loss per day in rupees, at the offer's average spins a day; undefined for an offer without completions. */
  lossPerDay: number | undefined;
  /** Amounts in rupees that can be won and are not in stock. */
  missing: readonly number[];
  /** True if no voucher of any amount is in stock, as in a new installation. */
  isStockEmpty: boolean;
}

export interface Terms {
  odds: Odds;
  /** In rupees: the average payout of completions so far, else the reward amount. */
  payout: number;
}

/**
 * Finds the risk of an offer's terms.
 * @param spinsPerDay the offer's spins a day on average; 0 without completions
 * @param inStock the amounts with an available voucher; undefined while unknown
 * @returns undefined if the payout covers the odds and no amount is known to be out of stock
 */
export function findOddsRisk(
  { odds, payout }: Terms,
  spinsPerDay: number,
  inStock: ReadonlySet<number> | undefined,
): OddsRisk | undefined {
  const lossPerSpin = Math.max(0, computeExpectedCost(odds) - payout);
  const winnable = new Set(odds.filter(({ permille }) => permille > 0).map(({ amount }) => amount));
  const missing = inStock === undefined ? [] : [...winnable].filter((amount) => !inStock.has(amount));
  if (lossPerSpin === 0 && missing.length === 0) return undefined;
  return {
    lossPerSpin,
    lossPerDay: spinsPerDay > 0 ? lossPerSpin * spinsPerDay : undefined,
    missing,
    isStockEmpty: inStock?.size === 0,
  };
}

/** Whether a change may make the terms riskier: different odds, or a lower payout. */
export const changesTerms = (before: Terms, after: Terms): boolean =>
  after.payout < before.payout || JSON.stringify(before.odds) !== JSON.stringify(after.odds);

/**
 * The question before risky odds are saved. The first offer is usually created before its vouchers, so the question
 * about an empty stock does not look dangerous.
 */
export function askAboutRisk(risk: OddsRisk): { title: string; confirmLabel: string; danger: boolean } {
  if (risk.lossPerSpin > 0)
    return { title: 'Save odds that lose money?', confirmLabel: 'Save at a loss', danger: true };
  if (risk.isStockEmpty)
    return { title: 'Save the offer before its vouchers?', confirmLabel: 'Save the offer', danger: false };
  return { title: 'Save odds without stock?', confirmLabel: 'Save without stock', danger: true };
}

/** The sentences of the confirmation. */
export function describeRisk({ lossPerSpin, lossPerDay, missing, isStockEmpty }: OddsRisk): string[] {
  const total =
    lossPerDay === undefined
      ? `${formatExactRupees(lossPerSpin * 100)} in 100 spins`
      : `${formatExactRupees(lossPerDay)} a day at this offer’s current rate`;
  const amounts = missing.map((amount) => formatRupees(amount)).join(', ');
  return [
    ...(lossPerSpin > 0 ? [`Each spin loses ${formatExactRupees(lossPerSpin)} on average: ${total}.`] : []),
    ...(missing.length === 0
      ? []
      : isStockEmpty
        ? [`Users can win ${amounts}. Winners get their codes after you add codes under Vouchers.`]
        : [`${amounts}: no voucher in stock. Winners wait until you add some.`]),
  ];
}
