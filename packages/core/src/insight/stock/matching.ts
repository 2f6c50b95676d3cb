import { MAX_COUNTED, OVER_CAP, type OverCap } from '@inaam/contracts/common/lists';
import { amountRanges, type VoucherListInput, type VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { userSearch } from '@inaam/db/schema/user-search';
import { freeVouchers, voucherAwards, voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { completionStates } from '@inaam/db/views/completions';
import { voucherCountsNow } from '@inaam/db/views/figures';
import {
  type AnyColumn,
  and,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containsWords, searchText } from '../../kernel/search.ts';
import { countTableRows } from '../../kernel/totals.ts';
import { type CodeSearch, matchesCode } from '../../ledger/vouchers/codes.ts';
import { countVouchers } from './stats.ts';

/** Conditions and counts of vouchers that match the filters of the list. */

const today = sql`ist_day(now())`;

type ExpiryFilter = VoucherListInput['expiry_filter'];

const lastDayFilters = (day: AnyColumn): Record<Exclude<ExpiryFilter, 'all'>, SQL> => ({
  expiring_soon: sql`${day} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${day} >= ${today} and ${day} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${day} < ${today}`,
  valid: sql`${day} >= ${today}`,
});

export const expiryFilters = lastDayFilters(vouchers.expiryDate);

/** @param day the last day of validity, of vouchers or of free vouchers */
export const isLastDayPassed = (day: AnyColumn, filter: ExpiryFilter): SQL | undefined =>
  filter === 'all' ? undefined : lastDayFilters(day)[filter];

/** Up to this number, winners that match a text are listed by ID, so that an index finds their vouchers. */
const FEW = 1000;

/**
 * Matches vouchers by code (complete or end), brand or winner's email. Each is looked up separately: one condition over
 * all joined rows would read them all.
 */
async function matchSearch(
  db: Db,
  search: string,
  code: CodeSearch,
): Promise<{ where: SQL | undefined; brands: string[] }> {
  // Brands come from the counters, so each is compared once and not per voucher.
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCounts)
    .where(containsWords(search, [searchText(voucherCounts.brand)]));
  const names = brands.map(({ name }) => name);
  return {
    where: await orWonByEmail(db, search, or(matchesCode(vouchers, code), hasBrand(vouchers, names))),
    brands: names,
  };
}

const hasBrand = (table: typeof vouchers | typeof voucherCounts, names: readonly string[]): SQL | undefined =>
  names.length === 0 ? undefined : inArray(sql`lower(${table.brand})`, [...names]);

/** Adds vouchers won by a user with a matching email. */
async function orWonByEmail(db: Db, search: string, own: SQL | undefined): Promise<SQL | undefined> {
  const won = db
    .select({ id: voucherAwards.voucherId })
    .from(userSearch)
    .innerJoin(completionStates, eq(completionStates.userId, userSearch.userId))
    .innerJoin(voucherAwards, eq(voucherAwards.completionId, completionStates.id))
    .innerJoin(vouchers, eq(vouchers.id, voucherAwards.voucherId))
    .where(and(containsWords(search, [userSearch.email]), isNull(vouchers.withdrawnAt)));
  const some = await won.limit(FEW + 1);
  if (some.length === 0) return own;
  if (some.length <= FEW) {
    const ids = some.map(({ id }) => id);
    return or(own, inArray(vouchers.id, ids));
  }
  return sql`${vouchers.id} in (
    select ${vouchers.id} from ${vouchers} where ${own}
    union all (${won}))`;
}

/** Spelled out as in the conditions of the partial indexes. */
export const isEnded = or(isNotNull(vouchers.expiredAt), isNotNull(vouchers.withdrawnAt));

/** Matches a status by its causes: no index knows the word that the view computes. */
function hasStatus(db: Db, status: VoucherStatus): SQL | undefined {
  const award = db
    .select({ id: voucherAwards.voucherId })
    .from(voucherAwards)
    .where(eq(voucherAwards.voucherId, vouchers.id));
  const free = db
    .select({ id: freeVouchers.voucherId })
    .from(freeVouchers)
    .where(eq(freeVouchers.voucherId, vouchers.id));
  switch (status) {
    case 'available':
      return exists(free);
    case 'assigned':
      return and(exists(award), isNull(vouchers.usedAt), isNull(vouchers.withdrawnAt));
    case 'used':
      return isNotNull(vouchers.usedAt);
    case 'expired':
      return isEnded;
  }
}

/** Available after the last day. Rare, because vouchers expire at midnight. */
const selectFreePastLastDay = (db: Db) =>
  db.select({ id: freeVouchers.voucherId }).from(freeVouchers).where(sql`${freeVouchers.expiryDate} < ${today}`);

/** Won, unused, and past the last day: neither free, used, withdrawn nor expired. Each has an award. */
const isWonPastLastDay = (db: Db) =>
  and(
    isNull(vouchers.usedAt),
    isNull(vouchers.withdrawnAt),
    isNull(vouchers.expiredAt),
    notInArray(vouchers.id, selectFreePastLastDay(db)),
  );

export type Filters = Pick<
  VoucherListInput,
  'status' | 'brand' | 'voucher_type' | 'amount_range' | 'expiry_filter' | 'search'
>;

/** Filters by type, brand and amount: on vouchers, counters or free vouchers. */
export function brandAndAmountFilters(
  columns: Record<'type' | 'brand' | 'amountPaise', AnyColumn>,
  input: Filters,
): (SQL | undefined)[] {
  const filters: (SQL | undefined)[] = [];
  if (input.voucher_type !== 'all') filters.push(eq(columns.type, input.voucher_type));
  if (input.brand) filters.push(eq(sql`lower(${columns.brand})`, input.brand.toLowerCase()));
  if (input.amount_range !== 'all') {
    const [from, to] = amountRanges[input.amount_range];
    filters.push(gte(columns.amountPaise, from));
    if (to !== null) filters.push(lte(columns.amountPaise, to));
  }
  return filters;
}

export interface VoucherMatching {
  input: Filters;
  where: SQL | undefined;
  /** Lower-case brands that contain the search text; all their vouchers match. */
  brands: string[];
}

export async function matchVouchers(db: Db, input: Filters, code: CodeSearch | undefined): Promise<VoucherMatching> {
  const filters: (SQL | undefined)[] = [];
  const found = input.search && code ? await matchSearch(db, input.search, code) : undefined;
  if (input.status === 'available' && input.expiry_filter === 'expired')
    filters.push(inArray(vouchers.id, selectFreePastLastDay(db)));
  else if (input.status === 'assigned' && input.expiry_filter === 'expired') filters.push(isWonPastLastDay(db));
  else if (input.status !== 'all') filters.push(hasStatus(db, input.status));
  filters.push(...brandAndAmountFilters(vouchers, input));
  filters.push(isLastDayPassed(vouchers.expiryDate, input.expiry_filter));
  return { input, where: and(...filters, found?.where), brands: found?.brands ?? [] };
}

/** Returns whether the counters cover all filters. */
export const canUseVoucherCounters = ({ search, expiry_filter: expiry }: Filters): boolean =>
  expiry === 'all' && !search;

/** Returns whether the counters prove that nothing matches. Otherwise the query would read all vouchers. */
export const isKnownEmpty = async (db: Db, input: Filters): Promise<boolean> =>
  canUseVoucherCounters(input) &&
  (await countVouchers(db, input.status, and(...brandAndAmountFilters(voucherCounts, input)))) === 0;

/**
 * For a list sorted by brand: the brands of the type. With the type alone the index of brands is read from its start.
 */
export async function listBrandsOfType(
  db: Db,
  input: Filters & Pick<VoucherListInput, 'sortBy'>,
): Promise<SQL | undefined> {
  if (input.sortBy !== 'voucher_brand' || input.voucher_type === 'all' || input.search) return undefined;
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCountsNow)
    .where(and(...brandAndAmountFilters(voucherCounts, input)))
    .limit(FEW + 1);
  const names = brands.map(({ name }) => name);
  return names.length <= FEW ? hasBrand(vouchers, names) : undefined;
}

/**
 * For available vouchers sorted by last day: skips days before the first available voucher, which hold only won or past
 * ones. The first day of each amount is the first entry of an index.
 */
export function getFirstExpiryDay(input: Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>): SQL | undefined {
  if (input.status !== 'available' || input.sortBy !== 'expiry_date' || input.sortOrder !== 'asc') return undefined;
  return sql`${vouchers.expiryDate} >= (
    select min(free.expiry_date) from (select distinct amount_paise from ${voucherCountsNow}) kinds
    cross join lateral (
      select expiry_date from free_vouchers where amount_paise = kinds.amount_paise order by expiry_date limit 1
    ) free)`;
}

/** Counts matching vouchers, from the counters if they cover all filters. */
export async function countMatching(
  db: Db,
  matching: VoucherMatching,
  totals: VoucherListInput['total'],
): Promise<number | OverCap> {
  const { input, where } = matching;
  if (canUseVoucherCounters(input))
    return countVouchers(db, input.status, and(...brandAndAmountFilters(voucherCounts, input)));
  if (totals === 'capped' && (await getMinimumByBrand(db, matching)) > MAX_COUNTED) return OVER_CAP;
  return countTableRows(db, vouchers, where, totals);
}

/**
 * Returns a lower bound: the number of vouchers of brands that contain the search text. 0 if the counters do not cover
 * a filter.
 */
export async function getMinimumByBrand(db: Db, { input, brands }: VoucherMatching): Promise<number> {
  if (brands.length === 0 || input.expiry_filter !== 'all') return 0;
  return countVouchers(
    db,
    input.status,
    and(...brandAndAmountFilters(voucherCounts, input), hasBrand(voucherCounts, brands)),
  );
}
