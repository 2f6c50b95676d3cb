import type { OfferClickList, OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { owedWins, spins } from '@inaam/db/schema/spins';
import { completionStates } from '@inaam/db/views/completions';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { figuresWithUsers } from '../completions/figures.ts';
import { type CompletionFilters, pageOf, resolve } from '../completions/matching.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { maskedCode, type ShowCode, storedCode } from '../vouchers/codes.ts';

const outcomes: Record<OfferClickListInput['conversionStatus'], CompletionFilters['outcome']> = {
  all: 'all',
  voucher_won: 'won',
  no_voucher: 'lost',
  spinner_used: 'spun',
  spinner_not_used: 'unspun',
};

/** What the page's ids are ordered by, and the rows that are read for them; `by` joins the table that it takes. */
const orders: Record<OfferClickListInput['sortBy'], { order: SQL; by?: SQL; shown: SQL }> = {
  completed_at: { order: sql`${completionRows.completedAt}`, shown: sql`${completionStates.completedAt}` },
  payout_amount: { order: sql`${completionRows.payoutPaise}`, shown: sql`${completionStates.payoutPaise}` },
  title: {
    order: sql`titles.title`,
    // Titles are compared once, and not once for each completion: these are their places.
    by: sql`join (select id, dense_rank() over (order by lower(title)) as title from ${offers}) titles
      on titles.id = ${completionRows.offerId}`,
    shown: sql`lower(${offers.title})`,
  },
  email: {
    order: sql`${users.email}`,
    by: sql`join ${users} on ${users.id} = ${completionRows.userId}`,
    shown: sql`${users.email}`,
  },
};

/** Percent with one decimal. */
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/**
 * Completions with the clicks that led to them; the figures are those of the filtered set. The page's ids are found
 * first and joined after.
 * @param show how codes are written; see `showingCodes`
 */
export async function listOfferClicks(
  kernel: Kernel,
  input: OfferClickListInput,
  show: ShowCode = maskedCode,
): Promise<OfferClickList> {
  const { page, limit, dateRange, search, userType, sortOrder } = input;
  const { order, by, shown } = orders[input.sortBy];
  const direction = sortOrder === 'asc' ? asc : desc;
  return kernel.read(async (db) => {
    const outcome = outcomes[input.conversionStatus];
    const matching = await resolve(db, {
      dateRange,
      offer: input.offer,
      outcome,
      userType,
      search,
      place: 'clicks',
    });
    const rows = await db
      .select({
        completion: completionStates,
        held: sql`case when ${completionStates.heldUntil} > now() then ${completionStates.heldUntil} end`.mapWith(
          completionStates.heldUntil,
        ),
        isSpun: sql<boolean>`${spins.roll} is not null`,
        wonPaise: spins.amountPaise,
        isOwed: sql<boolean>`${owedWins.completionId} is not null`,
        user: users,
        offer: offers,
        click: clicks,
        brand: completionVouchers.brand,
        voucher: storedCode(completionVouchers),
      })
      .from(pageOf(matching, { order, by, direction: sortOrder, page, limit }))
      .innerJoin(completionStates, eq(completionStates.id, sql`keys.id`))
      .innerJoin(users, eq(users.id, completionStates.userId))
      .innerJoin(offers, eq(offers.id, completionStates.offerId))
      .innerJoin(clicks, eq(clicks.id, completionStates.clickId))
      .leftJoin(spins, eq(spins.completionId, completionStates.id))
      .leftJoin(owedWins, eq(owedWins.completionId, completionStates.id))
      .leftJoin(completionVouchers, eq(completionVouchers.completionId, completionStates.id))
      .orderBy(direction(shown), direction(completionStates.id));
    const { total, revenuePaise, spins: spun, wins, users: uniqueUsers } = await figuresWithUsers(db, matching);
    return {
      clicks: rows.map(({ completion, held, isSpun, wonPaise, isOwed, user, offer, click, brand, voucher }) => ({
        completion_id: completion.id,
        user_id: user.id,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        firebase_uid: user.providerUid,
        title: offer.title,
        external_offer_id: offer.externalOfferId,
        category: offer.category,
        click_id: click.clickId,
        completed_at: completion.completedAt.toISOString(),
        payout_amount: toRupees(completion.payoutPaise),
        spinner_used: isSpun,
        voucher_code: voucher && show(voucher),
        voucher_amount: wonPaise === null ? null : toRupees(wonPaise),
        voucher_brand: brand,
        reversed: completion.status === 'reversed',
        pending: completion.status === 'pending',
        held_until: held?.toISOString() ?? null,
        owed: isOwed,
      })),
      stats: {
        totalConversions: total,
        uniqueUsers,
        totalRevenue: toRupees(revenuePaise),
        avgPayout: total === 0 ? 0 : toRupees(Math.round(revenuePaise / total)),
        voucherWins: wins,
        voucherWinRate: rate(wins, spun),
        spinsUsed: spun,
        spinUsageRate: rate(spun, total),
      },
      pagination: paginate(page, limit, total),
    };
  });
}
