import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { completions } from '@inaam/db/schema/completions';
import { offers } from '@inaam/db/schema/offers';
import { userSearch } from '@inaam/db/schema/user-search';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { type Column, inArray, or, type SQL, sql } from 'drizzle-orm';
import { containing, holdsWords, searchText } from '../../kernel/search.ts';
import { isCode, type SoughtCode } from '../../ledger/vouchers/codes.ts';
import { hasNameOrEmail } from '../users/search-users.ts';

/** Up to here what is found is named one by one, so that its completions come from indexes. */
const FEW = 1000;

/** As many users as are looked up one by one sooner than all rows are gone through. */
const FEW_USERS = 10_000;

/** What a text finds. */
export interface Found {
  /** Offers that hold it. */
  offerIds: number[];
  /** Does anything else hold it? */
  others: boolean;
  where: SQL;
  /** Sets too large to be named, to be joined from the left: each has a row at most once. */
  joins: { set: SQL; on: SQL }[];
  /** Where many users hold it. */
  users?: ManyUsers | undefined;
}

/** Many users hold a text. */
export interface ManyUsers {
  /** Their ids, as a column `key`. */
  keys: SQL;
  /** What is theirs: all of it. */
  theirs: Found;
  /** What of the others holds it; undefined where nothing can. */
  besides: Found | undefined;
  /** The others, if they are few. It looks through all users. */
  exceptions: (db: Db) => Promise<Exceptions | undefined>;
}

/** Of a text that nearly every user holds: what belongs to the others, and what of theirs has it all the same. */
export interface Exceptions {
  theirs: Found;
  matching: Found;
}

/**
 * The same in parts that have nothing in common, so that what many users hold is found by way of them: of one condition
 * over both the planner knows no better than to go through all rows.
 */
export function partsOf(found: Found | undefined): (Found | undefined)[] {
  if (!found?.users) return [found];
  const { theirs, besides } = found.users;
  return besides ? [theirs, besides] : [theirs];
}

/** Something that a text may be found in: the keys of what holds it, and what of a completion equals such a key. */
interface Source extends Keys {
  name: 'found_users' | 'found_others';
  equals: Column;
}

interface Keys {
  /** For when there are few: by indexes. */
  keys: SQL;
  /** The same keys for when there are many, where that is written otherwise. */
  many?: SQL;
}

/** What is searched: completions by codes or by clicks, or clicks themselves; with the columns that hold the keys. */
export interface SearchTarget {
  userId: Column;
  offerId: Column;
  /** Are external ids of offers searched, too? */
  externalIds: boolean;
  /** What is found beside users and offers. */
  others: (db: Db, pattern: string) => Keys;
  /** The column that equals a key of those. */
  otherKey: Column;
}

const ofCompletions = { userId: completionRows.userId, offerId: completionRows.offerId };

/** Completions, also by the codes of their vouchers, or the signs that lists show of them. */
export const completionsByCode = (code: SoughtCode): SearchTarget => ({
  ...ofCompletions,
  externalIds: false,
  others: (db) => ({
    keys: db
      .select({ key: completionVouchers.completionId })
      .from(completionVouchers)
      .where(isCode(completionVouchers, code))
      .getSQL(),
  }),
  otherKey: completionRows.completionId,
});

const clicksLike = (pattern: string) => sql`${clicks.id} in (select id from clicks_like(${pattern}))`;

/** Completions, also by the ids of their clicks. */
export const completionsByClicks: SearchTarget = {
  ...ofCompletions,
  externalIds: true,
  others: (_, pattern) => ({
    // A click's user and offer find its completion by an index. It is looked up click by click (hence the offset): of
    // three equal columns the planner expects one row, and goes through all of them for each row that it joins.
    keys: sql`select ended.id from ${clicks} cross join lateral (
        select ${completions.id} from ${completions}
        where ${completions.userId} = ${clicks.userId} and ${completions.offerId} = ${clicks.offerId}
          and ${completions.clickId} = ${clicks.id} offset 0) ended
      where ${clicksLike(pattern)}`,
    // One letter or two are in more of the ids than can be looked up.
    ...(pattern.length < '%abc%'.length && {
      many: sql`select ${completions.id} from ${completions}
        where ${completions.clickId} in (select id from clicks_like(${pattern}))`,
    }),
  }),
  otherKey: completionRows.completionId,
};

/** Clicks, whatever came of them. */
export const clicksThemselves: SearchTarget = {
  userId: clicks.userId,
  offerId: clicks.offerId,
  externalIds: true,
  others: (_, pattern) => ({ keys: sql`select id as key from clicks_like(${pattern})` }),
  otherKey: clicks.id,
};

function sourcesOf(db: Db, search: string, target: SearchTarget): Source[] {
  const ofUsers = db.select({ key: userSearch.userId }).from(userSearch).where(hasNameOrEmail(search));
  return [
    { name: 'found_users', keys: ofUsers.getSQL(), equals: target.userId },
    { name: 'found_others', ...target.others(db, containing(search)), equals: target.otherKey },
  ];
}

/**
 * What of the target has a user or an offer that holds the text, or a code or a click's id that does. Each is looked
 * for by itself: one condition over all joined rows would read every row of every table. What is found often is joined
 * and not listed, because a set in an `or` is searched anew for each row once it outgrows the server's memory for it.
 */
async function foundBy(db: Db, search: string, target: SearchTarget): Promise<Found> {
  const texts = target.externalIds ? [offers.title, offers.externalOfferId] : [offers.title];
  const matching = await db
    .select({ id: offers.id })
    .from(offers)
    .where(holdsWords(search, texts.map(searchText)));
  const offerIds = matching.map(({ id }) => id);
  const byOffer = offerIds.length === 0 ? undefined : inArray(target.offerId, offerIds);
  const wheres = [byOffer];
  const joins: Found['joins'] = [];
  let byOthers: SQL | undefined;
  let manyUsers: SQL | undefined;
  for (const { name, keys, many = keys, equals } of sourcesOf(db, search, target)) {
    const some = await db.execute<{ key: string }>(sql`select key from (${keys}) found (key) limit ${FEW + 1}`);
    if (some.length === 0) continue;
    const isMany = some.length > FEW;
    const ids = some.map((row) => Number(row.key));
    // By itself, without a join.
    const alone = isMany ? sql`${equals} in (${many})` : inArray(equals, ids);
    if (isMany) {
      const key = sql`${sql.identifier(name)}.key`;
      joins.push({ set: sql`(${many}) ${sql.identifier(name)} (key)`, on: sql`${key} = ${equals}` });
      wheres.push(sql`${key} is not null`);
    } else wheres.push(alone);
    if (name === 'found_others') byOthers = alone;
    else if (isMany) manyUsers = many;
  }
  return {
    offerIds,
    others: wheres.length > 1,
    where: or(...wheres) ?? sql`false`,
    joins,
    users: manyUsers && usersWith(manyUsers, search, target, or(byOffer, byOthers)),
  };
}

const madeOf = (where: SQL): Found => ({ offerIds: [], others: true, where, joins: [] });

/** @param otherwise what matches whosever it is */
function usersWith(keys: SQL, search: string, target: SearchTarget, otherwise: SQL | undefined): ManyUsers {
  const isHolder = sql`exists (select from ${userSearch}
    where ${userSearch.userId} = ${target.userId} and (${hasNameOrEmail(search)}))`;
  return {
    keys,
    theirs: madeOf(sql`${target.userId} in (${keys})`),
    besides: otherwise && madeOf(sql`(${otherwise}) and not ${isHolder}`),
    exceptions: (db) => exceptionsTo(db, search, target, otherwise),
  };
}

/** Users who do not hold the text. */
async function exceptionsTo(
  db: Db,
  search: string,
  { userId }: SearchTarget,
  otherwise: SQL | undefined,
): Promise<Exceptions | undefined> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${userSearch.userId} as id from ${userSearch} where not (${hasNameOrEmail(search)})
    limit ${FEW_USERS + 1}::int`);
  if (rows.length > FEW_USERS) return undefined;
  const isTheirs = sql`${userId} = any(${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[])`;
  return { theirs: madeOf(isTheirs), matching: madeOf(otherwise ? sql`${isTheirs} and (${otherwise})` : sql`false`) };
}

/**
 * Looks a text up, where there is one. What is found among offers alone is the same as naming them, which counters
 * know.
 * @param named offers that are named anyway; undefined for all
 */
export async function searched(
  db: Db,
  search: string | undefined,
  target: SearchTarget,
  named: number[] | undefined,
): Promise<{ offerIds: number[] | undefined; found: Found | undefined }> {
  const found = search ? await foundBy(db, search, target) : undefined;
  if (!found || found.others) return { offerIds: named, found };
  return { offerIds: found.offerIds.filter((id) => named?.includes(id) ?? true), found: undefined };
}
