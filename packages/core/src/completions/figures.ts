import { MAX_COUNTED, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { conversionDays, offerDays, userStats } from '@inaam/db/schema/insights';
import { completionRowsNow, conversionDaysNow, offerDaysNow, userStatsNow } from '@inaam/db/views/figures';
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { sinceDay } from '../kernel/date-range.ts';
import { type CompletionFilters, type Matching, restOf } from './matching.ts';

/**
 * Figures of all completions that match: from counters where there are such, from the facts where there is a search.
 */

export interface Figures {
  total: number;
  revenuePaise: number;
  spins: number;
  wins: number;
  wonPaise: number;
}

/** The counters of each outcome: how many there are, and what the networks paid for them. */
const columns: Record<CompletionFilters['outcome'], { total: SQL; revenue: SQL }> = {
  all: { total: sql`${conversionDays.completions}`, revenue: sql`${conversionDays.revenuePaise}` },
  won: { total: sql`${conversionDays.won}`, revenue: sql`${conversionDays.wonRevenuePaise}` },
  lost: { total: sql`${conversionDays.lost}`, revenue: sql`${conversionDays.lostRevenuePaise}` },
  spun: {
    total: sql`${conversionDays.won} + ${conversionDays.lost}`,
    revenue: sql`${conversionDays.wonRevenuePaise} + ${conversionDays.lostRevenuePaise}`,
  },
  unspun: {
    total: sql`${conversionDays.completions} - ${conversionDays.won} - ${conversionDays.lost}`,
    revenue: sql`${conversionDays.revenuePaise} - ${conversionDays.wonRevenuePaise}
      - ${conversionDays.lostRevenuePaise}`,
  },
};
const HAS_WINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'spun'];
const HAS_SPINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'lost', 'spun'];

/** From the counters, which know all filters but the search. */
async function figuresFromCounters(
  db: Db,
  { filters: { dateRange, outcome, userType }, offerIds }: Matching,
): Promise<Figures> {
  const { total, revenue } = columns[outcome];
  const { won, lost, wonPaise } = conversionDays;
  const nothing = sql`0`;
  const [figures] = await db
    .select({
      total: sum(total),
      revenuePaise: sum(revenue),
      wins: sum(HAS_WINS.includes(outcome) ? sql`${won}` : nothing),
      spins: sum(
        outcome === 'won' || outcome === 'lost' ? total : HAS_SPINS.includes(outcome) ? sql`${won} + ${lost}` : nothing,
      ),
      wonPaise: sum(HAS_WINS.includes(outcome) ? sql`${wonPaise}` : nothing),
    })
    .from(conversionDaysNow)
    .where(
      and(
        sinceDay(conversionDays.day, dateRange),
        offerIds && inArray(conversionDays.offerId, offerIds),
        userType === 'all' ? undefined : eq(conversionDays.google, userType === 'firebase'),
      ),
    );
  return figures ?? NOTHING;
}

const NOTHING: Figures = { total: 0, revenuePaise: 0, spins: 0, wins: 0, wonPaise: 0 };
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/** How many rows are added up where no counter knows them; undefined for all. */
export const mostOf = (totals: Totals): number | undefined => (totals === 'capped' ? MAX_COUNTED : undefined);

/**
 * The figures of all that match.
 * @param most no more rows than one beyond this are read from the facts, so that a search which matches everybody costs
 *   no more than one which matches many: a larger `total` says that the figures are of so many, and at least these.
 *   Counters are exact whatever it is.
 */
export async function figuresOf(db: Db, matching: Matching, most?: number): Promise<Figures & { capped: boolean }> {
  if (matching.offerIds?.length === 0) return { ...NOTHING, capped: false };
  if (areCounted(matching)) return { ...(await figuresFromCounters(db, matching)), capped: false };
  const [row] = await db.execute<Raw<Figures>>(sql`select ${SUMS} from ${rowsOf(matching, most)}`);
  const figures = row ? toFigures(row) : NOTHING;
  return { ...figures, capped: isBeyond(figures, most) };
}

const isBeyond = ({ total }: Figures, most: number | undefined): boolean => most !== undefined && total > most;

/** The rows that match, under the name of their table. */
function rowsOf(matching: Matching, most: number | undefined): SQL {
  const { userId, spun, wonPaise, revenuePaise, approved } = completionRows;
  const limit = most === undefined ? sql`` : sql`limit ${most + 1}::int`;
  return sql`(select ${userId}, ${spun}, ${wonPaise}, ${revenuePaise}, ${approved}
    from ${completionRowsNow} ${restOf(matching)} ${limit}) ${completionRows}`;
}

/** Do the counters know all of the filters? They have the days of completions, and neither texts nor states. */
const areCounted = ({ filters: { dateRange, dated, state }, found }: Matching): boolean =>
  !found && !state && (dated === 'completion' || dateRange === 'all');

/**
 * The same with how many users have a completion that matches, and how many of the completions were never confirmed:
 * these count in lists, and neither in revenue nor among conversions.
 * @param most as for {@link figuresOf}
 * @param mostUsers no more users than one beyond it are counted, since no counter has how many
 * there are: `usersCapped` where there are more
 */
export async function figuresWithUsers(
  db: Db,
  matching: Matching,
  most?: number,
  mostUsers = most,
): Promise<Figures & { users: number; usersCapped: boolean; unapproved: number; capped: boolean }> {
  const { filters, offerIds } = matching;
  if (offerIds?.length === 0) return { ...NOTHING, users: 0, usersCapped: false, unapproved: 0, capped: false };
  if (areCounted(matching) && !offerIds) {
    const [figures, people] = await Promise.all([
      figuresFromCounters(db, matching),
      countUsers(db, filters, mostUsers),
    ]);
    return {
      ...figures,
      users: Math.min(people, mostUsers ?? people),
      usersCapped: mostUsers !== undefined && people > mostUsers,
      unapproved: await countUnapproved(db, matching, filters.outcome === 'all' ? figures.total : undefined),
      capped: false,
    };
  }
  // By user first, so that the facts are looked through once.
  const [row] = await db.execute<Raw<Figures & { users: number; unapproved: number }>>(sql`
    select count(*) filter (where total > unapproved) as users, coalesce(sum(total), 0) as total,
      coalesce(sum(unapproved), 0) as unapproved, coalesce(sum(spins), 0) as spins, coalesce(sum(wins), 0) as wins,
      coalesce(sum("revenuePaise"), 0) as "revenuePaise", coalesce(sum("wonPaise"), 0) as "wonPaise"
    from (select ${SUMS}, count(*) filter (where not ${completionRows.approved}) as unapproved
      from ${rowsOf(matching, most)} group by ${completionRows.userId}) people`);
  const figures = row ? toFigures(row) : NOTHING;
  const others = { users: Number(row?.users ?? 0), unapproved: Number(row?.unapproved ?? 0) };
  const capped = isBeyond(figures, most);
  // Of the rows that were counted, as all figures are then.
  return { ...figures, ...others, usersCapped: capped, capped };
}

/**
 * How many of the completions that the counters count nobody has confirmed: none of these is spun.
 * @param counted how many completions there are, where that is known
 */
async function countUnapproved(db: Db, matching: Matching, counted: number | undefined): Promise<number> {
  const { outcome, userType } = matching.filters;
  if (outcome !== 'all' && outcome !== 'unspun') return 0;
  if (userType !== 'all') {
    const [row] = await db.execute<{ unapproved: string }>(sql`
      select count(*) as unapproved from ${completionRowsNow}
        ${restOf(matching, sql`not ${completionRows.approved}`)}`);
    return Number(row?.unapproved ?? 0);
  }
  // Completions of offers' days are those that were confirmed.
  const [row] = await db.select({ approved: sum(sql`${offerDays.completions}`) }).from(offerDaysNow);
  const all =
    counted ?? (await figuresFromCounters(db, { ...matching, filters: { ...matching.filters, outcome: 'all' } })).total;
  // Of two moments: what is confirmed in between may be among the one and not among the other.
  return Math.max(0, all - (row?.approved ?? 0));
}

/** Numbers of more than 32 bits come as text from a statement that is put together by hand. */
type Raw<T> = Record<keyof T, string>;

const SUMS = sql`
  count(*) as total, count(*) filter (where ${completionRows.spun}) as spins, count(${completionRows.wonPaise}) as wins,
  coalesce(sum(${completionRows.revenuePaise}), 0) as "revenuePaise",
  coalesce(sum(${completionRows.wonPaise}), 0) as "wonPaise"`;

const toFigures = (row: Raw<Figures>): Figures => ({
  total: Number(row.total),
  revenuePaise: Number(row.revenuePaise),
  spins: Number(row.spins),
  wins: Number(row.wins),
  wonPaise: Number(row.wonPaise),
});

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

/** @param most counts no further than one beyond */
async function countUsers(db: Db, { outcome, userType }: CompletionFilters, most?: number): Promise<number> {
  if (userType === 'email' && most === undefined) {
    const [everybody, google] = [await countUsersWith(db, outcome), await countUsersWith(db, outcome, true)];
    return everybody - google;
  }
  return countUsersWith(db, outcome, userType === 'all' ? undefined : userType === 'firebase', most);
}

async function countUsersWith(
  db: Db,
  outcome: CompletionFilters['outcome'],
  google?: boolean,
  most?: number,
): Promise<number> {
  const isKind = google ? isNotNull(users.providerUid) : isNull(users.providerUid);
  const kind = google === undefined ? sql`` : sql`join ${users} on ${users.id} = ${userStats.userId} and ${isKind}`;
  const limit = most === undefined ? sql`` : sql`limit ${most + 1}::int`;
  const [row] = await db.execute<{ counted: string }>(sql`
    select count(*) as counted
    from (select from ${userStatsNow} ${kind} where ${usersWith[outcome]} ${limit}) counted`);
  return Number(row?.counted ?? 0);
}
