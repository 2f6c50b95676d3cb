import type { userDateRanges } from '@inaam/contracts/identity/users';
import { and, type Column, type SQL, sql } from 'drizzle-orm';

export type DateRange = 'all' | 'today' | 'week' | 'month';
type UserDateRange = (typeof userDateRanges)[number];

const today = sql`ist_day(now())`;
const thisMonth = sql`date_trunc('month', ${today}::timestamp)`;
const lastMonth = sql`${thisMonth} - interval '1 month'`;

/** First day of each range, in Indian time. `week` is the last seven days including today, `month` the last thirty. */
const starts: Record<Exclude<DateRange | UserDateRange, 'all'>, SQL> = {
  today,
  week: sql`${today} - 6`,
  month: sql`${today} - 29`,
  yesterday: sql`${today} - 1`,
  last_7_days: sql`${today} - 6`,
  last_30_days: sql`${today} - 29`,
  last_90_days: sql`${today} - 89`,
  this_month: thisMonth,
  last_month: lastMonth,
};

/** The first day after a range, for ranges that do not last until now. */
const ends: Partial<Record<DateRange | UserDateRange, SQL>> = { yesterday: today, last_month: thisMonth };

const midnight = (day: SQL): SQL => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;

/**
 * Builds a condition on a timestamp; undefined for `all`. It applies no function to the column, so an index can be
 * used.
 */
export function isWithin(column: Column, range: DateRange | UserDateRange): SQL | undefined {
  if (range === 'all') return undefined;
  const end = ends[range];
  return and(sql`${column} >= ${midnight(starts[range])}`, end && sql`${column} < ${midnight(end)}`);
}

/** Like {@link isWithin}, for ranges that last until now. */
export const isSince = (column: Column, range: DateRange): SQL | undefined => isWithin(column, range);

/** Like {@link isSince}, for a column of calendar days in Indian time. */
export const isSinceDay = (column: Column, range: DateRange): SQL | undefined =>
  range === 'all' ? undefined : sql`${column} >= ${starts[range]}`;
