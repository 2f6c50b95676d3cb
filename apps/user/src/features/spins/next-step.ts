import type { UserStats } from '@inaam/contracts/insights/insights';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { translateOffers } from '../../app/offer-texts.ts';
import { spins as words } from '../../words/words.ts';
import { getOfferState, isStarted } from '../offers/parts/offer-state.ts';

/** A milestone is close with at most this many completions left. */
const MAX_STEPS_TO_MILESTONE = 5;

/** Other offers that wait for their spin, in the order of the list. */
export const listOtherSpins = (offers: readonly UserOffer[], spun: number): UserOffer[] =>
  offers.filter((offer) => offer.offer_id !== spun && getOfferState(offer) === 'ready');

/**
 * Returns the text shown after a spin without a win. It names the next ready spin, a close milestone, an offer in
 * progress or a distant milestone: the first that exists, or else any other offer. It creates no pressure.
 */
export function getNextStep(
  offers: readonly UserOffer[],
  spun: number,
  stats: Partial<UserStats['stats']> | undefined,
): string {
  const [spin] = listOtherSpins(offers, spun);
  if (spin) return words.closeToReady({ title: spin.title });
  const { next_milestone: milestone, milestone_progress: progress = 0 } = stats ?? {};
  const remaining = milestone ? milestone - progress : 0;
  const toMilestone = milestone && remaining > 0 ? words.closeToMilestone({ count: remaining, milestone }) : undefined;
  if (toMilestone !== undefined && remaining <= MAX_STEPS_TO_MILESTONE) return toMilestone;
  const others = offers.filter(({ offer_id }) => offer_id !== spun);
  const started =
    others.find((offer) => getOfferState(offer) === 'confirming') ??
    others.filter(isStarted).sort((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? ''))[0];
  if (started) return words.closeToConfirmed({ title: started.title });
  return toMilestone ?? words.spinAgain;
}

/** The offers at the time when the result appeared, so that later changes move no button. */
export function useOffersAtResult(hasResult: boolean): readonly UserOffer[] {
  const utils = trpc.useUtils();
  const [atResult, setAtResult] = useState<readonly UserOffer[]>();
  if (hasResult && !atResult) {
    const answer = utils.user.offers.list.getData();
    setAtResult(answer ? translateOffers(answer).offers : []);
  }
  return atResult ?? [];
}
