import { toRupees } from '@inaam/contracts/common/money';
import type { AdminVoucherList } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { spins } from '@inaam/db/schema/spins';
import { count, eq, min, sql } from 'drizzle-orm';
import { toIso } from '../kernel/rows.ts';

/** Wins that wait for stock, by amount. */
export async function listOwedWins(db: Db): Promise<AdminVoucherList['owed']> {
  const rows = await db
    .select({ amountPaise: spins.amountPaise, count: count(), oldest: min(sql<string>`${spins.spunAt}`) })
    .from(spins)
    .where(eq(spins.outcome, 'owed'))
    .groupBy(spins.amountPaise)
    .orderBy(spins.amountPaise);
  return rows.map((row) => ({
    amount: toRupees(row.amountPaise ?? 0),
    count: row.count,
    oldest: toIso(row.oldest ?? ''),
  }));
}
