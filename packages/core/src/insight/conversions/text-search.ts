import { MAX_COUNTED } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { completions } from '@inaam/db/schema/completions';
import { offers } from '@inaam/db/schema/offers';
import { userSearch } from '@inaam/db/schema/user-search';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { type Column, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern, containsWords, searchText } from '../../kernel/search.ts';
import { type CodeSearch, matchesCode } from '../../ledger/vouchers/codes.ts';
import { hasNameOrEmail } from '../users/search-users.ts';

/** The condition of a search and the joins that this condition needs. */
export interface SearchMatches {
  where: SQL;
  /** Joins of sets of keys that `where` reads. A set contains a key at most once. */
  joins: readonly SQL[];
  /** Set if the search matches many users, no offer, and at most a few codes or clicks. */
  manyUsers?: ManyUsers | undefined;
}

/** Users that match a search. All of their rows match, so their counters give the figures. */
export interface ManyUsers {
  /** A condition on `user_search`. */
  where: SQL;
  /** The few matching rows of other users. */
  others: SearchMatches | undefined;
}

interface Keys {
  /** A query that finds keys through indexes, for few keys. */
  keys: SQL;
  /** Another query for the same keys that is faster for many keys. */
  many?: SQL;
}

/** What a search covers: completions by codes or clicks, or clicks themselves. */
export interface SearchTarget {
  userId: Column;
  offerId: Column;
  /** True if external offer IDs are searched. */
  externalIds: boolean;
  /** Finds rows by other texts than those of the user and the offer. Returns values of `otherKey`. */
  others: (search: string) => Keys;
  otherKey: Column;
}

const completionColumns = { userId: completionRows.userId, offerId: completionRows.offerId };

/** Completions, searched by user, offer and voucher code (complete or as masked). */
export const completionsByCode = (code: CodeSearch): SearchTarget => ({
  ...completionColumns,
  externalIds: false,
  others: () => ({
    keys: sql`select ${completionVouchers.completionId} from ${completionVouchers}
      where ${matchesCode(completionVouchers, code)}`,
  }),
  otherKey: completionRows.completionId,
});

/** Minimum number of letters for looking up click IDs in a trigram index. */
const TRIGRAM_LENGTH = 3;

/** Completions, searched by user, offer and click ID. */
export const completionsByClicks: SearchTarget = {
  ...completionColumns,
  externalIds: true,
  others: (search) => ({
    // The index on user and offer finds a click's completion. The offset forces one lookup per click. Without it, the
    // planner would scan all completions for each joined row, because it estimates one row for three compared columns.
    keys: sql`select ended.id from ${clicks} cross join lateral (
        select ${completions.id} from ${completions}
        where ${completions.userId} = ${clicks.userId} and ${completions.offerId} = ${clicks.offerId}
          and ${completions.clickId} = ${clicks.id} offset 0) ended
      where ${clicks.id} in (select id from search_clicks(${containsPattern(search)}))`,
    // One or two letters match too many click IDs to look them up.
    ...(search.length < TRIGRAM_LENGTH && {
      many: sql`select ${completions.id} from ${completions}
        where ${completions.clickId} in (select id from search_clicks(${containsPattern(search)}))`,
    }),
  }),
  otherKey: completionRows.completionId,
};

/** Clicks, with or without a completion. */
export const clickTarget: SearchTarget = {
  userId: clicks.userId,
  offerId: clicks.offerId,
  externalIds: true,
  others: (search) => ({ keys: sql`select id as key from search_clicks(${containsPattern(search)})` }),
  otherKey: clicks.id,
};

/**
 * Builds a condition that a column is among keys. Up to `most` keys are listed, so that indexes find their rows. More
 * keys are joined, because a set in an `or` that is larger than `work_mem` is scanned again for each row.
 * @returns undefined if there are no keys
 */
async function matchKeys(
  db: Db,
  column: Column,
  name: string,
  { keys, many = keys }: Keys,
  most: number,
): Promise<{ where: SQL; join?: SQL } | undefined> {
  const some = await db.execute<{ key: string }>(sql`
    select key from (${keys}) found (key) limit ${most + 1}::int`);
  if (some.length === 0) return undefined;
  const ids = `{${some.map(({ key }) => key).join(',')}}`;
  if (some.length <= most) return { where: sql`${column} = any(${ids}::bigint[])` };
  const key = sql`${sql.identifier(name)}.key`;
  return {
    where: sql`${key} is not null`,
    join: sql`left join (${many}) ${sql.identifier(name)} (key) on ${key} = ${column}`,
  };
}

/**
 * Looks up users, offers, and codes or clicks that match a search, with one query for each. One condition over all
 * joined tables would read every row of every table.
 * @param named offers of the filters; undefined for all
 * @param most maximum number of users, and of other keys, that are listed; more are joined
 * @returns the matches; for a search that matches only offers, the offers instead, since counters can filter by offer
 */
export async function resolveSearch(
  db: Db,
  search: string | undefined,
  target: SearchTarget,
  named: readonly number[] | undefined,
  most = MAX_COUNTED,
): Promise<{ offerIds: readonly number[] | undefined; found: SearchMatches | undefined }> {
  if (!search) return { offerIds: named, found: undefined };
  const texts = target.externalIds ? [offers.title, offers.externalOfferId] : [offers.title];
  const matching = await db
    .select({ id: offers.id })
    .from(offers)
    .where(containsWords(search, texts.map(searchText)));
  const offerIds = matching.map(({ id }) => id);
  const isNamed = hasNameOrEmail(search);
  const people = sql`select ${userSearch.userId} from ${userSearch} where ${isNamed}`;
  const byUser = await matchKeys(db, target.userId, 'found_users', { keys: people }, most);
  const byOther = await matchKeys(db, target.otherKey, 'found_others', target.others(search), most);
  const sets = [byUser, byOther].filter((set) => set !== undefined);
  if (sets.length === 0) return { offerIds: offerIds.filter((id) => named?.includes(id) ?? true), found: undefined };
  const byOffer = offerIds.length === 0 ? undefined : inArray(target.offerId, offerIds);
  const where = or(byOffer, ...sets.map((set) => set.where)) ?? sql`false`;
  const found = { where, joins: sets.flatMap(({ join }) => join ?? []) };
  if (!byUser?.join || byOffer || byOther?.join) return { offerIds: named, found };
  const others = byOther && { where: sql`${byOther.where} and not ${isFoundUser(target.userId, isNamed)}`, joins: [] };
  return { offerIds: named, found: { ...found, manyUsers: { where: isNamed, others } } };
}

/** Matches users by a condition on `user_search`. */
export const isFoundUser = (userId: Column, where: SQL): SQL =>
  sql`exists (select from ${userSearch} where ${eq(userSearch.userId, userId)} and ${where})`;

/** Joins the sets of a search to the tables of a list. */
export const joinMatches = (source: SQL, found: SearchMatches | undefined): SQL =>
  sql.join([source, ...(found?.joins ?? [])], sql` `);
