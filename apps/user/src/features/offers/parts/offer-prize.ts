import { formatRupees } from '@inaam/contracts/common/format';
import { getWinPermille, type Odds, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { offers as words } from '../../../words/words.ts';

/** Prizes with a chance, the largest last. Equal amounts add up, as on the wheel. */
function listPrizes(odds: Odds): [amount: number, permille: number][] {
  const prizes = new Map<number, number>();
  for (const { amount, permille } of odds) if (permille > 0) prizes.set(amount, (prizes.get(amount) ?? 0) + permille);
  return [...prizes].sort(([a], [b]) => a - b);
}

/** `38% win a voucher`; with one prize only, its amount. */
export function formatWinChance({ spinner_config }: Pick<UserOffer, 'spinner_config'>): string {
  const odds = oddsOrDefault(spinner_config);
  const prizes = listPrizes(odds);
  const chance = permilleToPercent(getWinPermille(odds));
  const [only] = prizes;
  return only && prizes.length === 1
    ? words.winOne({ chance, amount: formatRupees(only[0]) })
    : words.winChance({ chance });
}

/** The largest prize with its own chance: `₹500: 1%`; undefined with fewer than two prizes. */
export function formatLargestPrize({ spinner_config }: Pick<UserOffer, 'spinner_config'>): string | undefined {
  const prizes = listPrizes(oddsOrDefault(spinner_config));
  const largest = prizes.at(-1);
  return largest && prizes.length > 1 ? `${formatRupees(largest[0])}: ${permilleToPercent(largest[1])}%` : undefined;
}
