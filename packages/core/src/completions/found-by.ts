import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { offers } from '@inaam/db/schema/offers';
import { userSearch } from '@inaam/db/schema/user-search';
import { completionStates } from '@inaam/db/views/completions';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { and, type Column, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { hasNameOrEmail } from '../identity/search-users.ts';
import { containing } from '../kernel/search.ts';
import { isCode, type SoughtCode } from '../vouchers/codes.ts';

/** Up to here what is found is named one by one, so that its completions come from indexes. */
const FEW = 1000;

/** Completions that a text finds. */
export interface Found {
  /** Offers that hold it. */
  offerIds: number[];
  /** Does anything else hold it? */
  others: boolean;
  where: SQL;
  /** Sets too large to be named, to be joined from the left: each has a completion at most once. */
  joins: { set: SQL; on: SQL }[];
}

/** Something that a text may be found in: the keys of what holds it, and what of a completion equals such a key. */
interface Source {
  name: string;
  keys: SQL;
  equals: Column;
}

function sourcesOf(db: Db, search: string, place: SoughtCode | 'clicks'): Source[] {
  const pattern = containing(search);
  const ofUsers = db.select({ key: userSearch.userId }).from(userSearch).where(hasNameOrEmail(search));
  // A click's user and offer find its completion by an index, too.
  const ofClicks = () =>
    db
      .select({ key: completionStates.id })
      .from(clicks)
      .innerJoin(
        completionStates,
        and(
          eq(completionStates.userId, clicks.userId),
          eq(completionStates.offerId, clicks.offerId),
          eq(completionStates.clickId, clicks.id),
        ),
      )
      .where(sql`${clicks.id} in (select id from clicks_like(${pattern}))`);
  const ofCode = (code: SoughtCode) =>
    db
      .select({ key: completionVouchers.completionId })
      .from(completionVouchers)
      .where(isCode(completionVouchers, code));
  return [
    { name: 'found_users', keys: ofUsers.getSQL(), equals: completionRows.userId },
    {
      name: 'found_others',
      keys: (place === 'clicks' ? ofClicks() : ofCode(place)).getSQL(),
      equals: completionRows.completionId,
    },
  ];
}

/**
 * Completions whose user or offer holds the text, whose voucher's code or end it is, or whose click's id holds it. Each is looked for by
 * itself: one condition over all joined rows would read every row of every table. What is found often is joined and not
 * listed, because a set in an `or` is searched anew for each row once it outgrows the server's memory for it.
 */
export async function foundBy(db: Db, search: string, place: SoughtCode | 'clicks'): Promise<Found> {
  const pattern = containing(search);
  const ofOffer = ilike(offers.title, pattern);
  const matching = await db
    .select({ id: offers.id })
    .from(offers)
    .where(place !== 'clicks' ? ofOffer : or(ofOffer, ilike(offers.externalOfferId, pattern)));
  const offerIds = matching.map(({ id }) => id);
  const wheres = [offerIds.length === 0 ? undefined : inArray(completionRows.offerId, offerIds)];
  const joins: Found['joins'] = [];
  for (const { name, keys, equals } of sourcesOf(db, search, place)) {
    const some = await db.execute<{ key: string }>(sql`select key from (${keys}) found (key) limit ${FEW + 1}`);
    if (some.length > FEW) {
      const key = sql`${sql.identifier(name)}.key`;
      joins.push({ set: sql`(${keys}) ${sql.identifier(name)} (key)`, on: sql`${key} = ${equals}` });
      wheres.push(sql`${key} is not null`);
    } else if (some.length > 0) {
      wheres.push(
        inArray(
          equals,
          some.map(({ key }) => Number(key)),
        ),
      );
    }
  }
  return { offerIds, others: wheres.length > 1, where: or(...wheres) ?? sql`false`, joins };
}
