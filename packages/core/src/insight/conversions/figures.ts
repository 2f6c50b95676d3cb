import { MAX_COUNTED, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { conversionTotals, userStats } from '@inaam/db/schema/figures';
import { conversionTotalsNow, userStatsNow } from '@inaam/db/views/figures';
import { type Column, gt, type SQL, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import type { Outcome } from './completion-filters.ts';
import { type CountedFilters, type Figures, sumCounters } from './counters.ts';
import type { ManyUsers, SearchMatches } from './text-search.ts';
import { addFigures, sumUserCounters, usersOfType } from './user-counters.ts';

/** Figures of all matching completions: from counters if the counters cover the filters, else from the rows. */

/**
 * Selects matching rows.
 * @param most maximum number of rows; all if absent
 * @param found search matches to use instead of those of the list's search
 */
type MatchingRows = (columns: SQL, most?: number, found?: SearchMatches) => SQL;
/**
 * The filters, if counters cover all of them. Or the users that match the search, if the counters of these users give
 * the exact figures. Undefined if the figures need the rows.
 */
export type Counted = CountedFilters | ManyUsers | undefined;

/** Maximum number of rows to add up if no counters cover the filters; undefined for all rows. */
export const getCountLimit = (totals: Totals): number | undefined => (totals === 'capped' ? MAX_COUNTED : undefined);

type Raw<T> = Record<keyof T, string>;
const toFigures = (row: Raw<Figures>): Figures => ({
  total: Number(row.total),
  revenuePaise: Number(row.revenuePaise),
  spins: Number(row.spins),
  wins: Number(row.wins),
  wonPaise: Number(row.wonPaise),
});

const { userId, spun, wonPaise, revenuePaise, approved } = completionRows;
const COLUMNS = sql`${userId}, ${spun}, ${wonPaise}, ${revenuePaise}, ${approved}`;
const SUMS = sql`count(*) as total, count(*) filter (where spun) as spins, count(won_paise) as wins,
  coalesce(sum(revenue_paise), 0) as "revenuePaise", coalesce(sum(won_paise), 0) as "wonPaise"`;

/** The number of rows to read: one more than the cap. The additional row shows that the cap is exceeded. */
const plusOne = (most: number | undefined): number | undefined => (most === undefined ? undefined : most + 1);

/**
 * Adds up the figures of matching completions.
 * @param counted see {@link Counted}
 * @param most see {@link getCountLimit}; if `total` is larger, all figures are minimums. Ignored if counters cover the
 *   filters
 */
export async function getFigures(
  db: Db,
  rows: MatchingRows,
  counted: Counted,
  most?: number,
): Promise<Figures & { capped: boolean }> {
  if (counted && 'where' in counted) {
    if (most === undefined) return sumManyUsers(db, rows, counted);
  } else if (counted) return { ...(await sumCounters(db, counted)), capped: false };
  const found = await db.execute<Raw<Figures>>(sql`select ${SUMS} from ${rows(COLUMNS, plusOne(most))} matching`);
  const figures = toFigures(oneRow(found));
  return { ...figures, capped: most !== undefined && figures.total > most };
}

export interface FiguresWithUsers extends Figures {
  /** Users with a matching approved completion. */
  users: number;
  /** Whether there may be more users than `users`. */
  usersCapped: boolean;
  /** Unapproved completions. Lists count them; revenue and conversions do not. */
  unapproved: number;
  capped: boolean;
  /** Clicks of the users whose counters were added up. */
  userClicks?: number;
}

/** Like {@link getFigures}, with the number of users, which has no counter. */
export async function getFiguresWithUsers(
  db: Db,
  rows: MatchingRows,
  counted: Counted,
  most?: number,
): Promise<FiguresWithUsers> {
  if (counted && 'where' in counted) {
    if (most === undefined) return sumManyUsers(db, rows, counted);
  } else if (counted) {
    const [figures, people] = await Promise.all([
      sumCounters(db, counted),
      countConvertedUsers(db, rows, counted, most),
    ]);
    const { users: number, readAll } = people ?? { users: figures.total - figures.unapproved, readAll: true };
    const usersCapped = most !== undefined && (number > most || !readAll);
    return { ...figures, users: usersCapped ? Math.min(number, most) : number, usersCapped, capped: false };
  }
  return sumByUser(db, rows, most);
}

/** Adds up rows. Groups by user first, so that the rows are read once. */
async function sumByUser(db: Db, rows: MatchingRows, most?: number, found?: SearchMatches): Promise<FiguresWithUsers> {
  const sums = await db.execute<Raw<Figures & { users: number; unapproved: number }>>(sql`
    select count(*) filter (where total > unapproved) as users, coalesce(sum(total), 0) as total,
      coalesce(sum(unapproved), 0) as unapproved, coalesce(sum(spins), 0) as spins, coalesce(sum(wins), 0) as wins,
      coalesce(sum("revenuePaise"), 0) as "revenuePaise", coalesce(sum("wonPaise"), 0) as "wonPaise"
    from (select ${SUMS}, count(*) filter (where not approved) as unapproved
      from ${rows(COLUMNS, plusOne(most), found)} matching group by user_id) people`);
  const row = oneRow(sums);
  const figures = toFigures(row);
  const capped = most !== undefined && figures.total > most;
  return { ...figures, users: Number(row.users), unapproved: Number(row.unapproved), usersCapped: capped, capped };
}

/** Adds up the counters of the users that match, and the few matching rows of other users. */
async function sumManyUsers(db: Db, rows: MatchingRows, many: ManyUsers): Promise<FiguresWithUsers> {
  const [counted, fromRows] = await Promise.all([
    sumUserCounters(db, many),
    many.others && sumByUser(db, rows, undefined, many.others),
  ]);
  const { clicks, ...figures } = fromRows ? addFigures(counted, { ...fromRows, clicks: 0 }) : counted;
  return { ...figures, userClicks: clicks, usersCapped: false, capped: false };
}

/** Conditions for users with an approved completion of the outcome. */
const usersWith: Record<Outcome | 'all', SQL> = {
  all: gt(userStats.completions, 0),
  won: gt(userStats.vouchersWon, 0),
  lost: gt(userStats.spins, userStats.vouchersWon),
  spun: gt(userStats.spins, 0),
  unspun: gt(userStats.completions, userStats.spins),
};

/** The rows to read for each user to count. Few people complete more than this number of the named offers. */
const ROWS_PER_USER = 10;

/**
 * Counts users with a matching approved completion, from `user_stats` for all offers, else from the rows.
 * @param most the count stops beyond this number of users, or after {@link ROWS_PER_USER} times as many rows, because
 *   counting the distinct users of a million rows would take seconds
 * @returns undefined for a single offer: each user completes it at most once, so the number of approved completions is
 *   the number of users
 */
async function countConvertedUsers(
  db: Db,
  rows: MatchingRows,
  { offerIds, outcome, userType }: CountedFilters,
  most: number | undefined,
): Promise<{ users: number; readAll: boolean } | undefined> {
  if (offerIds?.length === 1) return undefined;
  if (offerIds) {
    const limit = most === undefined ? undefined : ROWS_PER_USER * (most + 1);
    const row = oneRow(
      await db.execute<{ users: string; read: string }>(sql`
        select count(distinct user_id) filter (where approved) as users, count(*) as read
        from ${rows(COLUMNS, limit)} matching`),
    );
    return { users: Number(row.users), readAll: Number(row.read) !== limit };
  }
  if (userType !== 'all' && most !== undefined) {
    const atLeast = await countUsersOfOneOffer(db, outcome ?? 'all', userType === 'firebase');
    if (atLeast > most) return { users: atLeast, readAll: true };
  }
  if (userType === 'all' && most !== undefined)
    return { users: await countUsersUpTo(db, outcome ?? 'all', most + 1), readAll: true };
  const found = await db.execute<{ users: string }>(sql`
    select count(*) as users from (
      select from ${userStatsNow} where ${usersWith[outcome ?? 'all']} and ${usersOfType[userType]}
      ${most === undefined ? sql`` : sql`limit ${most + 1}::int`}) people`);
  return { users: Number(oneRow(found).users), readAll: true };
}

const { won, lost } = conversionTotals;
/** The number of approved completions with an outcome. Unapproved completions have no spin. */
const approvedWith: Record<Outcome | 'all', SQL> = {
  all: sql`${conversionTotals.approved}`,
  won: sql`${won}`,
  lost: sql`${lost}`,
  spun: sql`${won} + ${lost}`,
  unspun: sql`${conversionTotals.approved} - ${won} - ${lost}`,
};

/** Counts users who completed the most popular offer: a lower bound, because a user completes an offer only once. */
async function countUsersOfOneOffer(db: Db, outcome: Outcome | 'all', google: boolean): Promise<number> {
  const found = await db.execute<{ users: string | null }>(sql`
    select max(users) as users from (
      select sum(${approvedWith[outcome]}) as users from ${conversionTotalsNow}
      where ${conversionTotals.google} = ${google} group by ${conversionTotals.offerId}) offers`);
  return Number(oneRow(found).users ?? 0);
}

/**
 * The first column of an index that lists users with the outcome, the highest figure first. Except for `unspun`, this
 * figure is above 0 for all of these users.
 */
const indexedFigure: Record<Outcome | 'all', Column> = {
  all: userStats.completions,
  won: userStats.vouchersWon,
  lost: userStats.spins,
  spun: userStats.spins,
  unspun: userStats.spins,
};

/**
 * Counts users with an outcome up to a number, starting with the highest figures in the index. Only users with changes
 * that the change feed has not read need more than the index.
 */
async function countUsersUpTo(db: Db, outcome: Outcome | 'all', most: number): Promise<number> {
  const where = usersWith[outcome];
  const found = await db.execute<{ users: string }>(sql`
    with changed as materialized (select user_id from list_unfolded_sums() where aggregate = 'user_stats')
    select count(*) as users from (
      (select from ${userStats} where ${where} and ${userStats.userId} not in (select user_id from changed)
        order by ${indexedFigure[outcome]} desc limit ${most}::int)
      union all
      (select from ${userStatsNow} where ${where} and ${userStats.userId} in (select user_id from changed))
      limit ${most}::int) people`);
  return Number(oneRow(found).users);
}
