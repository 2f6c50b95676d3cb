import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { useState } from 'react';
import { getOfferState } from './parts/offer-state.ts';

/**
 * IDs of offers to announce. `ready`: the spin became ready, and the user has not used it yet. `won`: the voucher of a
 * win that was out of stock arrived, and the user has not seen it yet.
 */
export interface ArrivedIds {
  ready: readonly number[];
  won: readonly number[];
}

export interface OfferUpdates {
  /** A spin that became ready since the last visit, or while the screen is open. */
  ready: UserOffer | undefined;
  /** A win that was out of stock and whose code arrived since the last visit; the largest if there are several. */
  won: UserOffer | undefined;
  /** The IDs to store for the next visit. */
  ids: ArrivedIds;
  markWonSeen: () => void;
}

interface Seen {
  offers: readonly UserOffer[] | undefined;
  ids: ArrivedIds;
}

const isReady = (offer: UserOffer): boolean => getOfferState(offer) === 'ready';
const getId = ({ offer_id }: UserOffer): number => offer_id;
const getAmount = ({ reward_type }: UserOffer): number => rewardAmount(reward_type) ?? 0;

/**
 * @param before the offers and IDs that this device stored at the last visit
 * @param fresh the server's latest answer
 */
export function useOfferUpdates(
  before: { offers: readonly UserOffer[]; arrived: ArrivedIds } | undefined,
  fresh: readonly UserOffer[] | undefined,
): OfferUpdates {
  const [seen, setSeen] = useState<Seen>({ offers: before?.offers, ids: before?.arrived ?? { ready: [], won: [] } });
  if (fresh && fresh !== seen.offers) setSeen(compare(seen, fresh));
  const { ids } = seen;
  const [won] = (fresh ?? [])
    .filter((offer) => ids.won.includes(getId(offer)))
    .sort((a, b) => getAmount(b) - getAmount(a));
  return {
    ready: fresh?.find((offer) => isReady(offer) && ids.ready.includes(getId(offer))),
    won,
    ids,
    markWonSeen: () => setSeen({ ...seen, ids: { ...ids, won: [] } }),
  };
}

function compare({ offers: before, ids }: Seen, fresh: readonly UserOffer[]): Seen {
  if (!before) return { offers: fresh, ids };
  const unready = new Set(before.filter((offer) => !isReady(offer)).map(getId));
  const owed = new Set(before.filter((offer) => offer.owed).map(getId));
  const ready = fresh.filter(
    (offer) => isReady(offer) && (unready.has(getId(offer)) || ids.ready.includes(getId(offer))),
  );
  const won = fresh.filter((offer) => !offer.owed && offer.voucher_code !== null && owed.has(getId(offer))).map(getId);
  return { offers: fresh, ids: { ready: ready.map(getId), won: [...ids.won, ...won] } };
}
