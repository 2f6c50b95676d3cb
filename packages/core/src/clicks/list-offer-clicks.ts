import { paginate } from '@inaam/contracts/lists';
import { toRupees } from '@inaam/contracts/money';
import type { OfferClickList, OfferClickListInput } from '@inaam/contracts/offer-clicks';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { spins } from '@inaam/db/schema/spins';
import { vouchers } from '@inaam/db/schema/vouchers';
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { since } from '../kernel/date-range.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';

const outcomes: Record<Exclude<OfferClickListInput['conversionStatus'], 'all'>, SQL | undefined> = {
  voucher_won: isNotNull(spins.amountPaise),
  no_voucher: and(isNotNull(spins.spunAt), isNull(spins.amountPaise)),
  spinner_used: isNotNull(spins.spunAt),
  spinner_not_used: isNull(spins.spunAt),
};

const orders = {
  completed_at: completions.completedAt,
  payout_amount: completions.payoutPaise,
  title: sql`lower(${offers.title})`,
  email: users.email,
};

/**
 * Completions whose user, offer or click the text finds. Each of the three is looked for by itself: one condition over
 * all joined rows would read every row of every table.
 */
function foundBy(db: Db, search: string) {
  const pattern = containing(search);
  const ofUsers = db
    .select({ id: completions.id })
    .from(completions)
    .innerJoin(users, eq(users.id, completions.userId))
    .where(or(ilike(users.email, pattern), ilike(sql`${users.firstName} || ' ' || ${users.lastName}`, pattern)));
  const ofOffers = db
    .select({ id: completions.id })
    .from(completions)
    .innerJoin(offers, eq(offers.id, completions.offerId))
    .where(or(ilike(offers.title, pattern), ilike(offers.externalOfferId, pattern)));
  const ofClicks = db
    .select({ id: completions.id })
    .from(completions)
    .innerJoin(clicks, eq(clicks.id, completions.clickId))
    .where(ilike(clicks.clickId, pattern));
  return union(ofUsers, ofOffers, ofClicks);
}

function filtersOf(db: Db, input: OfferClickListInput): SQL | undefined {
  const { offer, conversionStatus, userType, search } = input;
  const filters: (SQL | undefined)[] = [since(completions.completedAt, input.dateRange)];
  if (offer) {
    const ofOffer = db.select({ id: offers.id }).from(offers).where(eq(offers.externalOfferId, offer));
    filters.push(inArray(completions.offerId, ofOffer));
  }
  if (conversionStatus !== 'all') filters.push(outcomes[conversionStatus]);
  if (userType !== 'all') {
    const uid = users.providerUid;
    const ofKind = db
      .select({ id: users.id })
      .from(users)
      .where(userType === 'firebase' ? isNotNull(uid) : isNull(uid));
    filters.push(inArray(completions.userId, ofKind));
  }
  if (search) filters.push(inArray(completions.id, foundBy(db, search)));
  return and(...filters);
}

/** Ids of what the filters match, over no more tables than the outcome and the order ask for. */
function matching(db: Db, input: OfferClickListInput) {
  let keys = db.select({ id: completions.id }).from(completions).$dynamic();
  if (input.conversionStatus !== 'all') keys = keys.innerJoin(spins, eq(spins.completionId, completions.id));
  if (input.sortBy === 'email') keys = keys.innerJoin(users, eq(users.id, completions.userId));
  if (input.sortBy === 'title') keys = keys.innerJoin(offers, eq(offers.id, completions.offerId));
  return keys.where(filtersOf(db, input));
}

const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

function figuresOf(db: Db, input: OfferClickListInput) {
  return db
    .select({
      total: count(),
      uniqueUsers: countDistinct(completions.userId),
      revenuePaise: sum(sql`case when ${completions.status} = 'approved' then ${completions.payoutPaise} end`),
      spins: count(spins.spunAt),
      wins: count(spins.amountPaise),
    })
    .from(completions)
    .innerJoin(spins, eq(spins.completionId, completions.id))
    .where(filtersOf(db, input));
}

/** Percent with one decimal. */
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/**
 * Completions with the clicks that led to them; the figures are those of the filtered set. The page's ids are found
 * first and joined after.
 */
export async function listOfferClicks(kernel: Kernel, input: OfferClickListInput): Promise<OfferClickList> {
  const { page, limit } = input;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const order = [direction(orders[input.sortBy]), direction(completions.id)];
  return kernel.read(async (db) => {
    const keys = matching(db, input)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit)
      .as('keys');
    const rows = await db
      .select({
        completion: completions,
        held: sql`case when ${completions.heldUntil} > now() then ${completions.heldUntil} end`.mapWith(
          completions.heldUntil,
        ),
        spin: spins,
        user: users,
        offer: offers,
        click: clicks,
        voucher: vouchers,
      })
      .from(keys)
      .innerJoin(completions, eq(completions.id, keys.id))
      .innerJoin(users, eq(users.id, completions.userId))
      .innerJoin(offers, eq(offers.id, completions.offerId))
      .innerJoin(clicks, eq(clicks.id, completions.clickId))
      .innerJoin(spins, eq(spins.completionId, completions.id))
      .leftJoin(vouchers, eq(vouchers.completionId, completions.id))
      .orderBy(...order);
    const [figures] = await figuresOf(db, input);
    const { total = 0, uniqueUsers = 0, revenuePaise = 0, spins: spun = 0, wins = 0 } = figures ?? {};
    return {
      clicks: rows.map(({ completion, held, spin, user, offer, click, voucher }) => ({
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
        spinner_used: spin.spunAt !== null,
        voucher_code: voucher?.code ?? null,
        voucher_amount: spin.amountPaise === null ? null : toRupees(spin.amountPaise),
        voucher_brand: voucher?.brand ?? null,
        reversed: completion.status === 'reversed',
        pending: completion.status === 'pending',
        held_until: held?.toISOString() ?? null,
        owed: spin.outcome === 'owed',
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
