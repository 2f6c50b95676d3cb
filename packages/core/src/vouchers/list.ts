import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import { maskCode } from '@inaam/contracts/vouchers/tools';
import { type AdminVoucherList, amountRanges, type VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { completionStates } from '@inaam/db/views/completions';
import { voucherStates } from '@inaam/db/views/vouchers';
import { and, asc, desc, eq, gte, ilike, inArray, like, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';
import { listOwedWins } from './owed.ts';
import { voucherStats } from './stats.ts';

const today = sql`ist_day(now())`;

const expiryFilters: Record<Exclude<VoucherListInput['expiry_filter'], 'all'>, SQL> = {
  expiring_soon: sql`${voucherStates.expiryDate} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${voucherStates.expiryDate} >= ${today}
    and ${voucherStates.expiryDate} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${voucherStates.expiryDate} < ${today}`,
  valid: sql`${voucherStates.expiryDate} >= ${today}`,
};

/** Up to here the winners that a text finds are named one by one, so that their vouchers come from an index. */
const FEW = 1000;

/**
 * Vouchers whose code, brand or winner's e-mail holds the text: each by itself, as one condition over all joined rows
 * would read them all.
 */
async function foundBy(db: Db, search: string): Promise<SQL | undefined> {
  const pattern = containing(search);
  const own = or(ilike(voucherStates.code, pattern), ilike(voucherStates.brand, pattern));
  const won = db
    .select({ id: completionStates.id })
    .from(userSearch)
    .innerJoin(completionStates, eq(completionStates.userId, userSearch.userId))
    .where(like(userSearch.email, sql`lower(${pattern}::text)`));
  const some = await won.limit(FEW + 1);
  if (some.length === 0) return own;
  if (some.length <= FEW) {
    const ids = some.map(({ id }) => id);
    return or(own, inArray(voucherStates.completionId, ids));
  }
  return sql`${voucherStates.id} in (
    select ${voucherStates.id} from ${voucherStates} where ${own}
    union all
    select ${voucherStates.id}
      from ${userSearch} join ${completionStates} on ${completionStates.userId} = ${userSearch.userId}
    join ${voucherStates} on ${voucherStates.completionId} = ${completionStates.id}
    where ${like(userSearch.email, sql`lower(${pattern}::text)`)})`;
}

async function filtersOf(db: Db, input: VoucherListInput): Promise<SQL | undefined> {
  const filters: (SQL | undefined)[] = [];
  if (input.status !== 'all') filters.push(eq(voucherStates.status, input.status));
  if (input.voucher_type !== 'all') filters.push(eq(voucherStates.type, input.voucher_type));
  if (input.brand) filters.push(eq(sql`lower(${voucherStates.brand})`, input.brand.toLowerCase()));
  if (input.amount_range !== 'all') {
    const [from, to] = amountRanges[input.amount_range];
    filters.push(gte(voucherStates.amountPaise, from));
    if (to !== null) filters.push(lte(voucherStates.amountPaise, to));
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
    ? sql`(select * from ${voucherStates} where ${expiryFilters[expiry]} offset 0) ${voucherStates}`
    : sql`${voucherStates}`;

const orders = {
  created_at: voucherStates.createdAt,
  expiry_date: voucherStates.expiryDate,
  voucher_amount: voucherStates.amountPaise,
  voucher_brand: sql`lower(${voucherStates.brand})`,
  voucher_type: voucherStates.type,
  status: voucherStates.status,
  assigned_at: voucherStates.assignedAt,
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
    const order = [direction(orders[input.sortBy]), direction(voucherStates.id)];
    const keys = db
      .select({ id: sql<number>`${voucherStates.id}`.as('key_id') })
      .from(sourceOf(input))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit)
      .as('keys');
    const rows = await db
      .select({ voucher: voucherStates, email: users.email })
      .from(keys)
      .innerJoin(voucherStates, eq(voucherStates.id, keys.id))
      .leftJoin(completionStates, eq(completionStates.id, voucherStates.completionId))
      .leftJoin(users, eq(users.id, completionStates.userId))
      .orderBy(...order);
    const total = await db.$count(voucherStates, where);
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
        status: voucher.status,
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
