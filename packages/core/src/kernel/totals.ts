import { MAX_COUNTED, OVER_CAP, type OverCap, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { oneRow } from './rows.ts';

/**
 * How many rows there are.
 * @param rest the statement from its `from` on, without an order
 * @param totals `capped`: no row is read beyond the cap, so that a search that matches everybody costs no more than one
 *   that matches many
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

/** A number of rows as far as it is wanted. */
export const withCap = (total: number, totals: Totals): number | OverCap =>
  totals === 'capped' && total > MAX_COUNTED ? OVER_CAP : total;

/** The same for a table. */
export const countTableRows = (
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  totals: Totals,
): Promise<number | OverCap> => countRows(db, where ? sql`from ${table} where ${where}` : sql`from ${table}`, totals);
