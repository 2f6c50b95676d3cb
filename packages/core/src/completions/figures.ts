import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { conversionDays, userStats } from '@inaam/db/schema/insights';
import { completionRowsNow, conversionDaysNow, userStatsNow } from '@inaam/db/views/figures';
import { and, eq, gt, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm';
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

/** The figures of all that match. */
export async function figuresOf(db: Db, matching: Matching): Promise<Figures> {
  if (matching.offerIds?.length === 0) return NOTHING;
  if (!matching.found) return figuresFromCounters(db, matching);
  const [row] = await db.execute<Raw<Figures>>(sql`select ${SUMS} from ${completionRowsNow} ${restOf(matching)}`);
  return row ? toFigures(row) : NOTHING;
}

/** The same with how many users have a completion that matches. */
export async function figuresWithUsers(db: Db, matching: Matching): Promise<Figures & { users: number }> {
  const { filters, offerIds, found } = matching;
  if (offerIds?.length === 0) return { ...NOTHING, users: 0 };
  if (found) {
    // By user first, so that the facts are looked through once.
    const [row] = await db.execute<Raw<Figures & { users: number }>>(sql`
      select count(*) as users, coalesce(sum(total), 0) as total, coalesce(sum(spins), 0) as spins,
        coalesce(sum(wins), 0) as wins,
        coalesce(sum("revenuePaise"), 0) as "revenuePaise", coalesce(sum("wonPaise"), 0) as "wonPaise"
      from (select ${SUMS} from ${completionRowsNow} ${restOf(matching)} group by ${completionRows.userId}) people`);
    return row ? { ...toFigures(row), users: Number(row.users) } : { ...NOTHING, users: 0 };
  }
  const figures = await figuresFromCounters(db, matching);
  if (!offerIds && filters.dateRange === 'all') return { ...figures, users: await countUsers(db, filters) };
  const [row] = await db.execute<{ users: string }>(sql`
    select count(*) as users
      from (select 1 from ${completionRowsNow} ${restOf(matching)} group by ${completionRows.userId}) people`);
  return { ...figures, users: Number(row?.users ?? 0) };
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

async function countUsers(db: Db, { outcome, userType }: CompletionFilters): Promise<number> {
  if (userType === 'email') {
    const [everybody, google] = [await countUsersWith(db, outcome, false), await countUsersWith(db, outcome, true)];
    return everybody - google;
  }
  return countUsersWith(db, outcome, userType === 'firebase');
}

async function countUsersWith(db: Db, outcome: CompletionFilters['outcome'], google: boolean): Promise<number> {
  const has = usersWith[outcome];
  const kind = google
    ? sql`join ${users} on ${users.id} = ${userStats.userId} and ${isNotNull(users.providerUid)}`
    : sql``;
  const hasUnapproved = outcome === 'all' || outcome === 'unspun';
  const [row] = await db.execute<{ counted: string; others: string }>(sql`
    select (select count(*) from ${userStatsNow} ${kind} where ${has}) as counted,
      ${
        hasUnapproved
          ? // By the index of what was not confirmed at once.
            sql`(select count(distinct c.user_id) from completions c
              join ${userStatsNow} on ${userStats.userId} = c.user_id ${kind}
              where c.approved_at is null and not exists (
                select 1 from completion_events e where e.completion_id = c.id and e.kind = 'approved')
              and ${not(has)})`
          : sql`0`
      } as others`);
  return Number(row?.counted ?? 0) + Number(row?.others ?? 0);
}
