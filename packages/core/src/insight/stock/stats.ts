import { toRupees } from '@inaam/contracts/common/money';
import type { VoucherStat, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherCounts } from '@inaam/db/schema/vouchers';
import { voucherCountsNow } from '@inaam/db/views/figures';
import { asc, gt, type SQL, sql } from 'drizzle-orm';
import { byName } from '../../kernel/search.ts';

const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/** The number of vouchers by status, from counters. A won voucher is `assigned` until it is used or withdrawn. */
const { total, expired, used, withdrawn, awarded } = voucherCounts;
const countByStatus: Record<VoucherStatus | 'all', SQL> = {
  all: sql`${total}`,
  available: sql`${total} - ${expired} - ${awarded}`,
  assigned: sql`${awarded} - ${used} - ${withdrawn}`,
  used: sql`${used}`,
  expired: sql`${expired} + ${withdrawn}`,
};

/** Counts vouchers of a status. @param where a condition on `voucherCounts` */
export async function countVouchers(db: Db, status: VoucherStatus | 'all', where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ n: sum(countByStatus[status]) })
    .from(voucherCountsNow)
    .where(where);
  return row?.n ?? 0;
}

/** Returns stock per type and brand, broken down by amount. */
export async function voucherStats(db: Db): Promise<VoucherStat[]> {
  const count = sum(countByStatus.all);
  const rows = await db
    .select({
      type: voucherCounts.type,
      brand: voucherCounts.brand,
      amountPaise: voucherCounts.amountPaise,
      count,
      available: sum(countByStatus.available),
      assigned: sum(countByStatus.assigned),
      used: sum(countByStatus.used),
      expired: sum(countByStatus.expired),
    })
    .from(voucherCountsNow)
    .groupBy(voucherCounts.type, voucherCounts.brand, voucherCounts.amountPaise)
    .having(gt(count, 0))
    .orderBy(asc(voucherCounts.type), byName(voucherCounts.brand), asc(voucherCounts.amountPaise));
  const stats = new Map<string, VoucherStat>();
  for (const { type, brand, amountPaise, ...counts } of rows) {
    const key = `${type}\n${brand}`;
    const stat = stats.get(key) ?? emptyStat(type, brand);
    stats.set(key, stat);
    stat.total += counts.count;
    for (const status of ['available', 'assigned', 'used', 'expired'] as const) stat[status] += counts[status];
    stat.amount_breakdown.push({ amount: toRupees(amountPaise), ...counts });
  }
  return [...stats.values()];
}

const emptyStat = (type: string, brand: string): VoucherStat => ({
  voucher_type: type,
  voucher_brand: brand,
  total: 0,
  available: 0,
  assigned: 0,
  used: 0,
  expired: 0,
  amount_breakdown: [],
});
