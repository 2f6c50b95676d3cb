import { getTableColumns, getTableName, Subquery, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { completionRows } from '../schema/completion-rows.ts';
import { clickTotals, conversionDays, conversionTotals, offerDays, userStats } from '../schema/figures.ts';
import { voucherCounts } from '../schema/vouchers.ts';

/**
 * Figures as they are at this moment: the aggregates with what the feed has not folded yet, see functions/figures.sql.
 * Each is to be selected from or joined in place of the aggregate whose name and columns it has.
 */

export const offerDaysNow = now(offerDays);
export const conversionDaysNow = now(conversionDays);
export const clickTotalsNow = now(clickTotals);
export const conversionTotalsNow = now(conversionTotals);
export const userStatsNow = now(userStats);
/** The rows that lists of completions read, likewise: see functions/completion-rows.sql. */
export const completionRowsNow = now(completionRows);

/** The stock, likewise: see functions/voucher-counts.sql. Several rows for a type, brand and amount. */
export const voucherCountsNow = now(voucherCounts);

/** The query builder takes it for a subquery under the table's name, and the compiler for the table. */
function now<Table extends PgTable>(table: Table): Table {
  const name = getTableName(table);
  const rows = sql`select * from ${sql.raw(`${name}_now()`)}`;
  return new Subquery(rows, getTableColumns(table), name) as unknown as Table;
}
