import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { inArray, sql } from 'drizzle-orm';
import { areCounted, type ClickMatching, clicksByOffer, idsOf, type Slice } from './matching.ts';

/** Pages of clicks in the order of names that other tables have. */

/** Offers of a title, and how many of their clicks match, where the counters know that. */
interface Title {
  offers: string;
  clicks: string | null;
}

/** The titles of clicked offers, in their order. */
const titlesOf = (db: Db, matching: ClickMatching, direction: Slice['direction']): Promise<readonly Title[]> =>
  db.execute<Title & Record<string, unknown>>(sql`
    select string_agg(o.id::text, ',') as offers,
      ${areCounted(matching) ? sql`sum(counted.clicks)` : sql`null`} as clicks
    from (${clicksByOffer(matching)}) counted join ${offers} o on o.id = counted.offer_id
    group by lower(o.title) order by lower(o.title) ${sql.raw(direction)}`);

/**
 * By the offer's title: one list of clicks after another, each by its time, which an index has. So a page reads those
 * of its own titles, and not all to sort them: where the counters know how long each list is, it begins in the right
 * one, else the lists before it are read as far as they match.
 */
async function pageByTitle(db: Db, matching: ClickMatching, { direction, ...slice }: Slice): Promise<number[]> {
  const ids: number[] = [];
  let offset = slice.offset;
  for (const title of await titlesOf(db, matching, direction)) {
    const where = inArray(clicks.offerId, title.offers.split(',').map(Number));
    const read = (limit: number, from: number) =>
      idsOf(db, matching, [sql`${clicks.createdAt}`], { direction, limit, offset: from }, { where });
    const left = slice.limit - ids.length;
    if (title.clicks === null) {
      const some = await read(offset + left, 0);
      ids.push(...some.slice(offset));
      offset = Math.max(0, offset - some.length);
    } else {
      const count = Number(title.clicks);
      const limit = Math.min(left, count - offset);
      if (limit > 0) ids.push(...(await read(limit, offset)));
      offset = Math.max(0, offset - count);
    }
    if (ids.length >= slice.limit) break;
  }
  return ids;
}

/** By the offer's title or the user's address. */
export function pageByName(db: Db, matching: ClickMatching, by: 'title' | 'email', slice: Slice): Promise<number[]> {
  if (by === 'email') {
    const join = sql`join (select id, email from ${users}) people on people.id = ${clicks.userId}`;
    return idsOf(db, matching, [sql`people.email`], slice, { join });
  }
  if (matching.offerIds?.length === 0) return Promise.resolve([]);
  // What a text finds is sorted where it is few.
  if (!matching.found || matching.found.joins.length > 0) return pageByTitle(db, matching, slice);
  // Titles are compared once, and not once for each click: these are their places.
  const join = sql`join (select id, dense_rank() over (order by lower(title)) as place from ${offers}) titles
    on titles.id = ${clicks.offerId}`;
  return idsOf(db, matching, [sql`titles.place`, sql`${clicks.createdAt}`], slice, { join });
}
