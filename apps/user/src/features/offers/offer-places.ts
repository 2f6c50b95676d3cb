import type { UserOffer } from '@inaam/contracts/offers/offers';
import { getOfferState, isStarted } from './parts/offer-state.ts';

/** The groups of offers, by what the person does next. */
export type Place = 'ready' | 'progress' | 'forYou' | 'done';
export type Places = ReadonlyMap<number, Place>;

/** The group of an offer by its state. */
export function getPlace(offer: UserOffer): Place {
  const state = getOfferState(offer);
  if (state === 'ready') return 'ready';
  if (state === 'confirming' || isStarted(offer)) return 'progress';
  return state === 'available' ? 'forYou' : 'done';
}

/**
 * The group of each offer at one moment. Offers keep their groups while the screen is open: a card may change, but
 * never moves under the thumb.
 */
export const computePlaces = (offers: readonly UserOffer[]): Places =>
  new Map(offers.map((offer) => [offer.offer_id, getPlace(offer)]));
