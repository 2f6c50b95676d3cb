import { formatRupees } from '@inaam/contracts/common/format';
import { getWinPermille, type Odds, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { offers as words } from '../../../words/words.ts';

/** Lists the prizes with a chance above 0, the largest last. Chances of equal amounts are added up, as on the wheel. */
function listPrizes(odds: Odds): [amount: number, permille: number][] {
  const prizes = new Map<number, number>();
  for (const { amount, permille } of odds) if (permille > 0) prizes.set(amount, (prizes.get(amount) ?? 0) + permille);
  return [...prizes].sort(([a], [b]) => a - b);
}

/** Formats the chance of any win: `38% win a voucher`, or `38% win ₹5` if there is only one prize. */
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
