import type { FileSlice } from '@inaam/contracts/common/exports';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { type DateRange, since } from '../../kernel/date-range.ts';
import { behind } from '../../kernel/file-batch.ts';
import { offerNamed } from '../../ledger/offers/named.ts';
import { type Found, partsOf, type SearchTarget, searched } from './found-by.ts';

/** What both lists of completions filter by, how their pages are found, and the figures of all that match. */

export interface CompletionFilters {
  dateRange: DateRange;
  /** What the range is of: the completion, or the click that led to it. */
  dated: 'completion' | 'click';
  /** An external offer id, or an offer's own id. */
  offer?: string | undefined;
  /** An offer's own id. */
  offerId?: number | undefined;
  /** Lost means spun and lost: who has not spun yet has not lost. */
  outcome: 'all' | 'won' | 'lost' | 'spun' | 'unspun';
  state?: CompletionState | undefined;
  userType: 'all' | 'firebase' | 'email';
  search?: string | undefined;
  /** Where the text is looked for. */
  target: SearchTarget;
}

const outcomes: Record<Exclude<CompletionFilters['outcome'], 'all'>, SQL | undefined> = {
  // As they stand in the conditions of the indexes.
  won: isNotNull(completionRows.wonPaise),
  lost: and(sql`${completionRows.spun}`, isNull(completionRows.wonPaise)),
  spun: sql`${completionRows.spun}`,
  unspun: not(sql`${completionRows.spun}`),
};

const held = sql`select h.completion_id from held_spins h where h.held_until > now()`;
const owed = sql`select o.completion_id from owed_wins o`;
const isOneOf = (ids: SQL) => sql`${completionRows.completionId} in (${ids})`;
/** As a list they are looked up, which are few among all. */
const isListed = (ids: SQL) => sql`${completionRows.completionId} = any(array(${ids}))`;
const unspun = not(sql`${completionRows.spun}`);
/** As it stands in the condition of its index. */
const unapproved = not(sql`${completionRows.approved}`);
const unreversed = not(sql`${completionRows.reversed}`);

/** As the view `completion_states` tells them apart, in terms that indexes know. */
const states: Record<CompletionState, SQL | undefined> = {
  pending: and(unspun, unreversed, sql`(${unapproved} or ${isOneOf(held)})`),
  not_spun: and(unspun, unreversed, sql`${completionRows.approved}`, not(isOneOf(held))),
  no_win: outcomes.lost,
  won: and(outcomes.won, not(isOneOf(owed))),
  owed: isListed(owed),
  withheld: and(unspun, sql`${completionRows.reversed}`),
};

/** Of one offer they are looked up by its index of those that nobody has confirmed; of all, newest first, met soon. */
const pendingOfOffer = and(unspun, unreversed, sql`(${unapproved} or ${isListed(held)})`);

/** The outcome of the completions of a state. */
const outcomeOf: Record<CompletionState, Exclude<CompletionFilters['outcome'], 'all' | 'spun'>> = {
  pending: 'unspun',
  not_spun: 'unspun',
  no_win: 'lost',
  won: 'won',
  owed: 'won',
  withheld: 'unspun',
};

/** Can a completion be of the state and of the outcome? Where none can, all would be gone through for nothing. */
const areTogether = ({ state, outcome }: CompletionFilters): boolean =>
  !state || outcome === 'all' || outcome === outcomeOf[state] || (outcome === 'spun' && outcomeOf[state] !== 'unspun');

/** Filters whose offer and text have been looked up. */
export interface Matching {
  filters: CompletionFilters;
  offerIds: number[] | undefined;
  found: Found | undefined;
}

export async function resolve(db: Db, filters: CompletionFilters): Promise<Matching> {
  const { search, target } = filters;
  const offerIds = await offersOf(db, filters);
  if (!areTogether(filters)) return { filters, offerIds: [], found: undefined };
  return { filters, ...(await searched(db, search, target, offerIds)) };
}

/** The offers that a filter names; undefined for all. */
export async function offersOf(
  db: Db,
  { offer, offerId }: Pick<CompletionFilters, 'offer' | 'offerId'>,
): Promise<number[] | undefined> {
  const named = offer ? await offerNamed(db, offer) : undefined;
  if (named === undefined) return offerId === undefined ? undefined : [offerId];
  return offerId === undefined || offerId === named ? [named] : [];
}

/** A completion comes after its click, so its own time, which an index knows, narrows the search first. */
const clickedSince = (dateRange: DateRange): SQL | undefined =>
  and(since(completionRows.completedAt, dateRange), since(completionRows.clickedAt, dateRange));

function whereOf({
  filters: { dateRange, dated, outcome, state, userType },
  offerIds,
  found,
}: Matching): SQL | undefined {
  return and(
    dated === 'click' ? clickedSince(dateRange) : since(completionRows.completedAt, dateRange),
    offerIds && (offerIds.length === 0 ? sql`false` : inArray(completionRows.offerId, offerIds)),
    outcome === 'all' ? undefined : outcomes[outcome],
    state === 'pending' && offerIds ? pendingOfOffer : state && states[state],
    userType === 'all' ? undefined : eq(completionRows.google, userType === 'firebase'),
    found?.where,
  );
}

/** What follows the tables that are joined anyway: the sets of a search, and all conditions. */
export function restOf(matching: Matching, further?: SQL): SQL {
  const sets = (matching.found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`);
  const where = and(whereOf(matching), further);
  return sql`${sql.join(sets, sql` `)} ${where ? sql`where ${where}` : sql``}`;
}

/** What pages of completions are in the order of, by an index each. */
const orders = { completed_at: completionRows.completedAt, payout_amount: completionRows.payoutPaise };

/** So many completions of some offers are sorted in some 0.3 s. */
const SORTED = 200_000;

/**
 * Ids of completions that match, as a subquery `keys (id)`: over no more tables than the filters ask for.
 * @param count how many match, where that is known
 */
export function pageOf(
  matching: Matching,
  {
    order,
    direction,
    page,
    limit,
    count = Number.POSITIVE_INFINITY,
  }: { order: keyof typeof orders; direction: 'asc' | 'desc'; page: number; limit: number; count?: number },
): SQL {
  const way = sql.raw(direction);
  const offset = (page - 1) * limit;
  const { offerIds } = matching;
  // Those of some offers are gathered and sorted by their payout: in the order of all payouts an offer's stand
  // together, and those that come before them are all of other offers.
  const gathered =
    order === 'payout_amount' && offerIds && offerIds.length > 0 && count <= SORTED
      ? sql`(select * from ${COPIED} where ${inArray(completionRows.offerId, offerIds)} offset 0) ${completionRows}`
      : COPIED;
  const firstOf = (rows: SQL) => sql`(select ${completionRows.completionId} as id, ${orders[order]} as place
    from ${rows} ${restOf(matching)}
    order by 2 ${way}, 1 ${way} limit ${offset + limit})`;
  return sql`(select id from (${firstOf(gathered)} union all ${firstOf(BEHIND)}) halves
    order by place ${way}, id ${way} limit ${limit} offset ${offset}) keys`;
}

/** The rows of completions that match, newest first, behind a place: a subquery to be named. */
export function rowsBehind(matching: Matching, { after, limit }: FileSlice): SQL {
  const { completedAt, completionId } = completionRows;
  const further = behind({ time: sql`${completedAt}`, id: sql`${completionId}` }, 'desc', after);
  const order = sql`order by completed_at desc, completion_id desc limit ${limit}::int`;
  const firstOf = (rows: SQL) => sql`(select ${completionRows}.* from ${rows} ${restOf(matching, further)} ${order})`;
  return sql`(select * from (${firstOf(COPIED)} union all ${firstOf(BEHIND)}) halves ${order})`;
}

/**
 * Rows of completions that match, in no order, under the name of their table.
 * @param limit how many at most; all without it
 */
export function rowsMatching(matching: Matching, columns: SQL, limit?: number): SQL {
  const most = limit === undefined ? sql`` : sql`limit ${limit}::int`;
  const parts = partsOf(matching.found).flatMap((found) =>
    [COPIED, BEHIND].map((rows) => sql`(select ${columns} from ${rows} ${restOf({ ...matching, found })} ${most})`),
  );
  return sql`(select * from (${sql.join(parts, sql` union all `)}) parts ${most}) ${completionRows}`;
}

/**
 * The two halves of `completion_rows_now()`. Each is sorted and limited by itself: over both together the server would
 * not take the order from an index, and knows nothing of how many rows a set that is joined leaves.
 */
const COPIED = sql`(select * from ${completionRows}
  where completion_id not in (select unnest(completions_behind()))) ${completionRows}`;
const BEHIND = sql`(select * from completion_rows_of_facts()
  where completion_id = any((select completions_behind())::bigint[])) ${completionRows}`;
