import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { and, type Column, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { findOfferByName } from '../../ledger/offers/find-offer.ts';
import { joinMatches, resolveSearch, type SearchMatches, type SearchTarget } from './text-search.ts';

export type Outcome = 'won' | 'lost' | 'spun' | 'unspun';

/**
 * Conditions by outcome, written like the conditions of the partial indexes, so that PostgreSQL can use these indexes.
 * A completion without a spin is `unspun`, not `lost`.
 */
export const outcomes: Record<Outcome, SQL | undefined> = {
  won: isNotNull(completionRows.wonPaise),
  lost: and(sql`${completionRows.spun}`, isNull(completionRows.wonPaise)),
  spun: sql`${completionRows.spun}`,
  unspun: not(sql`${completionRows.spun}`),
};

const { approved, reversed, completionId } = completionRows;
/**
 * Few completions are on hold, and few wins are owed (their amount is out of stock), so these conditions compare with a
 * list of IDs.
 */
const isHeld = sql`${completionId} = any(array(select h.completion_id from held_spins h where h.held_until > now()))`;
const isOwed = sql`${completionId} = any(array(select o.completion_id from owed_wins o))`;

/** Conditions for the states of the view `completion_states`, in a form that indexes can use. */
export const states: Record<CompletionState, SQL | undefined> = {
  pending: and(outcomes.unspun, not(sql`${reversed}`), sql`(${not(sql`${approved}`)} or ${isHeld})`),
  not_spun: and(outcomes.unspun, not(sql`${reversed}`), sql`${approved}`, not(isHeld)),
  no_win: outcomes.lost,
  won: and(outcomes.won, not(isOwed)),
  owed: isOwed,
  withheld: and(outcomes.unspun, sql`${reversed}`),
};

/** Offers and search matches that are looked up before a list is read. */
export interface CompletionContext {
  /**
   * IDs of the offers that the filters name; undefined for all offers. If the search matches no user, code or click, it
   * selects by offer instead, and `found` is undefined. Then this contains the offers that match the search, out of
   * those that the filters name or out of all offers.
   */
  offerIds: readonly number[] | undefined;
  /** Whether a filter names an offer. */
  isOfOffer: boolean;
  found: SearchMatches | undefined;
}

/**
 * Looks up the offers of the filters and the matches of the search.
 * @param many see the parameter `most` of {@link resolveSearch}
 * @throws DomainError BAD_INPUT if `offer` does not match exactly one offer
 */
export async function resolveFilters(
  db: Db,
  input: { offer?: string | undefined; offer_id?: number | undefined; search?: string | undefined },
  target: SearchTarget,
  many?: number,
): Promise<CompletionContext> {
  const named = input.offer ? [await findOfferByName(db, input.offer)] : undefined;
  const chosen = input.offer_id === undefined ? undefined : [input.offer_id];
  const both = named && chosen ? named.filter((id) => chosen.includes(id)) : (named ?? chosen);
  return { isOfOffer: both !== undefined, ...(await resolveSearch(db, input.search, target, both, many)) };
}

export const matchesOffers = (column: Column, { offerIds }: Pick<CompletionContext, 'offerIds'>): SQL | undefined => {
  if (!offerIds) return undefined;
  return offerIds.length === 0 ? sql`false` : inArray(column, [...offerIds]);
};

/**
 * Returns `completion_rows_now()` as two sources that are sorted and limited separately: rows that the change feed has
 * copied, and newer rows computed from the facts.
 */
export const completionSources = ({ found }: CompletionContext): [SQL, SQL] => [
  joinMatches(COPIED_ROWS, found),
  joinMatches(NEW_ROWS, found),
];
const COPIED_ROWS = sql`(select * from ${completionRows}
  where completion_id not in (select unnest(unfolded_completions()))) ${completionRows}`;
const NEW_ROWS = sql`(select * from build_completion_rows()
  where completion_id = any((select unfolded_completions())::bigint[])) ${completionRows}`;

/**
 * Returns sources that select the completions of a named offer before they are sorted. They are for sort orders that
 * keep the rows of an offer together, such as by payout. Otherwise the planner expects to find rows of the offer soon,
 * scans in the sort order, and reads the rows of other offers until it reaches the named one.
 * @returns undefined if no filter names an offer
 */
export function getOfferSources(context: CompletionContext): [SQL, SQL] | undefined {
  if (!context.isOfOffer) return undefined;
  const copied = sql`(select * from ${COPIED_ROWS} where ${matchesOffers(completionRows.offerId, context)} offset 0)
    ${completionRows}`;
  return [joinMatches(copied, context.found), joinMatches(NEW_ROWS, context.found)];
}

export const hasUserType = (kind: 'all' | 'firebase' | 'email'): SQL | undefined =>
  kind === 'all' ? undefined : eq(completionRows.google, kind === 'firebase');
