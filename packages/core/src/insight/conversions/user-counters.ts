import type { Db } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { userStats } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { spins } from '@inaam/db/schema/spins';
import { userStatsNow } from '@inaam/db/views/figures';
import { type SQL, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import type { Figures } from './counters.ts';
import type { ManyUsers } from './text-search.ts';

/** Exact figures of many users from a row of counters each, in place of all their completions or clicks. */

export type UserType = 'all' | 'firebase' | 'email';

/** Uses an index of the provider's users instead of their rows. */
const isOfProvider = sql`exists (
  select from ${users} where ${users.id} = ${userStats.userId} and ${users.providerUid} is not null)`;

/** Users by how they sign in, as a condition on `user_stats`. */
export const usersOfType: Record<UserType, SQL> = {
  all: sql`true`,
  firebase: isOfProvider,
  email: sql`not ${isOfProvider}`,
};

/** Adds up the completions of users, with the number of users and of unapproved completions. */
export async function sumUserCounters(
  db: Db,
  { isOne }: ManyUsers,
): Promise<Figures & { users: number; unapproved: number }> {
  type Sums = Figures & { users: number; unapproved: number };
  const { unapproved, vouchersWon, voucherValuePaise, revenuePaise } = userStats;
  const found = await db.execute<Record<keyof Sums, string>>(sql`
    select count(*) filter (where ${userStats.completions} > 0) as users,
      coalesce(sum(${userStats.completions} + ${unapproved}), 0) as total,
      coalesce(sum(${unapproved}), 0) as unapproved,
      coalesce(sum(${userStats.spins}), 0) as spins, coalesce(sum(${vouchersWon}), 0) as wins,
      coalesce(sum(${revenuePaise}), 0) as "revenuePaise",
      -- No list of completions shows those of milestones, whose prizes this counter includes.
      coalesce(sum(${voucherValuePaise}), 0) - (
        select coalesce(sum(${spins.amountPaise}), 0)
        from ${completions} join ${spins} on ${spins.completionId} = ${completions.id}
        where ${completions.source} = 'house' and ${isOne(completions.userId)}) as "wonPaise"
    from ${userStatsNow} where ${isOne(userStats.userId)}`);
  const row = oneRow(found);
  return {
    users: Number(row.users),
    total: Number(row.total),
    unapproved: Number(row.unapproved),
    spins: Number(row.spins),
    wins: Number(row.wins),
    revenuePaise: Number(row.revenuePaise),
    wonPaise: Number(row.wonPaise),
  };
}

/** Adds up the clicks of users. @param many all users if absent */
export async function sumUserClicks(db: Db, userType: UserType, many: ManyUsers | undefined): Promise<number> {
  const isOne = many ? sql`and ${many.isOne(userStats.userId)}` : sql``;
  const found = await db.execute<{ clicks: string }>(sql`
    select coalesce(sum(${userStats.clicks}), 0) as clicks from ${userStatsNow}
    where ${usersOfType[userType]} ${isOne}`);
  return Number(oneRow(found).clicks);
}
