import { paginate } from '@inaam/contracts/common/lists';
import type { AdminOfferList, OfferListInput } from '@inaam/contracts/offers/offers';
import { offerDays } from '@inaam/db/schema/figures';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { offerDaysNow } from '@inaam/db/views/figures';
import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { byName, containsWords, searchText } from '../../kernel/search.ts';
import { currentOddsColumn } from './odds.ts';
import { offerView, pictureStatusColumn } from './offer-view.ts';

const today = sql`ist_day(now())`;
const statuses: Record<OfferListInput['status'], SQL> = {
  all: isNull(offers.archivedAt),
  active: sql`${offers.active}`,
  inactive: sql`not ${offers.active} and ${offers.archivedAt} is null`,
  scheduled: sql`${offers.active} and ${offers.startsOn} > ${today}`,
  ended: sql`${offers.active} and ${offers.endsOn} < ${today}`,
  archived: isNotNull(offers.archivedAt),
};

/** Lists offers with figures, which come from daily counters. */
export async function listOffersForAdmin(kernel: Kernel, input: OfferListInput): Promise<AdminOfferList> {
  const { page, limit, search, status, category } = input;
  const filters: SQL[] = [];
  filters.push(statuses[status]);
  if (category !== 'all') filters.push(eq(offers.category, category));
  if (search)
    filters.push(containsWords(search, [offers.title, offers.description, offers.externalOfferId].map(searchText)));
  const where = and(...filters);

  return kernel.read(async (db) => {
    const figures = db
      .select({
        offerId: offerDays.offerId,
        completions: sql<number>`sum(${offerDays.completions})`.mapWith(Number).as('completions'),
        spins: sql<number>`sum(${offerDays.spins})`.mapWith(Number).as('spins'),
        revenuePaise: sql<number>`sum(${offerDays.revenuePaise})`.mapWith(Number).as('revenue_paise'),
      })
      .from(offerDaysNow)
      .groupBy(offerDays.offerId)
      .as('figures');
    const completions = sql<number>`coalesce(${figures.completions}, 0)`.mapWith(Number);
    const revenuePaise = sql<number>`coalesce(${figures.revenuePaise}, 0)`.mapWith(Number);
    const order = {
      created_at: offers.createdAt,
      title: byName(offers.title),
      total_conversions: completions,
      total_revenue: revenuePaise,
    }[input.sortBy];
    const direction = input.sortOrder === 'asc' ? asc : desc;
    const rows = await db
      .select({
        offer: offers,
        odds: currentOddsColumn,
        network: networks.name,
        picture: pictureStatusColumn,
        completions,
        revenuePaise,
        spins: sql<number>`coalesce(${figures.spins}, 0)`.mapWith(Number),
        days: sql<number>`ist_day(now()) - ist_day(${offers.createdAt}) + 1`.mapWith(Number),
      })
      .from(offers)
      .leftJoin(networks, eq(networks.id, offers.networkId))
      .leftJoin(figures, eq(figures.offerId, offers.id))
      .where(where)
      .orderBy(direction(order), direction(offers.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const [total] = await db.select({ offers: count() }).from(offers).where(where);
    return {
      offers: rows.map(({ offer, odds, network, picture, ...figure }) =>
        offerView(offer, odds, network, picture, figure),
      ),
      pagination: paginate(page, limit, total?.offers ?? 0),
    };
  });
}
