import { paginate } from '@inaam/contracts/lists';
import { toRupees } from '@inaam/contracts/money';
import { maskCode } from '@inaam/contracts/voucher-tools';
import {
  type AdminVoucherList,
  amountRanges,
  type VoucherListInput,
  type VoucherStatus,
} from '@inaam/contracts/vouchers';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { vouchers } from '@inaam/db/schema/vouchers';
import { and, asc, count, desc, eq, gte, ilike, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';
import { listOwedWins } from './owed.ts';
import { voucherStats } from './stats.ts';

const today = sql`ist_day(now())`;

const expiryFilters: Record<Exclude<VoucherListInput['expiry_filter'], 'all'>, SQL> = {
  expiring_soon: sql`${vouchers.expiryDate} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${vouchers.expiryDate} >= ${today} and ${vouchers.expiryDate} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${vouchers.expiryDate} < ${today}`,
  valid: sql`${vouchers.expiryDate} >= ${today}`,
};

function filtersOf(input: VoucherListInput): SQL | undefined {
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
  if (input.search) {
    const pattern = containing(input.search);
    filters.push(or(ilike(vouchers.code, pattern), ilike(vouchers.brand, pattern), ilike(users.email, pattern)));
  }
  return and(...filters);
}

const orders = {
  created_at: vouchers.createdAt,
  expiry_date: vouchers.expiryDate,
  voucher_amount: vouchers.amountPaise,
  voucher_brand: sql`lower(${vouchers.brand})`,
  voucher_type: vouchers.type,
  status: vouchers.status,
  assigned_at: vouchers.assignedAt,
} satisfies Record<VoucherListInput['sortBy'], unknown>;

/** Vouchers with who won them, the stock by type and brand, and the wins that wait for stock. */
export async function listVouchers(kernel: Kernel, input: VoucherListInput): Promise<AdminVoucherList> {
  const { page, limit } = input;
  const where = filtersOf(input);
  const direction = input.sortOrder === 'asc' ? asc : desc;
  return kernel.read(async (db) => {
    const joined = db
      .select({ voucher: vouchers, email: users.email })
      .from(vouchers)
      .leftJoin(completions, eq(completions.id, vouchers.completionId))
      .leftJoin(users, eq(users.id, completions.userId))
      .where(where);
    const rows = await joined
      .orderBy(direction(orders[input.sortBy]), direction(vouchers.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const [total] = await db
      .select({ vouchers: count() })
      .from(vouchers)
      .leftJoin(completions, eq(completions.id, vouchers.completionId))
      .leftJoin(users, eq(users.id, completions.userId))
      .where(where);
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
      pagination: paginate(page, limit, total?.vouchers ?? 0),
    };
  });
}
