import type { FileSlice } from '@inaam/contracts/common/exports';
import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import {
  type AdminVoucherList,
  amountRanges,
  type VoucherFileInput,
  type VoucherListInput,
  type VoucherStatus,
} from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { freeVouchers, voucherAwards, voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { completionStates } from '@inaam/db/views/completions';
import { voucherStates } from '@inaam/db/views/vouchers';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { behind } from '../kernel/file-batch.ts';
import { containing } from '../kernel/search.ts';
import { countIn } from '../kernel/totals.ts';
import type { Services } from '../services.ts';
import { isCode, maskedCode, type ShowCode, type SoughtCode, soughtCode } from './codes.ts';
import { listOwedWins } from './owed.ts';
import { countVouchers, voucherStats } from './stats.ts';

const today = sql`ist_day(now())`;

const expiryFilters: Record<Exclude<VoucherListInput['expiry_filter'], 'all'>, SQL> = {
  expiring_soon: sql`${vouchers.expiryDate} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${vouchers.expiryDate} >= ${today}
    and ${vouchers.expiryDate} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${vouchers.expiryDate} < ${today}`,
  valid: sql`${vouchers.expiryDate} >= ${today}`,
};

/** Up to here the winners that a text finds are named one by one, so that their vouchers come from an index. */
const FEW = 1000;

/**
 * Vouchers that the text is the code or the end of, or whose brand or winner's e-mail holds it: each by itself, as one
 * condition over all joined rows would read them all.
 */
async function foundBy(db: Db, search: string, code: SoughtCode): Promise<SQL | undefined> {
  const pattern = containing(search);
  // Of the brands that are counted, which are all: compared once each, and not with each voucher.
  const brands = await db
    .selectDistinct({ name: sql<string>`lower(${voucherCounts.brand})` })
    .from(voucherCounts)
    .where(ilike(voucherCounts.brand, pattern));
  const names = brands.map(({ name }) => name);
  const ofBrand = names.length === 0 ? undefined : inArray(sql`lower(${vouchers.brand})`, names);
  const own = or(isCode(vouchers, code), ofBrand);
  const won = db
    .select({ id: voucherAwards.voucherId })
    .from(userSearch)
    .innerJoin(completionStates, eq(completionStates.userId, userSearch.userId))
    .innerJoin(voucherAwards, eq(voucherAwards.completionId, completionStates.id))
    .innerJoin(vouchers, eq(vouchers.id, voucherAwards.voucherId))
    .where(and(like(userSearch.email, sql`lower(${pattern}::text)`), isNull(vouchers.withdrawnAt)));
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
  // As they stand in the conditions of the indexes.
  const ended = or(isNotNull(vouchers.expiredAt), isNotNull(vouchers.withdrawnAt));
  switch (status) {
    case 'available':
      return exists(free);
    case 'assigned':
      return and(exists(award), isNull(vouchers.usedAt), isNull(vouchers.withdrawnAt));
    case 'used':
      return isNotNull(vouchers.usedAt);
    case 'expired':
      return ended;
  }
}

/** The filters alone. */
type Filters = Pick<
  VoucherListInput,
  'status' | 'brand' | 'voucher_type' | 'amount_range' | 'expiry_filter' | 'search'
>;

/** Type, brand and amount: of vouchers, or of their counts. */
function kindFilters(of: typeof vouchers | typeof voucherCounts, input: Filters): (SQL | undefined)[] {
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

async function filtersOf(db: Db, input: Filters, code: SoughtCode | undefined): Promise<SQL | undefined> {
  const filters: (SQL | undefined)[] = [];
  if (input.status !== 'all') filters.push(ofStatus(db, input.status));
  filters.push(...kindFilters(vouchers, input));
  if (input.expiry_filter !== 'all') filters.push(expiryFilters[input.expiry_filter]);
  if (input.search && code) filters.push(await foundBy(db, input.search, code));
  return and(...filters);
}

/**
 * What expires soon is few and old: newest first it would be met last. "offset 0" has it gathered by its day before it
 * is sorted.
 */
const sourceOf = ({ expiry_filter: expiry }: Filters): SQL =>
  expiry === 'expiring_soon' || expiry === 'expiring_this_month'
    ? sql`(select * from ${vouchers} where ${expiryFilters[expiry]} offset 0) ${vouchers}`
    : sql`${vouchers}`;

const orders = {
  created_at: vouchers.createdAt,
  expiry_date: vouchers.expiryDate,
  voucher_amount: vouchers.amountPaise,
  voucher_brand: sql`lower(${vouchers.brand})`,
  voucher_type: vouchers.type,
  status: voucherStates.status,
  assigned_at: voucherStates.assignedAt,
} satisfies Record<VoucherListInput['sortBy'], unknown>;

/** What only the view knows. */
const OF_STATES: ReadonlySet<VoucherListInput['sortBy']> = new Set(['status', 'assigned_at'] as const);

/** In the order of the words. */
const STATUSES = ['assigned', 'available', 'expired', 'used'] as const satisfies VoucherStatus[];

/**
 * The part of a page that each status has: sorted by status, the list is one list after another, each by its ids, and
 * how long each is the counters know. So a page is read by the index of ids and not by sorting all vouchers.
 */
async function pageByStatus(db: Db, input: VoucherListInput): Promise<SQL> {
  const { page, limit, sortOrder } = input;
  const direction = sortOrder === 'asc' ? asc : desc;
  const counted = and(...kindFilters(voucherCounts, input));
  const kinds = kindFilters(vouchers, input);
  const parts: SQL[] = [];
  let [offset, left] = [(page - 1) * limit, limit];
  for (const status of sortOrder === 'asc' ? STATUSES : STATUSES.toReversed()) {
    if (left === 0 || (input.status !== 'all' && input.status !== status)) continue;
    const count = await countVouchers(db, status, counted);
    const rows = Math.min(left, Math.max(0, count - offset));
    if (rows > 0) {
      const ids = db
        .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
        .from(vouchers)
        .where(and(ofStatus(db, status), ...kinds))
        .orderBy(direction(vouchers.id));
      parts.push(sql`(${ids.limit(rows).offset(offset)})`);
    }
    left -= rows;
    offset = Math.max(0, offset - count);
  }
  return parts.length === 0 ? sql`(select 0::bigint as key_id limit 0)` : sql.join(parts, sql` union all `);
}

/** Ids of the vouchers that match, by the time of their import, behind a place: a subquery to be named. */
export async function vouchersBehind(
  db: Db,
  input: VoucherFileInput & FileSlice,
  code: SoughtCode | undefined,
): Promise<SQL> {
  const { sortOrder, after, limit } = input;
  const direction = sortOrder === 'asc' ? asc : desc;
  const further = behind({ time: sql`${vouchers.createdAt}`, id: sql`${vouchers.id}` }, sortOrder, after);
  const keys = db
    .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
    .from(sourceOf(input))
    .where(and(await filtersOf(db, input, code), further))
    .orderBy(direction(vouchers.createdAt), direction(vouchers.id))
    .limit(limit);
  return sql`(${keys})`;
}

/**
 * Vouchers with who won them, the stock by type and brand, and the wins that wait for stock. The page's ids are found
 * first and joined after.
 * @param show how codes are written; see {@link showingCodes}
 */
export async function listVouchers(
  services: Pick<Services, 'kernel' | 'secrets'>,
  input: VoucherListInput,
  show: ShowCode = maskedCode,
): Promise<AdminVoucherList> {
  const { page, limit } = input;
  const code = input.search ? await soughtCode(services, input.search) : undefined;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  return services.kernel.read(async (db) => {
    const where = await filtersOf(db, input, code);
    const order = [direction(orders[input.sortBy]), direction(vouchers.id)];
    const { status, expiry_filter: expiry, search } = input;
    const isCounted = expiry === 'all' && !search;
    let found = db
      .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
      .from(sourceOf(input))
      .$dynamic();
    if (OF_STATES.has(input.sortBy)) found = found.innerJoin(voucherStates, eq(voucherStates.id, vouchers.id));
    const keys =
      isCounted && input.sortBy === 'status'
        ? db
            .select({ id: sql<number>`key_id`.as('key_id') })
            .from(sql`(${await pageByStatus(db, input)}) parts`)
            .as('keys')
        : found
            .where(where)
            .orderBy(...order)
            .limit(limit)
            .offset((page - 1) * limit)
            .as('keys');
    const [rows, total, stats, owed] = await Promise.all([
      db
        .select({ voucher: voucherStates, email: users.email })
        .from(keys)
        .innerJoin(vouchers, eq(vouchers.id, keys.id))
        .innerJoin(voucherStates, eq(voucherStates.id, keys.id))
        .leftJoin(completionStates, eq(completionStates.id, voucherStates.completionId))
        .leftJoin(users, eq(users.id, completionStates.userId))
        .orderBy(...order),
      isCounted
        ? countVouchers(db, status, and(...kindFilters(voucherCounts, input)))
        : countIn(db, vouchers, where, input.total),
      voucherStats(db),
      listOwedWins(db),
    ]);
    return {
      vouchers: rows.map(({ voucher, email }) => ({
        voucher_id: voucher.id,
        voucher_code: show(voucher),
        voucher_type: voucher.type,
        voucher_brand: voucher.brand,
        voucher_amount: toRupees(voucher.amountPaise),
        voucher_description: voucher.description,
        voucher_terms: voucher.terms,
        expiry_date: voucher.expiryDate,
        status: voucher.status,
        assigned_to_email: email,
        assigned_at: voucher.assignedAt?.toISOString() ?? null,
        created_at: voucher.createdAt.toISOString(),
      })),
      stats,
      owed,
      pagination: paginate(page, limit, total),
    };
  });
}
