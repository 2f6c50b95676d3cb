import { toRupees } from '@inaam/contracts/common/money';
import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { picturePath } from '@inaam/contracts/pictures/pictures';
import { offers } from '@inaam/db/schema/offers';
import { sql } from 'drizzle-orm';

export interface OfferFigures {
  completions: number;
  spins: number;
  revenuePaise: number;
  /** Number of days since the offer was created, including today. */
  days: number;
}

/** The fetched picture, or the reason why the fetch failed. */
export interface OfferPictureStatus {
  id: string | null;
  problem: string | null;
}

/** Column with the status of an offer's picture. Only for statements that select from `offers`. */
export const pictureStatusColumn = sql<OfferPictureStatus | null>`(select json_build_object('id', picture_id, 'problem', problem)
  from picture_fetches where url = ${offers.pictureUrl})`;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Builds the admin view of an offer. A user completes an offer once, so an offer has as many users as completions. */
export function offerView(
  offer: typeof offers.$inferSelect,
  odds: Odds,
  network: string | null,
  picture: OfferPictureStatus | null,
  figures: OfferFigures,
): AdminOffer {
  const { completions, spins, revenuePaise, days } = figures;
  return {
    offer_id: offer.id,
    version: offer.version,
    title: offer.title,
    description: offer.description,
    task: offer.task,
    title_hi: offer.titleHi,
    description_hi: offer.descriptionHi,
    task_hi: offer.taskHi,
    offer_url: offer.offerUrl,
    preview_url: offer.previewUrl,
    picture_url: offer.pictureUrl,
    steps: offer.steps,
    steps_hi: offer.stepsHi,
    picture: picture?.id ? picturePath(picture.id) : null,
    picture_problem: picture?.problem ?? null,
    external_offer_id: offer.externalOfferId,
    category: offer.category,
    model: offer.model,
    targeting: offer.targeting,
    reward_amount: toRupees(offer.rewardPaise),
    is_active: offer.active,
    spinner_config: toSpinnerConfig(odds),
    daily_cap: offer.dailyCap,
    starts_on: offer.startsOn,
    ends_on: offer.endsOn,
    offer_goals: offer.goals.map(({ payout_paise, ...goal }) => ({
      ...goal,
      name_hi: goal.name_hi ?? null,
      payout_amount: payout_paise === null ? null : toRupees(payout_paise),
    })),
    goals_in_order: offer.goalsInOrder,
    country_quotas: [...offer.countryQuotas],
    network_id: offer.networkId,
    network,
    created_at: offer.createdAt.toISOString(),
    archived_at: offer.archivedAt?.toISOString() ?? null,
    total_completions: completions,
    unique_users: completions,
    spins_used: spins,
    total_revenue: toRupees(revenuePaise),
    avg_payout: completions === 0 ? 0 : toRupees(Math.round(revenuePaise / completions)),
    daily_avg_completions: oneDecimal(completions / Math.max(days, 1)),
  };
}
