import { MAX_COUNTED } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { completions } from '@inaam/db/schema/completions';
import { offers } from '@inaam/db/schema/offers';
import { userSearch } from '@inaam/db/schema/user-search';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { type Column, inArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern, containsWords, searchText } from '../../kernel/search.ts';
import { type CodeSearch, matchesCode } from '../../ledger/vouchers/codes.ts';
import { hasNameOrEmail } from '../users/search-users.ts';

/** What a search finds in lists of completions and of clicks. */
export interface SearchMatches {
  where: SQL;
  /** Sets of keys that `where` asks for, each with a key at most once. */
  joins: readonly SQL[];
}

interface Keys {
  /** A statement of keys, by indexes, for when there are few. */
  keys: SQL;
  /** The same keys for when there are many, where that is written otherwise. */
  many?: SQL;
}

/** What is searched: completions by codes or by clicks, or clicks themselves. */
export interface SearchTarget {
  userId: Column;
  offerId: Column;
  /** Are external ids of offers searched, too? */
  externalIds: boolean;
  /** What is found beside users and offers, by keys that equal `otherKey`. */
  others: (search: string) => Keys;
  otherKey: Column;
}

const ofCompletions = { userId: completionRows.userId, offerId: completionRows.offerId };

/** Completions, also by the codes of their vouchers, or the signs that lists show of them. */
export const completionsByCode = (code: CodeSearch): SearchTarget => ({
  ...ofCompletions,
  externalIds: false,
  others: () => ({
    keys: sql`select ${completionVouchers.completionId} from ${completionVouchers}
      where ${matchesCode(completionVouchers, code)}`,
  }),
  otherKey: completionRows.completionId,
});

/** From so many signs on, the ids of clicks are looked up by an index of trigrams. */
const TRIGRAM = 3;

/** Completions, also by the ids of their clicks. */
export const completionsByClicks: SearchTarget = {
  ...ofCompletions,
  externalIds: true,
  others: (search) => ({
    // A click's user and offer find its completion by an index. It is looked up click by click (hence the offset): of
    // three equal columns the planner expects one row, and goes through all of them for each row that it joins.
    keys: sql`select ended.id from ${clicks} cross join lateral (
        select ${completions.id} from ${completions}
        where ${completions.userId} = ${clicks.userId} and ${completions.offerId} = ${clicks.offerId}
          and ${completions.clickId} = ${clicks.id} offset 0) ended
      where ${clicks.id} in (select id from search_clicks(${containsPattern(search)}))`,
    // One letter or two are in more of the ids than can be looked up.
    ...(search.length < TRIGRAM && {
      many: sql`select ${completions.id} from ${completions}
        where ${completions.clickId} in (select id from search_clicks(${containsPattern(search)}))`,
    }),
  }),
  otherKey: completionRows.completionId,
};

/** Clicks, whatever came of them. */
export const clickTarget: SearchTarget = {
  userId: clicks.userId,
  offerId: clicks.offerId,
  externalIds: true,
  others: (search) => ({ keys: sql`select id as key from search_clicks(${containsPattern(search)})` }),
  otherKey: clicks.id,
};

/**
 * Asks whether a column is among keys. Keys up to the cap of totals are named, so that indexes find their rows. More
 * are joined: a set in an `or` is searched anew for each row once it outgrows the server's memory for it.
 * @returns undefined where there are no keys
 */
async function among(db: Db, column: Column, name: string, { keys, many = keys }: Keys) {
  const some = await db.execute<{ key: string }>(sql`
    select key from (${keys}) found (key) limit ${MAX_COUNTED + 1}::int`);
  if (some.length === 0) return undefined;
  const ids = `{${some.map(({ key }) => key).join(',')}}`;
  if (some.length <= MAX_COUNTED) return { where: sql`${column} = any(${ids}::bigint[])` };
  const key = sql`${sql.identifier(name)}.key`;
  return {
    where: sql`${key} is not null`,
    join: sql`left join (${many}) ${sql.identifier(name)} (key) on ${key} = ${column}`,
  };
}

/**
 * Looks a search up: users and offers that hold it, and codes or clicks that do. Each is looked for by itself: one
 * condition over all joined rows would read every row of every table.
 * @param named offers that are named anyway; undefined for all
 * @returns what is found among offers alone as named offers, which counters know
 */
export async function resolveSearch(
  db: Db,
  search: string | undefined,
  target: SearchTarget,
  named: readonly number[] | undefined,
): Promise<{ offerIds: readonly number[] | undefined; found: SearchMatches | undefined }> {
  if (!search) return { offerIds: named, found: undefined };
  const texts = target.externalIds ? [offers.title, offers.externalOfferId] : [offers.title];
  const matching = await db
    .select({ id: offers.id })
    .from(offers)
    .where(containsWords(search, texts.map(searchText)));
  const offerIds = matching.map(({ id }) => id);
  const people = sql`select ${userSearch.userId} from ${userSearch} where ${hasNameOrEmail(search)}`;
  const sets = [
    await among(db, target.userId, 'found_users', { keys: people }),
    await among(db, target.otherKey, 'found_others', target.others(search)),
  ].filter((set) => set !== undefined);
  if (sets.length === 0) return { offerIds: offerIds.filter((id) => named?.includes(id) ?? true), found: undefined };
  const byOffer = offerIds.length === 0 ? undefined : inArray(target.offerId, offerIds);
  const where = or(byOffer, ...sets.map((set) => set.where)) ?? sql`false`;
  return { offerIds: named, found: { where, joins: sets.flatMap(({ join }) => join ?? []) } };
}

/** The tables of a list with the sets that its search joins. */
export const withFound = (source: SQL, found: SearchMatches | undefined): SQL =>
  sql.join([source, ...(found?.joins ?? [])], sql` `);
