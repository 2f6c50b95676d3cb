import type { Db } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { userStats } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { spins } from '@inaam/db/schema/spins';
import { userSearch } from '@inaam/db/schema/user-search';
import { clickTotalsNow, userStatsNow } from '@inaam/db/views/figures';
import { and, not, type SQL, sql, sum } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import { type Figures, sumCounters } from './counters.ts';
import { isFoundUser, type ManyUsers } from './text-search.ts';

/** Exact figures of many users, from one row of counters for each user instead of all completions or clicks. */

export type UserType = 'all' | 'firebase' | 'email';

/** Whether a user signs in through the provider. The query needs only an index of these users, not their rows. */
const isOfProvider = sql`exists (
  select from ${users} where ${users.id} = ${userStats.userId} and ${users.providerUid} is not null)`;

/** Users by how they sign in, as a condition on `user_stats`. */
export const usersOfType: Record<UserType, SQL> = {
  all: sql`true`,
  firebase: isOfProvider,
  email: sql`not ${isOfProvider}`,
};

export interface UserFigures extends Figures {
  /** Users with an approved completion. */
  users: number;
  unapproved: number;
  clicks: number;
}

/** Adds up completions and clicks of users. If most users match, it subtracts the others from the totals. */
export async function sumUserCounters(db: Db, { where }: Pick<ManyUsers, 'where'>): Promise<UserFigures> {
  const counted = await db.execute<{ are_most: boolean }>(sql`
    select 2 * count(*) filter (where ${where}) > count(*) as are_most from ${userSearch}`);
  if (!oneRow(counted).are_most) return sumUsers(db, where);
  const [all, others] = await Promise.all([sumAll(db), sumUsers(db, not(where))]);
  return addFigures(all, others, -1);
}

/** Adds `b` to `a`, or subtracts `b` if `sign` is -1. */
export const addFigures = (a: UserFigures, b: UserFigures, sign: 1 | -1 = 1): UserFigures => ({
  total: a.total + sign * b.total,
  revenuePaise: a.revenuePaise + sign * b.revenuePaise,
  spins: a.spins + sign * b.spins,
  wins: a.wins + sign * b.wins,
  wonPaise: a.wonPaise + sign * b.wonPaise,
  users: a.users + sign * b.users,
  unapproved: a.unapproved + sign * b.unapproved,
  clicks: a.clicks + sign * b.clicks,
});

/** Reads figures of all users. */
async function sumAll(db: Db): Promise<UserFigures> {
  const [figures, rows] = await Promise.all([
    sumCounters(db, { dateRange: 'all', outcome: undefined, userType: 'all', offerIds: undefined }),
    db.execute<{ users: string; clicks: string }>(sql`
      select (select count(*) from ${userStatsNow} where ${userStats.completions} > 0) as users,
        (select coalesce(sum(clicks), 0) from ${clickTotalsNow}) as clicks`),
  ]);
  const { users: people, clicks } = oneRow(rows);
  return { ...figures, users: Number(people), clicks: Number(clicks) };
}

/** @param where a condition on `user_search` */
async function sumUsers(db: Db, where: SQL): Promise<UserFigures> {
  const { unapproved, vouchersWon, voucherValuePaise, revenuePaise } = userStats;
  const found = await db.execute<Record<keyof UserFigures, string>>(sql`
    select count(*) filter (where ${userStats.completions} > 0) as users,
      coalesce(sum(${userStats.completions} + ${unapproved}), 0) as total,
      coalesce(sum(${unapproved}), 0) as unapproved, coalesce(sum(${userStats.clicks}), 0) as clicks,
      coalesce(sum(${userStats.spins}), 0) as spins, coalesce(sum(${vouchersWon}), 0) as wins,
      coalesce(sum(${revenuePaise}), 0) as "revenuePaise",
      -- The counter includes prizes of milestones, which lists of completions do not show.
      coalesce(sum(${voucherValuePaise}), 0) - (
        select coalesce(sum(${spins.amountPaise}), 0)
        from ${completions} join ${spins} on ${spins.completionId} = ${completions.id}
        where ${completions.source} = 'house' and ${isFoundUser(completions.userId, where)}) as "wonPaise"
    from ${userStatsNow} where ${isFoundUser(userStats.userId, where)}`);
  const row = oneRow(found);
  return {
    users: Number(row.users),
    total: Number(row.total),
    unapproved: Number(row.unapproved),
    clicks: Number(row.clicks),
    spins: Number(row.spins),
    wins: Number(row.wins),
    revenuePaise: Number(row.revenuePaise),
    wonPaise: Number(row.wonPaise),
  };
}

/** Adds up the clicks of users. @param many the users; all users if undefined */
export async function sumUserClicks(db: Db, userType: UserType, many: ManyUsers | undefined): Promise<number> {
  const isCounted = and(usersOfType[userType], many && isFoundUser(userStats.userId, many.where));
  const found = await db
    .select({ clicks: sum(userStats.clicks) })
    .from(userStatsNow)
    .where(isCounted);
  return Number(oneRow(found).clicks);
}
