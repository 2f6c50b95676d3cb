import type { OfferClick, OfferClickList, OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { BEYOND, MAX_COUNTED, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import { completionStateOf } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { owedWins, spins } from '@inaam/db/schema/spins';
import { completionStates } from '@inaam/db/views/completions';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { figuresWithUsers, mostOf } from '../completions/figures.ts';
import { completionsByClicks } from '../completions/found-by.ts';
import { type CompletionFilters, type Matching, pageOf, resolve } from '../completions/matching.ts';
import { heldNow } from '../completions/state.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { maskedCode, type ShowCode, storedCode } from '../vouchers/codes.ts';
import { type ClickMatching, countClicks, matchClicks, pageByName, pageByTime, pageUnconverted } from './matching.ts';

const outcomes: Record<OfferClickListInput['conversionStatus'], CompletionFilters['outcome']> = {
  all: 'all',
  voucher_won: 'won',
  no_voucher: 'lost',
  spinner_used: 'spun',
  spinner_not_used: 'unspun',
};

/** What only a completion has; clicks without one come last, whichever way. */
const ofCompletions: Partial<Record<OfferClickListInput['sortBy'], SQL>> = {
  completed_at: sql`${completionRows.completedAt}`,
  payout_amount: sql`${completionRows.payoutPaise}`,
};

/** Percent with one decimal. */
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/**
 * All clicks with what came of them, the latest first; the figures are those of the completions among what the filters
 * leave. The page's ids are found first and joined after.
 * @param show how codes are written; see `showingCodes`
 * @throws DomainError BAD_INPUT for an `offer` that is none
 */
export async function listOfferClicks(
  kernel: Kernel,
  input: OfferClickListInput,
  show: ShowCode = maskedCode,
): Promise<OfferClickList> {
  const { page, limit, dateRange, search, userType } = input;
  return kernel.read(async (db) => {
    const matching = await matchClicks(db, input);
    const converted = await resolve(db, {
      dateRange,
      dated: 'click',
      totals: input.total,
      offer: input.offer,
      offerId: input.offer_id,
      outcome: outcomes[input.conversionStatus],
      userType,
      search,
      target: completionsByClicks,
    });
    // Beyond the cap it is to be known where the clicks begin that nothing came of.
    const most = page * limit > MAX_COUNTED ? undefined : mostOf(input.total);
    const rowsOfPage = async (completed: number) => rowsOf(db, await idsOf(db, matching, converted, completed), show);
    const [figures, all, early] = await Promise.all([
      figuresWithUsers(db, converted, most, mostOf(input.total)),
      input.conversionStatus === 'all' ? countClicks(db, matching) : undefined,
      // By what completions have, their figures say where those begin that nothing came of.
      input.sortBy in ofCompletions ? undefined : rowsOfPage(0),
    ]);
    const { revenuePaise, spins: spun, wins, users: uniqueUsers, usersCapped, capped } = figures;
    const conversions = figures.total - figures.unapproved;
    const total = all ?? (capped ? BEYOND : figures.total);
    return {
      clicks: early ?? (await rowsOfPage(figures.total)),
      stats: {
        totalConversions: conversions,
        uniqueUsers,
        ...(usersCapped && { usersCapped }),
        totalRevenue: toRupees(revenuePaise),
        avgPayout: conversions === 0 ? 0 : toRupees(Math.round(revenuePaise / conversions)),
        voucherWins: wins,
        voucherWinRate: rate(wins, spun),
        spinsUsed: spun,
        spinUsageRate: rate(spun, conversions),
        ...(capped && { capped }),
      },
      pagination: paginate(page, limit, total),
    };
  });
}

/** The ids of the page's clicks, in their order. @param count how many of the clicks were completed */
async function idsOf(
  db: Db,
  matching: ClickMatching<OfferClickListInput>,
  converted: Matching,
  count: number,
): Promise<number[]> {
  const { page, limit, sortBy, sortOrder: direction, conversionStatus } = matching.input;
  const offset = (page - 1) * limit;
  const slice = { direction, limit, offset };
  if (sortBy === 'title' || sortBy === 'email') return pageByName(db, matching, sortBy, slice);
  const order = ofCompletions[sortBy];
  if (!order) return pageByTime(db, matching, slice);
  const first = offset < count ? await clicksOf(db, pageOf(converted, { order, direction, page, limit })) : [];
  if (conversionStatus !== 'all' || first.length === limit) return first;
  const rest = { direction, limit: limit - first.length, offset: Math.max(0, offset - count) };
  return [...first, ...(await pageUnconverted(db, matching, rest))];
}

/** The clicks of a page of completions, in its order. */
async function clicksOf(db: Db, keys: SQL): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select ${completions.clickId} as id
    from (select id, row_number() over () as place from ${keys}) page
    join ${completions} on ${completions.id} = page.id order by page.place`);
  return rows.map(({ id }) => Number(id));
}

/** What is shown of clicks, in the order of their ids. */
async function rowsOf(db: Db, ids: readonly number[], show: ShowCode): Promise<OfferClick[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      click: clicks,
      completion: completionStates,
      held: heldNow,
      isSpun: sql<boolean>`${spins.roll} is not null`,
      wonPaise: spins.amountPaise,
      isOwed: sql<boolean>`${owedWins.completionId} is not null`,
      user: users,
      offer: offers,
      brand: completionVouchers.brand,
      voucher: storedCode(completionVouchers),
    })
    .from(clicks)
    .innerJoin(users, eq(users.id, clicks.userId))
    .innerJoin(offers, eq(offers.id, clicks.offerId))
    .leftJoin(
      completionStates,
      and(
        eq(completionStates.userId, clicks.userId),
        eq(completionStates.offerId, clicks.offerId),
        eq(completionStates.clickId, clicks.id),
      ),
    )
    .leftJoin(spins, eq(spins.completionId, completionStates.id))
    .leftJoin(owedWins, eq(owedWins.completionId, completionStates.id))
    .leftJoin(completionVouchers, eq(completionVouchers.completionId, completionStates.id))
    .where(inArray(clicks.id, [...ids]));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows
    .toSorted((a, b) => (places.get(a.click.id) ?? 0) - (places.get(b.click.id) ?? 0))
    .map(({ click, completion, held, isSpun, wonPaise, isOwed, user, offer, brand, voucher }) => {
      const row = {
        completion_id: completion?.id ?? null,
        user_id: user.id,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        firebase_uid: user.providerUid,
        title: offer.title,
        offer_id: offer.id,
        external_offer_id: offer.externalOfferId,
        category: offer.category,
        click_id: click.clickId,
        clicked_at: click.createdAt.toISOString(),
        completed_at: completion?.completedAt.toISOString() ?? null,
        payout_amount: completion ? toRupees(completion.payoutPaise) : null,
        spinner_used: isSpun,
        voucher_code: voucher && show(voucher),
        voucher_amount: wonPaise === null ? null : toRupees(wonPaise),
        voucher_brand: brand,
        reversed: completion?.status === 'reversed',
        pending: completion?.status === 'pending',
        held_until: held?.toISOString() ?? null,
        owed: isOwed,
      };
      const facts = { ...row, won: wonPaise !== null, held: row.held_until !== null };
      return { ...row, state: completion ? completionStateOf(facts) : null };
    });
}
