import type { OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { clickTotals, offerDays } from '@inaam/db/schema/figures';
import { offers } from '@inaam/db/schema/offers';
import { clickTotalsNow, offerDaysNow } from '@inaam/db/views/figures';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { isSinceDay } from '../../kernel/date-range.ts';
import { byName } from '../../kernel/search.ts';
import { matchesOffers } from '../conversions/completion-filters.ts';
import { type ClickContext, clickList } from './click-list.ts';

/** Returns whether the counters by offer and day cover all filters. */
export const canUseCounters = (input: OfferClickListInput, { found }: ClickContext): boolean =>
  !found && input.userType === 'all' && input.conversionStatus === 'all';

/** Selects the number of clicks by offer from counters. With a date range, an offer has a row for each day. */
export function countClicksByOffer({ dateRange }: OfferClickListInput, context: ClickContext): SQL {
  const hasNoRange = dateRange === 'all';
  const counters = hasNoRange ? clickTotals : offerDays;
  const where = and(isSinceDay(offerDays.day, dateRange), matchesOffers(counters.offerId, context));
  return sql`select ${counters.offerId} as offer_id, ${counters.clicks} as clicks from ${
    hasNoRange ? clickTotalsNow : offerDaysNow
  }
    ${where ? sql`where ${where}` : sql``}`;
}

/**
 * Finds a page of clicks sorted by offer title. It reads the clicks title by title, each in the order of the index by
 * time, because ten million clicks cannot be sorted in a second. Small search results are sorted directly.
 */
export async function pageByTitle(db: Db, input: OfferClickListInput, context: ClickContext): Promise<number[]> {
  const { page, limit, sortOrder } = input;
  let offset = (page - 1) * limit;
  if (context.found && context.found.joins.length === 0) return clickList.ids(db, input, context, { limit, offset });
  const counted = canUseCounters(input, context);
  const titles = await db.execute<{ offers: string; clicks: string }>(sql`
    select string_agg(distinct offers.id::text, ',') as offers, sum(counted.clicks) as clicks
    from (${countClicksByOffer(input, context)}) counted join ${offers} on ${offers.id} = counted.offer_id
    group by ${byName(offers.title)} order by ${byName(offers.title)} ${sql.raw(sortOrder)}`);
  const ids: number[] = [];
  for (const title of titles) {
    const missing = limit - ids.length;
    if (missing === 0) break;
    const clickCount = counted ? Number(title.clicks) : Number.POSITIVE_INFINITY;
    const where = inArray(clicks.offerId, title.offers.split(',').map(Number));
    // If no counter gives the number of clicks, clicks before the page are read to count them.
    const [from, toRead] = counted ? [offset, Math.min(missing, clickCount - offset)] : [0, offset + missing];
    const found =
      toRead > 0
        ? await clickList.ids(db, { ...input, sortBy: 'created_at' }, context, { limit: toRead, offset: from, where })
        : [];
    ids.push(...(counted ? found : found.slice(offset)));
    offset = Math.max(0, offset - (counted ? clickCount : found.length));
  }
  return ids;
}
