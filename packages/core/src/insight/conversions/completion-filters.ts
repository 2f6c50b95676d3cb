import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { and, type Column, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { findOfferByName } from '../../ledger/offers/find-offer.ts';
import { resolveSearch, type SearchMatches, type SearchTarget, withFound } from './text-search.ts';

/** What the lists of completions and of clicks filter completions by. */

export type Outcome = 'won' | 'lost' | 'spun' | 'unspun';

/** By spin and win, as in the conditions of the indexes. Who has not spun yet has not lost. */
export const outcomes: Record<Outcome, SQL | undefined> = {
  won: isNotNull(completionRows.wonPaise),
  lost: and(sql`${completionRows.spun}`, isNull(completionRows.wonPaise)),
  spun: sql`${completionRows.spun}`,
  unspun: not(sql`${completionRows.spun}`),
};

const { approved, reversed, completionId } = completionRows;
/** Few among all: as a list they are looked up. */
const isHeld = sql`${completionId} = any(array(select h.completion_id from held_spins h where h.held_until > now()))`;
const isOwed = sql`${completionId} = any(array(select o.completion_id from owed_wins o))`;

/** As the view `completion_states` decides them, in terms that indexes know. */
export const states: Record<CompletionState, SQL | undefined> = {
  pending: and(outcomes.unspun, not(sql`${reversed}`), sql`(${not(sql`${approved}`)} or ${isHeld})`),
  not_spun: and(outcomes.unspun, not(sql`${reversed}`), sql`${approved}`, not(isHeld)),
  no_win: outcomes.lost,
  won: and(outcomes.won, not(isOwed)),
  owed: isOwed,
  withheld: and(outcomes.unspun, sql`${reversed}`),
};

/** What filters are looked up in before a list is read. */
export interface CompletionContext {
  /** Offers that the filters name, or that alone hold the search; undefined for all. */
  offerIds: readonly number[] | undefined;
  /** Is an offer named by a filter? */
  isOfOffer: boolean;
  found: SearchMatches | undefined;
}

/**
 * Looks up the offer of the filters, and the search.
 * @throws DomainError BAD_INPUT where `offer` names none, or several
 */
export async function lookUp(
  db: Db,
  input: { offer?: string | undefined; offer_id?: number | undefined; search?: string | undefined },
  target: SearchTarget,
): Promise<CompletionContext> {
  const named = input.offer ? [await findOfferByName(db, input.offer)] : undefined;
  const own = input.offer_id === undefined ? undefined : [input.offer_id];
  const both = named && own ? named.filter((id) => own.includes(id)) : (named ?? own);
  return { isOfOffer: both !== undefined, ...(await resolveSearch(db, input.search, target, both)) };
}

export const isOfOffers = (column: Column, { offerIds }: Pick<CompletionContext, 'offerIds'>): SQL | undefined => {
  if (!offerIds) return undefined;
  return offerIds.length === 0 ? sql`false` : inArray(column, [...offerIds]);
};

/**
 * `completion_rows_now()` in its two halves, so that each is sorted and limited by itself: the rows that the feed has
 * copied, and those that are behind, from the facts.
 */
export const completionSources = ({ found }: CompletionContext): [SQL, SQL] => [
  withFound(COPIED, found),
  withFound(BEHIND, found),
];
const COPIED = sql`(select * from ${completionRows}
  where completion_id not in (select unnest(unfolded_completions()))) ${completionRows}`;
const BEHIND = sql`(select * from build_completion_rows()
  where completion_id = any((select unfolded_completions())::bigint[])) ${completionRows}`;

/**
 * The completions of a named offer before they are sorted, for orders in which an offer's rows are next to each other:
 * the planner expects to meet them soon, and would read all others first.
 */
export function sourcesOfOffer(context: CompletionContext): [SQL, SQL] | undefined {
  if (!context.isOfOffer) return undefined;
  const copied = sql`(select * from ${COPIED} where ${isOfOffers(completionRows.offerId, context)} offset 0)
    ${completionRows}`;
  return [withFound(copied, context.found), withFound(BEHIND, context.found)];
}

export const isOfKind = (kind: 'all' | 'firebase' | 'email'): SQL | undefined =>
  kind === 'all' ? undefined : eq(completionRows.google, kind === 'firebase');
