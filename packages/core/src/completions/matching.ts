import type { Db } from '@inaam/db/client';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { conversionDays, userStats } from '@inaam/db/schema/insights';
import { offers } from '@inaam/db/schema/offers';
import { spins } from '@inaam/db/schema/spins';
import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type DateRange, since, sinceDay } from '../kernel/date-range.ts';
import { type Found, foundBy } from './found-by.ts';

/** What both lists of completions filter by, how their pages are found, and the figures of all that match. */

export interface CompletionFilters {
  dateRange: DateRange;
  /** The external offer id. */
  offer?: string | undefined;
  /** Lost means spun and lost: who has not spun yet has not lost. */
  outcome: 'all' | 'won' | 'lost' | 'spun' | 'unspun';
  userType: 'all' | 'firebase' | 'email';
  search?: string | undefined;
  /** Where the text is looked for, beside users and offers. */
  place: 'codes' | 'clicks';
}

const outcomes: Record<Exclude<CompletionFilters['outcome'], 'all'>, SQL | undefined> = {
  won: isNotNull(spins.amountPaise),
  lost: and(isNotNull(spins.spunAt), isNull(spins.amountPaise)),
  spun: isNotNull(spins.spunAt),
  unspun: isNull(spins.spunAt),
};

/** Who has a completion of that outcome, by what is counted of users. What nobody has approved is in no counter. */
const havers: Record<CompletionFilters['outcome'], SQL | undefined> = {
  all: or(gt(userStats.completions, 0), hasUnapproved()),
  won: gt(userStats.vouchersWon, 0),
  lost: gt(userStats.spins, userStats.vouchersWon),
  spun: gt(userStats.spins, 0),
  unspun: or(gt(userStats.completions, userStats.spins), hasUnapproved()),
};

function hasUnapproved(): SQL {
  return sql`exists (select 1 from ${completions} where ${completions.userId} = ${userStats.userId} and ${completions.approvedAt} is null)`;
}

/** Filters whose offer and text have been looked up. */
export interface Matching {
  filters: CompletionFilters;
  offerIds: number[] | undefined;
  found: Found | undefined;
}

export async function resolve(db: Db, filters: CompletionFilters): Promise<Matching> {
  const { offer, search, place } = filters;
  const named = offer
    ? await db.select({ id: offers.id }).from(offers).where(eq(offers.externalOfferId, offer))
    : undefined;
  const offerIds = named?.map(({ id }) => id);
  const found = search ? await foundBy(db, search, place) : undefined;
  if (!found || found.others) return { filters, offerIds, found };
  // Found among the offers alone: the same as naming them.
  return { filters, offerIds: found.offerIds.filter((id) => offerIds?.includes(id) ?? true), found: undefined };
}

function ofKind(userType: 'firebase' | 'email', userId: SQL): SQL {
  const google = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.providerUid} is not null)`;
  return userType === 'firebase' ? google : sql`not ${google}`;
}

function whereOf({ filters: { dateRange, outcome, userType }, offerIds, found }: Matching): SQL | undefined {
  return and(
    since(completions.completedAt, dateRange),
    offerIds && (offerIds.length === 0 ? sql`false` : inArray(completions.offerId, offerIds)),
    outcome === 'all' ? undefined : outcomes[outcome],
    userType === 'all' ? undefined : ofKind(userType, sql`${completions.userId}`),
    found?.where,
  );
}

/**
 * Ids of completions that match, as a subquery `keys (id)`: over no more tables than the filters and the order ask for.
 * @param order a column of completions, or of a table that `by` joins
 */
export function pageOf(
  matching: Matching,
  {
    order,
    by,
    direction,
    page,
    limit,
  }: { order: SQL; by?: SQL | undefined; direction: 'asc' | 'desc'; page: number; limit: number },
): SQL {
  const way = sql.raw(direction);
  const { filters, found } = matching;
  const spun = filters.outcome === 'all' ? sql`` : sql`join ${spins} on ${spins.completionId} = ${completions.id}`;
  const sets = (found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`);
  const where = whereOf(matching);
  return sql`(select ${completions.id} as id from ${completions} ${by ?? sql``} ${spun} ${sql.join(sets, sql` `)}
    ${where ? sql`where ${where}` : sql``} order by ${order} ${way}, ${completions.id} ${way}
    limit ${limit} offset ${(page - 1) * limit}) keys`;
}

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
    revenue: sql`${conversionDays.revenuePaise} - ${conversionDays.wonRevenuePaise} - ${conversionDays.lostRevenuePaise}`,
  },
};
const HAS_WINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'spun'];
const HAS_SPINS: readonly CompletionFilters['outcome'][] = ['all', 'won', 'lost', 'spun'];

/** From the counters, which know all filters but the search. */
async function counted(db: Db, { filters: { dateRange, outcome, userType }, offerIds }: Matching): Promise<Figures> {
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
    .from(conversionDays)
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
  const { offerIds, found } = matching;
  if (offerIds?.length === 0) return NOTHING;
  if (!found) return counted(db, matching);
  const sets = (found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`);
  const where = whereOf(matching);
  const [row] = await db.execute<Record<keyof Figures, string>>(sql`
    select count(*) as total, count(${spins.spunAt}) as spins, count(${spins.amountPaise}) as wins,
      coalesce(sum(${completions.payoutPaise}) filter (where ${completions.status} = 'approved'), 0) as "revenuePaise",
      coalesce(sum(${spins.amountPaise}), 0) as "wonPaise"
    from ${completions} join ${spins} on ${spins.completionId} = ${completions.id} ${sql.join(sets, sql` `)}
    ${where ? sql`where ${where}` : sql``}`);
  if (!row) return NOTHING;
  return {
    total: Number(row.total),
    revenuePaise: Number(row.revenuePaise),
    spins: Number(row.spins),
    wins: Number(row.wins),
    wonPaise: Number(row.wonPaise),
  };
}

/** How many users have a completion that matches. */
export async function usersOf(db: Db, matching: Matching): Promise<number> {
  const { filters, offerIds, found } = matching;
  if (!offerIds && !found && filters.dateRange === 'all') {
    const { outcome, userType } = filters;
    return db.$count(
      userStats,
      and(havers[outcome], userType === 'all' ? undefined : ofKind(userType, sql`${userStats.userId}`)),
    );
  }
  const spun = filters.outcome === 'all' ? sql`` : sql`join ${spins} on ${spins.completionId} = ${completions.id}`;
  const sets = (found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`);
  const where = whereOf(matching);
  const [row] = await db.execute<{ users: string }>(sql`
    select count(*) as users from (
      select 1 from ${completions} ${spun} ${sql.join(sets, sql` `)} ${where ? sql`where ${where}` : sql``}
      group by ${completions.userId}) people`);
  return Number(row?.users ?? 0);
}
