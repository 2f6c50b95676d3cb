import type { NetworkSettings } from '@inaam/contracts/networks/networks';

/** Rates of a network, compared before and after a change. */

type Rates = Pick<NetworkSettings, 'currency' | 'rate' | 'rates'>;

/** Rupees per unit of a currency on a day, as a postback counts it; undefined where there is no rate. */
function rateOn({ currency, rate, rates }: Rates, wanted: string, day: string): number | undefined {
  const [latest] = rates
    .filter((each) => each.currency === wanted && each.from <= day)
    .toSorted((a, b) => b.from.localeCompare(a.from));
  return latest?.rate ?? (wanted === currency ? rate : undefined);
}

/** Before the first dated rate. */
const FROM_THE_START = '0000-01-01';

/** A change of a rate, in words. */
export interface RateChange {
  /** `USD from 2026-11-22` */
  what: string;
  /** null: nothing was there before. */
  before: string | null;
  after: string;
}

/**
 * The rates that a change moves by more than a share, on each day from which a rate of before or of after counts. A
 * currency that gets its first rate is one of them; one that loses its rate is not: its calls are parked.
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
      const [was, is] = [rateOn(before, currency, day), rateOn(after, currency, day)];
      if (is === undefined || was === is) return [];
      // Whole millionths, as they are stored: 1.1 is a tenth more than 1.
      const moved = Math.round(Math.abs(is - (was ?? 0)) * 1e6);
      if (was !== undefined && moved <= Math.round(was * share * 1e4)) return [];
      const what = day === FROM_THE_START ? currency : `${currency} from ${day}`;
      return [{ what, before: was === undefined ? 'no rate' : `₹${was}`, after: `₹${is}` }];
    });
  });
}
