import type { VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { voucherCountsNow } from '@inaam/db/views/figures';
import { and, type SQL, sql } from 'drizzle-orm';
import { type ExpiryFilter, expiryFilters, type Filters, hasKind, isEnded } from './filters.ts';
import { hasBrand } from './search.ts';
import { countVouchers } from './stats.ts';

/** Sources of a page: all vouchers, or a selection that is materialised because its rows come late in the order. */

type Page = Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>;

/** "offset 0" makes PostgreSQL evaluate the selection before it sorts. */
const materialised = (where: SQL | undefined): SQL =>
  sql`(select * from ${vouchers} where ${where} offset 0) ${vouchers}`;

type Soon = 'expiring_soon' | 'expiring_this_month';
export const isSoon = (expiry: ExpiryFilter): expiry is Soon =>
  expiry === 'expiring_soon' || expiry === 'expiring_this_month';

/** Source of vouchers. Those that expire soon are few and old, so a scan from the newest finds them last. */
export const getVoucherSource = (expiry: ExpiryFilter): SQL =>
  isSoon(expiry) ? materialised(expiryFilters[expiry]) : sql`${vouchers}`;

/**
 * Materialises withdrawn vouchers that are still valid, or wins that were unused on their last day: a scan from the
 * newest finds both late. Wins are many, and a file would repeat this for each batch, so only pages do it.
 */
export function getPastSelection({ status, expiry_filter: expiry, sortBy, sortOrder }: Page): SQL | undefined {
  // Ended before the last day means withdrawn, which is rare.
  if (status === 'expired' && expiry === 'valid') return materialised(and(isEnded, expiryFilters.valid));
  const isPastWin = status === 'assigned' && expiry === 'expired';
  return isPastWin && sortBy === 'created_at' && sortOrder === 'desc' ? materialised(expiryFilters.expired) : undefined;
}

/** Number of vouchers that can be materialised and sorted in the time of a page. */
const MAX_MATERIALISED = 20_000;
/** The same if each voucher is looked up in the view for its order. */
const MAX_MATERIALISED_BY_STATE = 2_000;

/**
 * Materialises the vouchers of a type, brand and amount if counters show that they are few: a scan in another order
 * could find them all at its end. Without further filters, sorting by import time or amount needs no such step.
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
  return isSmall ? materialised(kind) : undefined;
}

/** Maximum number of brands of a type that are listed by name. */
const MAX_BRANDS = 1000;

/** Returns a condition that holds for all rows of a page and lets an index of its order start later. */
export const narrowPage = async (db: Db, input: Page): Promise<SQL | undefined> =>
  and(await listBrandsOfType(db, input), getFirstExpiryDay(input));

/**
 * For a list sorted by brand: the brands of the type. With the type alone the index of brands is read from its start.
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
 * For available vouchers sorted by last day: skips days before the first available voucher, which hold only won or past
 * ones. The first day of each amount is the first entry of an index.
 */
function getFirstExpiryDay({ status, sortBy, sortOrder }: Page): SQL | undefined {
  if (status !== 'available' || sortBy !== 'expiry_date' || sortOrder !== 'asc') return undefined;
  return sql`${vouchers.expiryDate} >= (
    select min(free.expiry_date) from (select distinct amount_paise from ${voucherCountsNow}) kinds
    cross join lateral (
      select expiry_date from free_vouchers where amount_paise = kinds.amount_paise order by expiry_date limit 1
    ) free)`;
}
