import { MAX_COUNTED, OVER_CAP, type OverCap, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { oneRow } from './rows.ts';

/**
 * Counts rows.
 * @param rest the statement from the word `from` on, without `order by`
 * @param totals `capped` stops one row after the cap, so that a broad search is not slower than a narrow one
 */
export async function countRows(db: Db, rest: SQL, totals: Totals): Promise<number | OverCap> {
  const rows =
    totals === 'exact'
      ? await db.execute<{ total: string }>(sql`select count(*) as total ${rest}`)
      : await db.execute<{ total: string }>(
          sql`select count(*) as total from (select 1 ${rest} limit ${MAX_COUNTED + 1}::int) counted`,
        );
  return withCap(Number(oneRow(rows).total), totals);
}

/** Caps a number of rows if `totals` is `capped`. */
export const withCap = (total: number, totals: Totals): number | OverCap =>
  totals === 'capped' && total > MAX_COUNTED ? OVER_CAP : total;

/** Like {@link countRows}, for a table. */
export const countTableRows = (
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  totals: Totals,
): Promise<number | OverCap> => countRows(db, where ? sql`from ${table} where ${where}` : sql`from ${table}`, totals);
