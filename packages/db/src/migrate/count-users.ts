import type { Sql } from 'postgres';
import { type Tell, withRetries } from './steps.ts';

/** Users in one statement: their sign-ins and the feed wait for it, for a fraction of a second. */
const COUNTED_AT_ONCE = 1_000;

/**
 * Counts what releases before did not count of users, see `count_users` of functions/insights.sql. Cut short, it goes
 * on the next time; that all are counted the table says itself, whose columns are NOT NULL from then on.
 */
export async function countUsers(sql: Sql, tell: Tell): Promise<void> {
  const [column] = await sql<{ is_counted: boolean }[]>`
    select attnotnull as is_counted from pg_attribute
    where attrelid = 'user_stats'::regclass and attname = 'clicks'`;
  if (column?.is_counted) return;
  let after: string | null = '0';
  let batches = 0;
  for (; after !== null; batches++) after = await countSome(sql, after);
  if (batches > 2) tell(`figures of users were counted, in ${batches - 1} batches`);
  // Two steps, so that nobody waits while all rows are looked at: the second takes the first one's word for it
  // (https://www.postgresql.org/docs/18/sql-altertable.html#SQL-ALTERTABLE-DESC-SET-DROP-NOT-NULL).
  await withRetries('figures of users', tell, () =>
    sql.begin(async (tx) => {
      await tx`alter table user_stats drop constraint if exists user_stats_counted`;
      await tx`alter table user_stats add constraint user_stats_counted check (clicks is not null
        and unapproved is not null and lost_revenue_paise is not null and won_revenue_paise is not null) not valid`;
    }),
  );
  await sql`alter table user_stats validate constraint user_stats_counted`;
  await withRetries('figures of users', tell, () =>
    sql.begin(async (tx) => {
      await tx`alter table user_stats alter clicks set not null, alter unapproved set not null,
        alter lost_revenue_paise set not null, alter won_revenue_paise set not null`;
      await tx`alter table user_stats drop constraint user_stats_counted`;
    }),
  );
}

/** @returns the last one's id; null when there are no more */
async function countSome(sql: Sql, after: string): Promise<string | null> {
  const [row] = await sql<{ last: string | null }[]>`
    select count_users(${after}::bigint, ${COUNTED_AT_ONCE}) as last`;
  return row?.last ?? null;
}
