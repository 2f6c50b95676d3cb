import { toRupees } from '@inaam/contracts/common/money';
import type { AdminVoucherList } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { owedWins } from '@inaam/db/schema/spins';
import { count, min, sql } from 'drizzle-orm';
import { toIso } from '../../kernel/rows.ts';

/** Counts wins that wait for stock, by amount. */
export async function listOwedWins(db: Db): Promise<AdminVoucherList['owed']> {
  const rows = await db
    .select({ amountPaise: owedWins.amountPaise, count: count(), oldest: min(sql<string>`${owedWins.owedSince}`) })
    .from(owedWins)
    .groupBy(owedWins.amountPaise)
    .orderBy(owedWins.amountPaise);
  return rows.map((row) => ({
    amount: toRupees(row.amountPaise),
    count: row.count,
    oldest: toIso(row.oldest ?? ''),
  }));
}
