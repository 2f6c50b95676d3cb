import type { OverCap, Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { userActivityHours, userStats } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { gte, type SQL, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import { countRows } from '../../kernel/totals.ts';

/** Below this number, each call counts the users, which takes one or two ms. */
const CACHE_ABOVE = 50_000;
/** Lifetime of a cached count in ms. If rows are removed by hand, the count is wrong for at most this time. */
const CACHE_MS = 86_400_000;

interface CachedCount {
  /** Number of users registered before `until`. */
  count: number;
  until: string;
  countedAt: number;
}

const cachedCounts = new WeakMap<Db, CachedCount>();

/**
 * Counts users. The number of registrations older than an hour is cached if it is large. This number never changes:
 * users are never deleted, registration times never change, and no registration takes an hour to commit.
 * @param many the number from which a count is cached
 */
export async function countUsers(db: Db, many = CACHE_ABOVE): Promise<number> {
  const last = cachedCounts.get(db);
  if (last && Date.now() - last.countedAt < CACHE_MS) {
    return last.count + (await db.$count(users, gte(users.createdAt, sql`${last.until}::timestamptz`)));
  }
  const hourAgo = sql`now() - interval '1 hour'`;
  const { total, older, until } = oneRow(
    await db.execute<{ total: string; older: string; until: string }>(sql`
      select count(*) as total, count(*) filter (where ${users.createdAt} < ${hourAgo}) as older,
        (${hourAgo})::text as until
      from ${users}`),
  );
  if (Number(older) >= many) cachedCounts.set(db, { count: Number(older), until, countedAt: Date.now() });
  return Number(total);
}

const { hour } = userActivityHours;
const week = sql`now() - interval '7 days'`;
const month = sql`now() - interval '30 days'`;
const anHour = sql`interval '1 hour'`;

/** Conditions: hours that match entirely, the hour that matches in part, and the matching activity in that hour. */
const byActivity: Record<'recent_activity' | 'inactive', { hours: SQL; partialHour: SQL; activity: SQL }> = {
  recent_activity: {
    hours: sql`${hour} >= ${week}`,
    partialHour: sql`${hour} >= ${week} - ${anHour} and ${hour} < ${week}`,
    activity: sql`${userStats.lastActivityAt} >= ${week}`,
  },
  inactive: {
    hours: sql`${hour} < ${month} - ${anHour}`,
    partialHour: sql`${hour} >= ${month} - ${anHour} and ${hour} < ${month}`,
    activity: sql`${userStats.lastActivityAt} < ${month}`,
  },
};

/** Counts users by last activity. Reads `user_stats` only for the hour that matches in part. */
export function countUsersByActivity(
  db: Db,
  kind: 'recent_activity' | 'inactive',
  totals: Totals,
): Promise<number | OverCap> {
  const { hours, partialHour, activity } = byActivity[kind];
  const rest = sql`from (
    select from ${userActivityHours} where ${hours}
    union all
    select from ${userActivityHours} join ${userStats} on ${userStats.userId} = ${userActivityHours.userId}
    where ${partialHour} and ${activity}) active`;
  return countRows(db, rest, totals);
}
