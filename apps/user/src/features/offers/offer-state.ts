import { formatRupees } from '@inaam/contracts/common/format';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import type { Tone } from '@inaam/ui/badge';

/**
 * Where an offer stands for one person, specification section 4:
 * available → ready (completed, not spun) → won, or owed (won, the voucher is on its way), or lost.
 * `confirming`: completed, and the network has yet to confirm it, or a hold covers it: it cannot be spun yet.
 * `reversed`: the network took the completion back before it was spun; what was won before stays won.
 */
export type OfferState = 'available' | 'confirming' | 'ready' | 'won' | 'owed' | 'lost' | 'reversed';

export function offerState(offer: UserOffer): OfferState {
  if (offer.spinner_used) {
    if (rewardAmount(offer.reward_type) === undefined) return 'lost';
    return offer.owed ? 'owed' : 'won';
  }
  if (offer.reversed) return 'reversed';
  if (offer.pending) return 'confirming';
  return offer.completed ? 'ready' : 'available';
}

/** The state in a word, with the colour of its dot. */
export const stateWords: Record<OfferState, { tone: Tone; word: string }> = {
  available: { tone: 'neutral', word: 'Available' },
  confirming: { tone: 'info', word: 'Being confirmed' },
  ready: { tone: 'accent', word: 'Ready to Spin' },
  won: { tone: 'good', word: 'Won' },
  owed: { tone: 'warn', word: 'Won' },
  lost: { tone: 'neutral', word: 'Completed' },
  reversed: { tone: 'bad', word: 'Reversed' },
};

/** The words of the card's one button. */
export function actionLabel(offer: UserOffer): string {
  switch (offerState(offer)) {
    case 'available':
      return 'Start Offer';
    case 'confirming':
      return 'Being confirmed';
    case 'ready':
      return 'Spin Wheel';
    case 'won':
    case 'owed':
      return `Won ${formatRupees(rewardAmount(offer.reward_type) ?? 0)} Voucher`;
    case 'lost':
      return 'Better Luck Next Time';
    case 'reversed':
      return 'Taken back by the partner';
  }
}

export const isActionable = (offer: UserOffer): boolean => ['available', 'ready'].includes(offerState(offer));

/** The largest prize that its wheel can give, in rupees; undefined when none has a chance. */
export function largestPrize(offer: UserOffer): number | undefined {
  const amounts = oddsOrDefault(offer.spinner_config)
    .filter((reward) => reward.tenths > 0)
    .map((reward) => reward.amount);
  return amounts.length > 0 ? Math.max(...amounts) : undefined;
}

/** The four counters. A completion that was taken back unspun is neither completed nor available. */
export function countOffers(offers: readonly UserOffer[]): {
  total: number;
  completed: number;
  available: number;
  ready: number;
} {
  const states = offers.map(offerState);
  const available = states.filter((state) => state === 'available').length;
  const reversed = states.filter((state) => state === 'reversed').length;
  return {
    total: states.length,
    completed: states.length - available - reversed,
    available,
    ready: states.filter((state) => state === 'ready').length,
  };
}

const ORDER: Record<OfferState, number> = {
  ready: 0,
  available: 1,
  confirming: 2,
  owed: 2,
  won: 2,
  lost: 2,
  reversed: 3,
};

/** What can be done comes first; within that, the server's order. */
export const inOrderOfUse = (offers: readonly UserOffer[]): UserOffer[] =>
  [...offers].sort((a, b) => ORDER[offerState(a)] - ORDER[offerState(b)]);
