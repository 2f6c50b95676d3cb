import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { offers } from '@inaam/db/schema/offers';
import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { type DateRange, since } from '../kernel/date-range.ts';
import type { SoughtCode } from '../vouchers/codes.ts';
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
  place: SoughtCode | 'clicks';
}

const outcomes: Record<Exclude<CompletionFilters['outcome'], 'all'>, SQL | undefined> = {
  // As they stand in the conditions of the indexes.
  won: isNotNull(completionRows.wonPaise),
  lost: and(sql`${completionRows.spun}`, isNull(completionRows.wonPaise)),
  spun: sql`${completionRows.spun}`,
  unspun: not(sql`${completionRows.spun}`),
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

function whereOf({ filters: { dateRange, outcome, userType }, offerIds, found }: Matching): SQL | undefined {
  return and(
    since(completionRows.completedAt, dateRange),
    offerIds && (offerIds.length === 0 ? sql`false` : inArray(completionRows.offerId, offerIds)),
    outcome === 'all' ? undefined : outcomes[outcome],
    userType === 'all' ? undefined : eq(completionRows.google, userType === 'firebase'),
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
 * @param order a column of `completionRows`, or of a table that `by` joins
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
  const offset = (page - 1) * limit;
  const firstOf = (rows: SQL) => sql`(select ${completionRows.completionId} as id, ${order} as place
    from ${rows} ${by ?? sql``} ${restOf(matching)}
    order by 2 ${way}, 1 ${way} limit ${offset + limit})`;
  return sql`(select id from (${firstOf(COPIED)} union all ${firstOf(BEHIND)}) halves
    order by place ${way}, id ${way} limit ${limit} offset ${offset}) keys`;
}

/**
 * The two halves of `completion_rows_now()`. Each is sorted and limited by itself: over both together the server would
 * not take the order from an index.
 */
const COPIED = sql`(select * from ${completionRows}
  where completion_id not in (select unnest(completions_behind()))) ${completionRows}`;
const BEHIND = sql`(select * from completion_rows_of_facts()
  where completion_id = any((select completions_behind())::bigint[])) ${completionRows}`;
