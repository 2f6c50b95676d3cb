import type { Db } from '@inaam/db/client';
import { voucherCounts } from '@inaam/db/schema/vouchers';
import { and } from 'drizzle-orm';
import { type Filters, hasKind } from './filters.ts';
import { hasBrand } from './search.ts';
import { countVouchers } from './stats.ts';

/** Counts vouchers of the list from the counters by type, brand and amount. */

/** Returns whether the counters cover all filters. */
export const canUseCounters = ({ search, expiry_filter: expiry }: Filters): boolean => expiry === 'all' && !search;

/** Counts the vouchers that match the filters by status, type, brand and amount. */
export const countByKind = (db: Db, input: Filters): Promise<number> =>
  countVouchers(db, input.status, hasKind(voucherCounts, input));

/** Returns whether the counters prove that nothing matches. Without this check, the query would read all vouchers. */
export const isKnownEmpty = async (db: Db, input: Filters): Promise<boolean> =>
  canUseCounters(input) && (await countByKind(db, input)) === 0;

/**
 * Returns a lower bound of the matches: the number of vouchers of matching brands, or 0 if no brand matches or the
 * counters do not cover the expiry filter.
 */
export async function getMinimumByBrand(db: Db, input: Filters, brands: readonly string[]): Promise<number> {
  if (brands.length === 0 || input.expiry_filter !== 'all') return 0;
  return countVouchers(db, input.status, and(hasKind(voucherCounts, input), hasBrand(voucherCounts, brands)));
}
