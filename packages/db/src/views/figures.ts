import { getTableColumns, getTableName, Subquery, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { completionRows } from '../schema/completion-rows.ts';
import { clickTotals, conversionDays, conversionTotals, offerDays, userStats } from '../schema/figures.ts';
import { voucherCounts } from '../schema/vouchers.ts';

/**
 * Current figures: the aggregates plus the rows that the change feed has not read yet, see functions/figures.sql. Each
 * takes the place of its aggregate in queries, with the same name and columns.
 */

export const offerDaysNow = now(offerDays);
export const conversionDaysNow = now(conversionDays);
export const clickTotalsNow = now(clickTotals);
export const conversionTotalsNow = now(conversionTotals);
export const userStatsNow = now(userStats);
/** Current rows of completion lists: see functions/completion-rows.sql. */
export const completionRowsNow = now(completionRows);

/** Current voucher counts: see functions/voucher-counts.sql. There may be several rows per type, brand and amount. */
export const voucherCountsNow = now(voucherCounts);

/** Returns a subquery under the table's name, with the type of the table. */
function now<Table extends PgTable>(table: Table): Table {
  const name = getTableName(table);
  const rows = sql`select * from ${sql.raw(`${name}_now()`)}`;
  return new Subquery(rows, getTableColumns(table), name) as unknown as Table;
}
