import type { OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { clickTotals, offerDays } from '@inaam/db/schema/figures';
import { offers } from '@inaam/db/schema/offers';
import { clickTotalsNow, offerDaysNow } from '@inaam/db/views/figures';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { isSinceDay } from '../../kernel/date-range.ts';
import { byName } from '../../kernel/search.ts';
import { isOfOffers } from '../conversions/completion-filters.ts';
import { type ClickContext, clickList } from './click-list.ts';

/** Do the counters of offers' days know all of the filters? */
export const areCounted = (input: OfferClickListInput, { found }: ClickContext): boolean =>
  !found && input.userType === 'all' && input.conversionStatus === 'all';

/** Clicks by offer, as the counters know them: of all days together, or by day. Several rows for an offer. */
export function countClicksByOffer({ dateRange }: OfferClickListInput, context: ClickContext): SQL {
  const ofAllDays = dateRange === 'all';
  const of = ofAllDays ? clickTotals : offerDays;
  const where = and(isSinceDay(offerDays.day, dateRange), isOfOffers(of.offerId, context));
  return sql`select ${of.offerId} as offer_id, ${of.clicks} as clicks from ${ofAllDays ? clickTotalsNow : offerDaysNow}
    ${where ? sql`where ${where}` : sql``}`;
}

/**
 * Finds a page of clicks by the title of their offer: the clicks of one title after another, each by their time, which
 * an index has. Ten million clicks cannot be sorted by title in a second. What a text finds is sorted where it is few.
 */
export async function pageByTitle(db: Db, input: OfferClickListInput, context: ClickContext): Promise<number[]> {
  const { page, limit, sortOrder } = input;
  let offset = (page - 1) * limit;
  if (context.found && context.found.joins.length === 0) return clickList.ids(db, input, context, { limit, offset });
  const counted = areCounted(input, context);
  const titles = await db.execute<{ offers: string; clicks: string }>(sql`
    select string_agg(distinct offers.id::text, ',') as offers, sum(counted.clicks) as clicks
    from (${countClicksByOffer(input, context)}) counted join ${offers} on ${offers.id} = counted.offer_id
    group by ${byName(offers.title)} order by ${byName(offers.title)} ${sql.raw(sortOrder)}`);
  const ids: number[] = [];
  for (const title of titles) {
    const left = limit - ids.length;
    if (left === 0) break;
    const number = counted ? Number(title.clicks) : Number.POSITIVE_INFINITY;
    const where = inArray(clicks.offerId, title.offers.split(',').map(Number));
    // Without a counter the clicks before the page are read, to know how many there are.
    const [from, read] = counted ? [offset, Math.min(left, number - offset)] : [0, offset + left];
    const some =
      read > 0
        ? await clickList.ids(db, { ...input, sortBy: 'created_at' }, context, { limit: read, offset: from, where })
        : [];
    ids.push(...(counted ? some : some.slice(offset)));
    offset = Math.max(0, offset - (counted ? number : some.length));
  }
  return ids;
}
