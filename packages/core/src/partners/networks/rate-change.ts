import type { NetworkSettings } from '@inaam/contracts/networks/networks';

type Rates = Pick<NetworkSettings, 'currency' | 'rate' | 'rates'>;

/** Returns rupees per unit on a day, as postbacks count it; undefined where no rate is set. */
function getRateOn({ currency, rate, rates }: Rates, wanted: string, day: string): number | undefined {
  const [latest] = rates
    .filter((each) => each.currency === wanted && each.from <= day)
    .toSorted((a, b) => b.from.localeCompare(a.from));
  return latest?.rate ?? (wanted === currency ? rate : undefined);
}

/** A day before all dated rates. */
const FROM_THE_START = '0000-01-01';

export interface RateChange {
  /** `USD from 2026-11-22` */
  what: string;
  /** null where no value existed. */
  before: string | null;
  after: string;
}

/**
 * Finds rate changes above a share, on each day from which an old or new rate applies.
 * A first rate of a currency is included; a removed one is not, as its postbacks are parked.
 * @param share percent
 */
export function findLargeRateChanges(before: Rates, after: Rates, share: number): RateChange[] {
  const both = [...before.rates, ...after.rates];
  const currencies = new Set([before.currency, after.currency, ...both.map(({ currency }) => currency)]);
  return [...currencies].flatMap((currency) => {
    const days = new Set([
      FROM_THE_START,
      ...both.filter((each) => each.currency === currency).map(({ from }) => from),
    ]);
    return [...days].toSorted().flatMap((day) => {
      const [was, is] = [getRateOn(before, currency, day), getRateOn(after, currency, day)];
      if (is === undefined || was === is) return [];
      // Whole millionths, as stored: 1.1 is exactly a tenth more than 1.
      const moved = Math.round(Math.abs(is - (was ?? 0)) * 1e6);
      if (was !== undefined && moved <= Math.round(was * share * 1e4)) return [];
      const what = day === FROM_THE_START ? currency : `${currency} from ${day}`;
      return [{ what, before: was === undefined ? 'no rate' : `₹${was}`, after: `₹${is}` }];
    });
  });
}
