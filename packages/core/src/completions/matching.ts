import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { completionStates } from '@inaam/db/views/completions';
import { spinStates } from '@inaam/db/views/spins';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type DateRange, since } from '../kernel/date-range.ts';
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
  won: isNotNull(spinStates.amountPaise),
  lost: and(isNotNull(spinStates.spunAt), isNull(spinStates.amountPaise)),
  spun: isNotNull(spinStates.spunAt),
  unspun: isNull(spinStates.spunAt),
};

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
  const google = sql`exists (select 1 from ${users} where ${users.id} = ${userId}
    and ${users.providerUid} is not null)`;
  return userType === 'firebase' ? google : sql`not ${google}`;
}

function whereOf({ filters: { dateRange, outcome, userType }, offerIds, found }: Matching): SQL | undefined {
  return and(
    since(completionStates.completedAt, dateRange),
    offerIds && (offerIds.length === 0 ? sql`false` : inArray(completionStates.offerId, offerIds)),
    outcome === 'all' ? undefined : outcomes[outcome],
    userType === 'all' ? undefined : ofKind(userType, sql`${completionStates.userId}`),
    found?.where,
  );
}

/** What follows the tables that are joined anyway: the sets of a search, and all conditions. */
export function restOf(matching: Matching): SQL {
  const sets = (matching.found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`);
  const where = whereOf(matching);
  return sql`${sql.join(sets, sql` `)} ${where ? sql`where ${where}` : sql``}`;
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
  const spun =
    matching.filters.outcome === 'all'
      ? sql``
      : sql`join ${spinStates} on ${spinStates.completionId} = ${completionStates.id}`;
  return sql`(select ${completionStates.id} as id from ${completionStates} ${by ?? sql``} ${spun} ${restOf(matching)}
    order by ${order} ${way}, ${completionStates.id} ${way}
    limit ${limit} offset ${(page - 1) * limit}) keys`;
}
