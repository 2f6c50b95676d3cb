import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { conversionDays, conversionTotals, userStats } from '@inaam/db/schema/insights';
import { conversionDaysNow, conversionTotalsNow, userStatsNow } from '@inaam/db/views/figures';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { sinceDay } from '../../kernel/date-range.ts';
import type { CompletionFilters, Matching } from './matching.ts';

/** Figures of completions from what the feed has counted: by offer and kind of user, of all days or by day; by user. */

export interface Figures {
  total: number;
  revenuePaise: number;
  spins: number;
  wins: number;
  wonPaise: number;
}

type Outcome = CompletionFilters['outcome'];

/** With how many of `total` nobody has confirmed. */
export type ConfirmedFigures = Figures & { unapproved: number };

/** Numbers of more than 32 bits come as text from a statement that is put together by hand. */
export type Raw<T> = Record<keyof T, string>;

export const toFigures = (row: Record<keyof Figures, string | number>): Figures => ({
  total: Number(row.total),
  revenuePaise: Number(row.revenuePaise),
  spins: Number(row.spins),
  wins: Number(row.wins),
  wonPaise: Number(row.wonPaise),
});

export const NOTHING: Figures = { total: 0, revenuePaise: 0, spins: 0, wins: 0, wonPaise: 0 };

type Counters = typeof conversionDays | typeof conversionTotals;

/** Of each outcome: how many completions there are, and what the networks paid for them. */
const columns: Record<Outcome, (of: Counters) => { total: SQL; revenue: SQL }> = {
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
const HAS_WINS: readonly Outcome[] = ['all', 'won', 'spun'];
const HAS_SPINS: readonly Outcome[] = ['all', 'won', 'lost', 'spun'];
/** No completion that nobody has confirmed is spun. */
const HAS_UNAPPROVED: readonly Outcome[] = ['all', 'unspun'];

const nothing = sql`0`;
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/** How many of an outcome nobody has confirmed. Counters of days do not know it: 0. */
const unapprovedOf = (of: Counters, outcome: Outcome): SQL =>
  'approved' in of && HAS_UNAPPROVED.includes(outcome) ? sql`${of.completions} - ${of.approved}` : nothing;

function sumsOf(of: Counters, outcome: Outcome) {
  const { total, revenue } = columns[outcome](of);
  const { won, lost, wonPaise } = of;
  const isOne = outcome === 'won' || outcome === 'lost';
  return {
    total: sum(total),
    revenuePaise: sum(revenue),
    wins: sum(HAS_WINS.includes(outcome) ? sql`${won}` : nothing),
    spins: sum(isOne ? total : HAS_SPINS.includes(outcome) ? sql`${won} + ${lost}` : nothing),
    wonPaise: sum(HAS_WINS.includes(outcome) ? sql`${wonPaise}` : nothing),
    unapproved: sum(unapprovedOf(of, outcome)),
  };
}

/** Do the counters know all of the filters? They have the days of completions, and neither texts nor states. */
export const areCounted = ({ filters: { dateRange, dated, state }, found }: Matching): boolean =>
  !found && !state && (dated === 'completion' || dateRange === 'all');

/**
 * From the counters, which know all filters but the search: of all days together, or by day.
 * @returns `unapproved` is 0 with a range
 */
export async function figuresFromCounters(db: Db, matching: Matching): Promise<ConfirmedFigures> {
  const { dateRange, outcome } = matching.filters;
  const ofAllDays = dateRange === 'all';
  const of = ofAllDays ? conversionTotals : conversionDays;
  const [figures] = await db
    .select(sumsOf(of, outcome))
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

/** Of some users and one kind of them: the counters of users, to be joined. @param keys the users' ids */
function ofUsers(keys: SQL, userType: CompletionFilters['userType']): SQL {
  // The provider's users have an index of their own, whichever kind is asked for.
  const isProviders = sql`exists (select from ${users}
    where ${users.id} = ${userStats.userId} and ${users.providerUid} is not null)`;
  const kinds = { all: sql``, firebase: sql`where ${isProviders}`, email: sql`where not ${isProviders}` };
  return sql`${userStatsNow} join (${keys}) found (key) on found.key = ${userStats.userId} ${kinds[userType]}`;
}

/**
 * From the counters of some users, which know the outcome and the kind of user.
 * @param keys their ids
 * @returns with how many of them have such a completion that is confirmed; undefined where a filter is not known
 */
export async function figuresOfUsers(
  db: Db,
  { filters: { dateRange, state, outcome, userType }, offerIds }: Matching,
  keys: SQL,
): Promise<(ConfirmedFigures & { users: number }) | undefined> {
  if (dateRange !== 'all' || state || offerIds) return undefined;
  // The user's, as the counters of offers have them.
  const { completions, unapproved, spins, vouchersWon, voucherValuePaise } = userStats;
  const { revenuePaise, lostRevenuePaise, wonRevenuePaise } = userStats;
  const counters = sql`(
    select ${completions} + ${unapproved} as completions, ${completions} as approved, ${vouchersWon} as won,
      ${spins} - ${vouchersWon} as lost, ${voucherValuePaise} as won_paise, ${revenuePaise}, ${lostRevenuePaise},
      ${wonRevenuePaise}
    from ${ofUsers(keys, userType)}) ${conversionTotals}`;
  const sums = Object.entries(sumsOf(conversionTotals, outcome)).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  );
  const { total } = columns[outcome](conversionTotals);
  const [row] = await db.execute<Raw<ConfirmedFigures & { users: number }>>(sql`
    select ${sql.join(sums, sql`, `)},
      count(*) filter (where ${total} > ${unapprovedOf(conversionTotals, outcome)}) as users
    from ${counters}`);
  if (!row) return undefined;
  return { ...toFigures(row), unapproved: Number(row.unapproved), users: Number(row.users) };
}

/** How many clicks some users have made. @param keys their ids */
export async function clicksOfUsers(db: Db, keys: SQL, userType: CompletionFilters['userType']): Promise<number> {
  const [row] = await db.execute<{ clicks: string }>(sql`
    select coalesce(sum(${userStats.clicks}), 0) as clicks from ${ofUsers(keys, userType)}`);
  return Number(row?.clicks);
}
