import { MAX_COUNTED, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { conversionDays, conversionTotals } from '@inaam/db/schema/insights';
import { completionRowsNow, conversionDaysNow, conversionTotalsNow } from '@inaam/db/views/figures';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { sinceDay } from '../kernel/date-range.ts';
import { type CompletionFilters, type Matching, restOf } from './matching.ts';
import { figuresOfNearlyAll } from './nearly-all.ts';
import { countUsers } from './users-of-completions.ts';

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

type Counters = typeof conversionDays | typeof conversionTotals;

/** Of each outcome: how many completions there are, and what the networks paid for them. */
const columns: Record<CompletionFilters['outcome'], (of: Counters) => { total: SQL; revenue: SQL }> = {
  all: (of) => ({ total: sql`${of.completions}`, revenue: sql`${of.revenuePaise}` }),
  won: (of) => ({ total: sql`${of.won}`, revenue: sql`${of.wonRevenuePaise}` }),
  lost: (of) => ({ total: sql`${of.lost}`, revenue: sql`${of.lostRevenuePaise}` }),
  spun: (of) => ({
    total: sql`${of.won} + ${of.lost}`,
    revenue: sql`${of.wonRevenuePaise} + ${of.lostRevenuePaise}`,
  }),
  unspun: (of) => ({
    total: sql`${of.completions} - ${of.won} - ${of.lost}`,
    revenue: sql`${of.revenuePaise} - ${of.wonRevenuePaise} - ${of.lostRevenuePaise}`,
  }),
};
const HAS_WINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'spun'];
const HAS_SPINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'lost', 'spun'];
/** No completion that nobody has confirmed is spun. */
const HAS_UNAPPROVED: readonly CompletionFilters['outcome'][] = ['all', 'unspun'];

/**
 * From the counters, which know all filters but the search: of all days together, or by day.
 * @returns `unapproved`: how many of `total` nobody has confirmed. Counters of days do not know it: 0 with a range.
 */
async function figuresFromCounters(db: Db, matching: Matching): Promise<Figures & { unapproved: number }> {
  const { dateRange, outcome } = matching.filters;
  const nothing = sql`0`;
  const ofAllDays = dateRange === 'all';
  const of = ofAllDays ? conversionTotals : conversionDays;
  const { total, revenue } = columns[outcome](of);
  const { won, lost, wonPaise } = of;
  const [figures] = await db
    .select({
      total: sum(total),
      revenuePaise: sum(revenue),
      wins: sum(HAS_WINS.includes(outcome) ? sql`${won}` : nothing),
      spins: sum(
        outcome === 'won' || outcome === 'lost' ? total : HAS_SPINS.includes(outcome) ? sql`${won} + ${lost}` : nothing,
      ),
      wonPaise: sum(HAS_WINS.includes(outcome) ? sql`${wonPaise}` : nothing),
      unapproved: sum(
        ofAllDays && HAS_UNAPPROVED.includes(outcome)
          ? sql`${conversionTotals.completions} - ${conversionTotals.approved}`
          : nothing,
      ),
    })
    .from(ofAllDays ? conversionTotalsNow : conversionDaysNow)
    .where(countersWhere(matching, of));
  return figures ?? { ...NOTHING, unapproved: 0 };
}

function countersWhere({ filters: { dateRange, userType }, offerIds }: Matching, of: Counters): SQL | undefined {
  return and(
    sinceDay(conversionDays.day, dateRange),
    offerIds && inArray(of.offerId, offerIds),
    userType === 'all' ? undefined : eq(of.google, userType === 'firebase'),
  );
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
  if (areCounted(matching)) {
    const { unapproved: _, ...figures } = await figuresFromCounters(db, matching);
    return { ...figures, capped: false };
  }
  if (most === undefined) {
    const figures = await figuresOfNearlyAll(db, matching.found, (snapshot, found) =>
      figuresOf(snapshot, { ...matching, found }),
    );
    if (figures) return figures;
  }
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
  // Counters of days do not know what was confirmed.
  if (areCounted(matching) && filters.dateRange === 'all') {
    const ofOne = offerIds?.length === 1;
    const [figures, counted] = await Promise.all([
      figuresFromCounters(db, matching),
      ofOne ? undefined : countUsers(db, matching, mostUsers),
    ]);
    // A user completes an offer once.
    const people = counted ?? figures.total - figures.unapproved;
    return {
      ...figures,
      users: Math.min(people, mostUsers ?? people),
      usersCapped: mostUsers !== undefined && people > mostUsers,
      capped: false,
    };
  }
  if (most === undefined && mostUsers === undefined) {
    const figures = await figuresOfNearlyAll(db, matching.found, (snapshot, found) =>
      figuresWithUsers(snapshot, { ...matching, found }),
    );
    if (figures) return figures;
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
