import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import { maskCode } from '@inaam/contracts/vouchers/tools';
import {
  type AdminVoucherList,
  amountRanges,
  type VoucherListInput,
  type VoucherStatus,
} from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { vouchers } from '@inaam/db/schema/vouchers';
import { and, asc, desc, eq, gte, ilike, inArray, like, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';
import { listOwedWins } from './owed.ts';
import { voucherStats } from './stats.ts';

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
 * Vouchers whose code, brand or winner's e-mail holds the text: each by itself, as one condition over all joined rows
 * would read them all.
 */
async function foundBy(db: Db, search: string): Promise<SQL | undefined> {
  const pattern = containing(search);
  const own = or(ilike(vouchers.code, pattern), ilike(vouchers.brand, pattern));
  const won = db
    .select({ id: completions.id })
    .from(userSearch)
    .innerJoin(completions, eq(completions.userId, userSearch.userId))
    .where(like(userSearch.email, sql`lower(${pattern}::text)`));
  const some = await won.limit(FEW + 1);
  if (some.length === 0) return own;
  if (some.length <= FEW) {
    const ids = some.map(({ id }) => id);
    return or(own, inArray(vouchers.completionId, ids));
  }
  return sql`${vouchers.id} in (
    select ${vouchers.id} from ${vouchers} where ${own}
    union all
    select ${vouchers.id} from ${userSearch} join ${completions} on ${completions.userId} = ${userSearch.userId}
    join ${vouchers} on ${vouchers.completionId} = ${completions.id}
    where ${like(userSearch.email, sql`lower(${pattern}::text)`)})`;
}

async function filtersOf(db: Db, input: VoucherListInput): Promise<SQL | undefined> {
  const filters: (SQL | undefined)[] = [];
  if (input.status !== 'all') filters.push(eq(vouchers.status, input.status));
  if (input.voucher_type !== 'all') filters.push(eq(vouchers.type, input.voucher_type));
  if (input.brand) filters.push(eq(sql`lower(${vouchers.brand})`, input.brand.toLowerCase()));
  if (input.amount_range !== 'all') {
    const [from, to] = amountRanges[input.amount_range];
    filters.push(gte(vouchers.amountPaise, from));
    if (to !== null) filters.push(lte(vouchers.amountPaise, to));
  }
  if (input.expiry_filter !== 'all') filters.push(expiryFilters[input.expiry_filter]);
  if (input.search) filters.push(await foundBy(db, input.search));
  return and(...filters);
}

/**
 * What expires soon is few and old: newest first it would be met last. "offset 0" has it gathered by its day before it
 * is sorted.
 */
const sourceOf = ({ expiry_filter: expiry }: VoucherListInput): SQL =>
  expiry === 'expiring_soon' || expiry === 'expiring_this_month'
    ? sql`(select * from ${vouchers} where ${expiryFilters[expiry]} offset 0) ${vouchers}`
    : sql`${vouchers}`;

const orders = {
  created_at: vouchers.createdAt,
  expiry_date: vouchers.expiryDate,
  voucher_amount: vouchers.amountPaise,
  voucher_brand: sql`lower(${vouchers.brand})`,
  voucher_type: vouchers.type,
  status: vouchers.status,
  assigned_at: vouchers.assignedAt,
} satisfies Record<VoucherListInput['sortBy'], unknown>;

/**
 * Vouchers with who won them, the stock by type and brand, and the wins that wait for stock. The page's ids are found
 * first and joined after.
 */
export async function listVouchers(kernel: Kernel, input: VoucherListInput): Promise<AdminVoucherList> {
  const { page, limit } = input;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  return kernel.read(async (db) => {
    const where = await filtersOf(db, input);
    const order = [direction(orders[input.sortBy]), direction(vouchers.id)];
    const keys = db
      .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
      .from(sourceOf(input))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit)
      .as('keys');
    const rows = await db
      .select({ voucher: vouchers, email: users.email })
      .from(keys)
      .innerJoin(vouchers, eq(vouchers.id, keys.id))
      .leftJoin(completions, eq(completions.id, vouchers.completionId))
      .leftJoin(users, eq(users.id, completions.userId))
      .orderBy(...order);
    const total = await db.$count(vouchers, where);
    return {
      vouchers: rows.map(({ voucher, email }) => ({
        voucher_id: voucher.id,
        voucher_code: input.codes === 'masked' ? maskCode(voucher.code) : voucher.code,
        voucher_type: voucher.type,
        voucher_brand: voucher.brand,
        voucher_amount: toRupees(voucher.amountPaise),
        voucher_description: voucher.description,
        voucher_terms: voucher.terms,
        expiry_date: voucher.expiryDate,
        status: voucher.status as VoucherStatus,
        assigned_to_email: email,
        assigned_at: voucher.assignedAt?.toISOString() ?? null,
        created_at: voucher.createdAt.toISOString(),
      })),
      stats: await voucherStats(db),
      owed: await listOwedWins(db),
      pagination: paginate(page, limit, total),
    };
  });
}
