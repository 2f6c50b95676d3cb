import { type Column, type SQL, sql } from 'drizzle-orm';

export type DateRange = 'all' | 'today' | 'week' | 'month';

/** The first instant of each range. Days are days in India; a week is the last seven days, a month the last thirty. */
const starts: Record<Exclude<DateRange, 'all'>, SQL> = {
  today: sql`ist_day(now())`,
  week: sql`ist_day(now()) - 6`,
  month: sql`ist_day(now()) - 29`,
};

/** A filter on an instant; undefined for `all`. The bound is computed, not the column, so that an index serves. */
export const since = (column: Column, range: DateRange): SQL | undefined =>
  range === 'all' ? undefined : sql`${column} >= (${starts[range]})::timestamp at time zone 'Asia/Kolkata'`;
