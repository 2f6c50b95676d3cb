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

/** Which vouchers match the filters of the list, and how many. */

const today = sql`ist_day(now())`;

type ExpiryFilter = VoucherListInput['expiry_filter'];

const lastDayFilters = (day: AnyColumn): Record<Exclude<ExpiryFilter, 'all'>, SQL> => ({
  expiring_soon: sql`${day} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${day} >= ${today} and ${day} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${day} < ${today}`,
  valid: sql`${day} >= ${today}`,
});

export const expiryFilters = lastDayFilters(vouchers.expiryDate);

/** @param day the last day: of vouchers, or of what is free */
export const isLastDayPassed = (day: AnyColumn, filter: ExpiryFilter): SQL | undefined =>
  filter === 'all' ? undefined : lastDayFilters(day)[filter];

/** Up to here the winners that a text finds are named one by one, so that their vouchers come from an index. */
const FEW = 1000;

/**
 * Vouchers that the text is the code or the end of, or whose brand or winner's e-mail holds it: each by itself, as one
 * condition over all joined rows would read them all.
 */
async function foundBy(
  db: Db,
  search: string,
  code: CodeSearch,
): Promise<{ where: SQL | undefined; brands: string[] }> {
  // Of the brands that are counted, which are all: compared once each, and not with each voucher.
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCounts)
    .where(containsWords(search, [searchText(voucherCounts.brand)]));
  const names = brands.map(({ name }) => name);
  return { where: await orWon(db, search, or(matchesCode(vouchers, code), ofBrands(vouchers, names))), brands: names };
}

const ofBrands = (of: typeof vouchers | typeof voucherCounts, names: readonly string[]): SQL | undefined =>
  names.length === 0 ? undefined : inArray(sql`lower(${of.brand})`, [...names]);

/** Or won by somebody whose e-mail holds the text. */
async function orWon(db: Db, search: string, own: SQL | undefined): Promise<SQL | undefined> {
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

/** As it stands in the conditions of the indexes. */
export const isEnded = or(isNotNull(vouchers.expiredAt), isNotNull(vouchers.withdrawnAt));

/**
 * The status by what makes it, and not by the word that the view puts together, which no index knows.
 */
function ofStatus(db: Db, status: VoucherStatus): SQL | undefined {
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

/** Available after its last day: there is next to nothing, as what is past expires at midnight. */
const freeAndPast = (db: Db) =>
  db.select({ id: freeVouchers.voucherId }).from(freeVouchers).where(sql`${freeVouchers.expiryDate} < ${today}`);

/** Won and not used after its last day: what is neither free nor used, and did not end. Each has an award. */
const wonAndPast = (db: Db) =>
  and(
    isNull(vouchers.usedAt),
    isNull(vouchers.withdrawnAt),
    isNull(vouchers.expiredAt),
    notInArray(vouchers.id, freeAndPast(db)),
  );

/** The filters alone. */
export type Filters = Pick<
  VoucherListInput,
  'status' | 'brand' | 'voucher_type' | 'amount_range' | 'expiry_filter' | 'search'
>;

/** Type, brand and amount: of vouchers, of their counts, or of what is free. */
export function brandAndAmountFilters(
  of: Record<'type' | 'brand' | 'amountPaise', AnyColumn>,
  input: Filters,
): (SQL | undefined)[] {
  const filters: (SQL | undefined)[] = [];
  if (input.voucher_type !== 'all') filters.push(eq(of.type, input.voucher_type));
  if (input.brand) filters.push(eq(sql`lower(${of.brand})`, input.brand.toLowerCase()));
  if (input.amount_range !== 'all') {
    const [from, to] = amountRanges[input.amount_range];
    filters.push(gte(of.amountPaise, from));
    if (to !== null) filters.push(lte(of.amountPaise, to));
  }
  return filters;
}

/** Which vouchers match. */
export interface VoucherMatching {
  input: Filters;
  where: SQL | undefined;
  /** In lower case: those that the text is found in. All of their vouchers match it. */
  brands: string[];
}

export async function matchVouchers(db: Db, input: Filters, code: CodeSearch | undefined): Promise<VoucherMatching> {
  const filters: (SQL | undefined)[] = [];
  const found = input.search && code ? await foundBy(db, input.search, code) : undefined;
  if (input.status === 'available' && input.expiry_filter === 'expired')
    filters.push(inArray(vouchers.id, freeAndPast(db)));
  else if (input.status === 'assigned' && input.expiry_filter === 'expired') filters.push(wonAndPast(db));
  else if (input.status !== 'all') filters.push(ofStatus(db, input.status));
  filters.push(...brandAndAmountFilters(vouchers, input));
  filters.push(isLastDayPassed(vouchers.expiryDate, input.expiry_filter));
  return { input, where: and(...filters, found?.where), brands: found?.brands ?? [] };
}

/** Do the counters know all of the filters? */
export const canUseVoucherCounters = ({ search, expiry_filter: expiry }: Filters): boolean =>
  expiry === 'all' && !search;

/** Do the counters know that nothing matches? Otherwise all vouchers would be read for it. */
export const isKnownEmpty = async (db: Db, input: Filters): Promise<boolean> =>
  canUseVoucherCounters(input) &&
  (await countVouchers(db, input.status, and(...brandAndAmountFilters(voucherCounts, input)))) === 0;

/**
 * The brands that there are of a type, where the list is sorted by brand: by the type alone the index of brands would
 * be read from its first brand on.
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
  return names.length <= FEW ? ofBrands(vouchers, names) : undefined;
}

/**
 * The first day on which something available expires, where the list is sorted by that day: all that expires before is
 * won or past. Each amount's first day is the first entry of an index.
 */
export function getFirstExpiryDay(input: Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>): SQL | undefined {
  if (input.status !== 'available' || input.sortBy !== 'expiry_date' || input.sortOrder !== 'asc') return undefined;
  return sql`${vouchers.expiryDate} >= (
    select min(free.expiry_date) from (select distinct amount_paise from ${voucherCountsNow}) kinds
    cross join lateral (
      select expiry_date from free_vouchers where amount_paise = kinds.amount_paise order by expiry_date limit 1
    ) free)`;
}

/** How many match: from the counters, where they know all of the filters. */
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
 * At least as many match a text as there are of the brands that it is found in, which the counters know: 0 where they
 * do not know a filter.
 */
export async function getMinimumByBrand(db: Db, { input, brands }: VoucherMatching): Promise<number> {
  if (brands.length === 0 || input.expiry_filter !== 'all') return 0;
  return countVouchers(
    db,
    input.status,
    and(...brandAndAmountFilters(voucherCounts, input), ofBrands(voucherCounts, brands)),
  );
}
