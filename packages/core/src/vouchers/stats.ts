import { toRupees } from '@inaam/contracts/common/money';
import type { VoucherStat } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherStates } from '@inaam/db/views/vouchers';
import { asc, count, sql } from 'drizzle-orm';

const ofStatus = (status: string) =>
  sql<number>`count(*) filter (where ${voucherStates.status} = ${sql.raw(`'${status}'`)})`.mapWith(Number);

/** The stock per type and brand, broken down by amount. */
export async function voucherStats(db: Db): Promise<VoucherStat[]> {
  const rows = await db
    .select({
      type: voucherStates.type,
      brand: voucherStates.brand,
      amountPaise: voucherStates.amountPaise,
      count: count(),
      available: ofStatus('available'),
      assigned: ofStatus('assigned'),
      used: ofStatus('used'),
      expired: ofStatus('expired'),
    })
    .from(voucherStates)
    .groupBy(voucherStates.type, voucherStates.brand, voucherStates.amountPaise)
    .orderBy(asc(voucherStates.type), asc(voucherStates.brand), asc(voucherStates.amountPaise));
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
