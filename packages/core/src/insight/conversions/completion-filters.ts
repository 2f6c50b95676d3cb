import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { and, type Column, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { findOfferByName } from '../../ledger/offers/find-offer.ts';
import { joinMatches, resolveSearch, type SearchMatches, type SearchTarget } from './text-search.ts';

export type Outcome = 'won' | 'lost' | 'spun' | 'unspun';

/**
 * Completions by spin and win, written as in the conditions of the indexes. A completion without a spin is not lost.
 */
export const outcomes: Record<Outcome, SQL | undefined> = {
  won: isNotNull(completionRows.wonPaise),
  lost: and(sql`${completionRows.spun}`, isNull(completionRows.wonPaise)),
  spun: sql`${completionRows.spun}`,
  unspun: not(sql`${completionRows.spun}`),
};

const { approved, reversed, completionId } = completionRows;
/** Held spins and owed wins are few among all completions, so they are looked up as a list. */
const isHeld = sql`${completionId} = any(array(select h.completion_id from held_spins h where h.held_until > now()))`;
const isOwed = sql`${completionId} = any(array(select o.completion_id from owed_wins o))`;

/** The states of the view `completion_states`, in terms that indexes can use. */
export const states: Record<CompletionState, SQL | undefined> = {
  pending: and(outcomes.unspun, not(sql`${reversed}`), sql`(${not(sql`${approved}`)} or ${isHeld})`),
  not_spun: and(outcomes.unspun, not(sql`${reversed}`), sql`${approved}`, not(isHeld)),
  no_win: outcomes.lost,
  won: and(outcomes.won, not(isOwed)),
  owed: isOwed,
  withheld: and(outcomes.unspun, sql`${reversed}`),
};

/** What is looked up before a list is read. */
export interface CompletionContext {
  /** Offers named by a filter, or the only ones that match the search; undefined for all. */
  offerIds: readonly number[] | undefined;
  isOfOffer: boolean;
  found: SearchMatches | undefined;
}

/**
 * Resolves the offer filters and the search.
 * @param many see {@link resolveSearch}
 * @throws DomainError BAD_INPUT if `offer` matches no offer or several
 */
export async function lookUp(
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
  joinMatches(COPIED, found),
  joinMatches(BEHIND, found),
];
const COPIED = sql`(select * from ${completionRows}
  where completion_id not in (select unnest(unfolded_completions()))) ${completionRows}`;
const BEHIND = sql`(select * from build_completion_rows()
  where completion_id = any((select unfolded_completions())::bigint[])) ${completionRows}`;

/**
 * Returns the completions of a named offer before they are sorted, for orders that group rows by offer. Without it the
 * planner expects early matches and reads all other offers first.
 */
export function sourcesOfOffer(context: CompletionContext): [SQL, SQL] | undefined {
  if (!context.isOfOffer) return undefined;
  const copied = sql`(select * from ${COPIED} where ${matchesOffers(completionRows.offerId, context)} offset 0)
    ${completionRows}`;
  return [joinMatches(copied, context.found), joinMatches(BEHIND, context.found)];
}

export const isOfKind = (kind: 'all' | 'firebase' | 'email'): SQL | undefined =>
  kind === 'all' ? undefined : eq(completionRows.google, kind === 'firebase');
