import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { conversionTotals, userStats } from '@inaam/db/schema/insights';
import { completionRowsNow, conversionTotalsNow, userStatsNow } from '@inaam/db/views/figures';
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type CompletionFilters, type Matching, restOf } from './matching.ts';

/** How many users have a completion of all days that matches, where neither a text nor a state is asked for. */

/**
 * Users with a completion of that outcome, by the counters of users. A completion that nobody has approved is in no
 * counter.
 */
const usersWith: Record<CompletionFilters['outcome'], SQL> = {
  all: gt(userStats.completions, 0),
  won: gt(userStats.vouchersWon, 0),
  lost: gt(userStats.spins, userStats.vouchersWon),
  spun: gt(userStats.spins, 0),
  unspun: gt(userStats.completions, userStats.spins),
};

/**
 * The completions that make such a user. Of an offer each is another user's, and nobody is of both kinds: so the most
 * of an offer, of both kinds together, are no more than the users.
 */
const completionsOf: Record<CompletionFilters['outcome'], SQL> = {
  all: sql`${conversionTotals.approved}`,
  won: sql`${conversionTotals.won}`,
  lost: sql`${conversionTotals.lost}`,
  spun: sql`${conversionTotals.won} + ${conversionTotals.lost}`,
  unspun: sql`${conversionTotals.approved} - ${conversionTotals.won} - ${conversionTotals.lost}`,
};

/**
 * @param most users are looked at only where no offer has more such completions, and no further than one beyond: that
 * one, or all without it
 */
export async function countUsers(db: Db, matching: Matching, most?: number): Promise<number> {
  const { filters, offerIds } = matching;
  const kind = filters.userType === 'all' ? undefined : filters.userType === 'firebase';
  if (offerIds) return countUpTo(db, matching, usersOfOffers(matching, most), most);
  if (kind === false && most === undefined) {
    const everybody = await countUpTo(db, matching, usersByStats(filters));
    return everybody - (await countUpTo(db, matching, usersByStats(filters, true)));
  }
  return countUpTo(db, matching, usersByStats(filters, kind, most), most);
}

const upTo = (most: number | undefined): SQL => (most === undefined ? sql`` : sql`limit ${most + 1}::int`);

/** From their counters, which are of all offers together. @param google of one kind alone */
function usersByStats({ outcome }: CompletionFilters, google?: boolean, most?: number): SQL {
  const isKind = google ? isNotNull(users.providerUid) : isNull(users.providerUid);
  const join = google === undefined ? sql`` : sql`join ${users} on ${users.id} = ${userStats.userId} and ${isKind}`;
  return sql`select from ${userStatsNow} ${join} where ${usersWith[outcome]} ${upTo(most)}`;
}

/** From their completions of some offers. */
const usersOfOffers = (matching: Matching, most?: number): SQL =>
  sql`select distinct ${completionRows.userId} from ${completionRowsNow}
    ${restOf(matching, sql`${completionRows.approved}`)} ${upTo(most)}`;

async function countUpTo(
  db: Db,
  { filters: { outcome, userType }, offerIds }: Matching,
  counted: SQL,
  most?: number,
): Promise<number> {
  const { offerId, google } = conversionTotals;
  const where = and(
    userType === 'all' ? undefined : eq(google, userType === 'firebase'),
    offerIds && inArray(offerId, offerIds),
  );
  const atLeast = sql`(select coalesce(sum(most), 0) from (
    select max(number) as most
    from (select ${google}, sum(${completionsOf[outcome]}) as number from ${conversionTotalsNow}
      ${where ? sql`where ${where}` : sql``} group by ${offerId}, ${google}) offers_of_kind
    group by google) kinds)`;
  const count = sql`(select count(*) from (${counted}) counted)`;
  const [row] = await db.execute<{ counted: string }>(
    most === undefined
      ? sql`select ${count} as counted`
      : sql`select case when ${atLeast} > ${most}::int then ${most + 1}::int else ${count} end as counted`,
  );
  return Number(row?.counted ?? 0);
}
