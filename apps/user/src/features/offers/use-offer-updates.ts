import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { useState } from 'react';
import { getOfferState } from './offer-state.ts';

export interface OfferUpdates {
  /** A spin that became ready since the last visit, or while the screen is open. */
  ready: UserOffer | undefined;
  /** An owed win that got its code in that time; the largest of several. */
  won: UserOffer | undefined;
}

interface Seen {
  offers: readonly UserOffer[] | undefined;
  /** Offers that became ready while the screen was open. */
  ready: readonly number[];
  won: UserOffer | undefined;
}

const isReady = (offer: UserOffer): boolean => getOfferState(offer) === 'ready';
const idOf = ({ offer_id }: UserOffer): number => offer_id;

/** @param before what this device knew from the last visit @param fresh the server's latest answer */
export function useOfferUpdates(
  before: readonly UserOffer[] | undefined,
  fresh: readonly UserOffer[] | undefined,
): OfferUpdates {
  const [seen, setSeen] = useState<Seen>({ offers: before, ready: [], won: undefined });
  if (fresh && fresh !== seen.offers) setSeen(compare(seen, fresh));
  return { ready: fresh?.find((offer) => isReady(offer) && seen.ready.includes(idOf(offer))), won: seen.won };
}

function compare({ offers: before, ready, won }: Seen, fresh: readonly UserOffer[]): Seen {
  if (!before) return { offers: fresh, ready, won };
  const unready = new Set(before.filter((offer) => !isReady(offer)).map(idOf));
  const owed = new Set(before.filter((offer) => offer.owed).map(idOf));
  const amountOf = ({ reward_type }: UserOffer): number => rewardAmount(reward_type) ?? 0;
  const [arrived] = fresh
    .filter((offer) => !offer.owed && offer.voucher_code !== null && owed.has(idOf(offer)))
    .sort((a, b) => amountOf(b) - amountOf(a));
  const became = fresh.filter((offer) => isReady(offer) && unready.has(idOf(offer))).map(idOf);
  return {
    offers: fresh,
    ready: [...ready, ...became],
    won: arrived ?? won,
  };
}
