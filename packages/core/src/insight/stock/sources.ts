import type { VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { voucherCountsNow } from '@inaam/db/views/figures';
import { and, type SQL, sql } from 'drizzle-orm';
import { type ExpiryFilter, expiryFilters, type Filters, hasKind, isEnded } from './filters.ts';
import { hasBrand } from './search.ts';
import { countVouchers } from './stats.ts';

/** Sources of a page: all vouchers, or a materialised selection if matching rows come late in the page's sort order. */

type Page = Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>;

/** "offset 0" makes PostgreSQL evaluate the selection before it sorts. */
const materialise = (where: SQL | undefined): SQL =>
  sql`(select * from ${vouchers} where ${where} offset 0) ${vouchers}`;

type Soon = 'expiring_soon' | 'expiring_this_month';
export const isSoon = (expiry: ExpiryFilter): expiry is Soon =>
  expiry === 'expiring_soon' || expiry === 'expiring_this_month';

/** The source of vouchers. Vouchers that expire soon are few and old, so a scan from the newest finds them last. */
export const getVoucherSource = (expiry: ExpiryFilter): SQL =>
  isSoon(expiry) ? materialise(expiryFilters[expiry]) : sql`${vouchers}`;

/**
 * Materialises withdrawn vouchers that are still valid, or won vouchers that were unused on their last day, because a
 * scan from the newest voucher finds both late. Only pages do this, because a CSV export would materialise the many
 * wins again for each batch.
 */
export function getPastSelection({ status, expiry_filter: expiry, sortBy, sortOrder }: Page): SQL | undefined {
  // A voucher that ended before its last day was withdrawn, which is rare.
  if (status === 'expired' && expiry === 'valid') return materialise(and(isEnded, expiryFilters.valid));
  const isPastWin = status === 'assigned' && expiry === 'expired';
  return isPastWin && sortBy === 'created_at' && sortOrder === 'desc' ? materialise(expiryFilters.expired) : undefined;
}

/** Number of vouchers that can be materialised and sorted in the time that a page may take. */
const MAX_MATERIALISED = 20_000;
/** The limit if the sort order needs a lookup of each voucher in the view `voucher_states`. */
const MAX_MATERIALISED_BY_STATE = 2_000;

/**
 * Materialises the vouchers of a type, brand and amount if counters show that these are few, because a scan in the
 * page's sort order could find all of them at its end. Sorting by import time or amount without other filters needs no
 * such selection.
 */
export async function getSmallSelection(
  db: Db,
  input: Filters & Pick<VoucherListInput, 'sortBy'>,
  most = input.sortBy === 'status' || input.sortBy === 'assigned_at' ? MAX_MATERIALISED_BY_STATE : MAX_MATERIALISED,
): Promise<SQL | undefined> {
  const kind = hasKind(vouchers, input);
  if (!kind || input.search || isSoon(input.expiry_filter)) return undefined;
  const alone = input.status === 'all' && input.expiry_filter === 'all';
  if (alone && (input.sortBy === 'created_at' || input.sortBy === 'voucher_amount')) return undefined;
  const isSmall = (await countVouchers(db, 'all', hasKind(voucherCounts, input))) <= most;
  return isSmall ? materialise(kind) : undefined;
}

/** Maximum number of brands of a type that are listed by name. */
const MAX_BRANDS = 1000;

/** Returns a condition that is true for all rows of a page and lets the scan of an index start later. */
export const narrowPage = async (db: Db, input: Page): Promise<SQL | undefined> =>
  and(await listBrandsOfType(db, input), getFirstExpiryDay(input));

/**
 * Lists the brands of the type, for a list sorted by brand. A condition on the type alone would read the index of
 * brands from its start.
 */
async function listBrandsOfType(db: Db, input: Page): Promise<SQL | undefined> {
  if (input.sortBy !== 'voucher_brand' || input.voucher_type === 'all' || input.search) return undefined;
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCountsNow)
    .where(hasKind(voucherCounts, input))
    .limit(MAX_BRANDS + 1);
  const names = brands.map(({ name }) => name);
  return names.length <= MAX_BRANDS ? hasBrand(vouchers, names) : undefined;
}

/**
 * Skips days before the first available voucher, for available vouchers sorted by last day. Only won or expired
 * vouchers end on these days. An index gives the first day of each amount.
 */
function getFirstExpiryDay({ status, sortBy, sortOrder }: Page): SQL | undefined {
  if (status !== 'available' || sortBy !== 'expiry_date' || sortOrder !== 'asc') return undefined;
  return sql`${vouchers.expiryDate} >= (
    select min(free.expiry_date) from (select distinct amount_paise from ${voucherCountsNow}) kinds
    cross join lateral (
      select expiry_date from free_vouchers where amount_paise = kinds.amount_paise order by expiry_date limit 1
    ) free)`;
}
