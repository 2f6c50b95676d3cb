import type { NetworkSettings } from '@inaam/contracts/networks/networks';

type Rates = Pick<NetworkSettings, 'currency' | 'rate' | 'rates'>;

/** Returns a day's rate of a currency, in rupees per unit; undefined if no rate is set. */
function getRateOn({ currency, rate, rates }: Rates, wanted: string, day: string): number | undefined {
  const [latest] = rates
    .filter((each) => each.currency === wanted && each.from <= day)
    .toSorted((a, b) => b.from.localeCompare(a.from));
  return latest?.rate ?? (wanted === currency ? rate : undefined);
}

/** A day before all dated rates. */
const FROM_THE_START = '0000-01-01';

export interface RateChange {
  /** `USD from 2026-11-22`, `USD` for the days before all dated rates, or another term of a network, such as `Slug`. */
  what: string;
  /** The old rate, or `no rate`. null if the change is a part of a network's first activation. */
  before: string | null;
  after: string;
}

/**
 * Finds rate changes that exceed a share of the old rate, on each day from which an old or new rate applies. Includes a
 * currency's first rate. Excludes a removed rate, since postbacks in that currency are parked.
 * @param share percent of the old rate
 */
export function findLargeRateChanges(before: Rates, after: Rates, share: number): RateChange[] {
  const datedRates = [...before.rates, ...after.rates];
  const currencies = new Set([before.currency, after.currency, ...datedRates.map(({ currency }) => currency)]);
  return [...currencies].flatMap((currency) => {
    const days = new Set([
      FROM_THE_START,
      ...datedRates.filter((each) => each.currency === currency).map(({ from }) => from),
    ]);
    return [...days].toSorted().flatMap((day) => {
      const [oldRate, newRate] = [getRateOn(before, currency, day), getRateOn(after, currency, day)];
      if (newRate === undefined || oldRate === newRate) return [];
      // Compares whole millionths, as stored, so that 1.1 is exactly a tenth more than 1.
      const changeMicros = Math.round(Math.abs(newRate - (oldRate ?? 0)) * 1e6);
      if (oldRate !== undefined && changeMicros <= Math.round(oldRate * share * 1e4)) return [];
      const what = day === FROM_THE_START ? currency : `${currency} from ${day}`;
      return [{ what, before: oldRate === undefined ? 'no rate' : `₹${oldRate}`, after: `₹${newRate}` }];
    });
  });
}
