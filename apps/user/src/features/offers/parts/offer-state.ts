import { formatRupees } from '@inaam/contracts/common/format';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import type { Tone } from '@inaam/ui/badge';
import { offers as words } from '../../../words/words.ts';

/**
 * The state of an offer for one person, specification section 4: available → ready (completed, not spun) → won, or owed
 * (won, but the amount is out of stock), or lost. `confirming`: completed, but the network has not confirmed it or it
 * is on hold, so it cannot be spun yet. `reversed`: the network reversed the completion before the spin. A reversal
 * after the spin changes nothing.
 */
export type OfferState = 'available' | 'confirming' | 'ready' | 'won' | 'owed' | 'lost' | 'reversed';

export function getOfferState(offer: UserOffer): OfferState {
  if (offer.spinner_used) {
    if (rewardAmount(offer.reward_type) === undefined) return 'lost';
    return offer.owed ? 'owed' : 'won';
  }
  if (offer.reversed) return 'reversed';
  if (offer.pending) return 'confirming';
  return offer.completed ? 'ready' : 'available';
}

const STATES = {
  available: { tone: 'neutral', word: 'stateAvailable' },
  confirming: { tone: 'info', word: 'stateConfirming' },
  ready: { tone: 'accent', word: 'stateReady' },
  won: { tone: 'good', word: 'stateWon' },
  owed: { tone: 'warn', word: 'stateWon' },
  lost: { tone: 'neutral', word: 'stateLost' },
  reversed: { tone: 'bad', word: 'stateReversed' },
} as const satisfies Record<OfferState, { tone: Tone; word: keyof typeof words }>;

/** The state in a word, with the colour of its dot. */
export function getStateText(state: OfferState): { tone: Tone; word: string } {
  const { tone, word } = STATES[state];
  return { tone, word: words[word] };
}

/** Whether the user has started the offer and not completed it yet. */
export const isStarted = (offer: UserOffer): boolean =>
  getOfferState(offer) === 'available' && offer.started_at !== null;

/** The label of the card's one button. */
export function actionLabel(offer: UserOffer): string {
  switch (getOfferState(offer)) {
    case 'available':
      return words.start;
    case 'confirming':
      return words.confirming;
    case 'ready':
      return words.spin;
    case 'won':
    case 'owed':
      return words.won({ amount: formatRupees(rewardAmount(offer.reward_type) ?? 0) });
    case 'lost':
      return words.lost;
    case 'reversed':
      return words.reversed;
  }
}

export const isActionable = (offer: UserOffer): boolean => ['available', 'ready'].includes(getOfferState(offer));

/** The largest prize with a chance above 0, in rupees; undefined if there is none. */
export function getLargestPrize(offer: UserOffer): number | undefined {
  const amounts = oddsOrDefault(offer.spinner_config)
    .filter((reward) => reward.permille > 0)
    .map((reward) => reward.amount);
  return amounts.length > 0 ? Math.max(...amounts) : undefined;
}

/**
 * The four counters. Every offer that is not available counts as completed, so these two counters add up to the total.
 */
export function countOffers(offers: readonly UserOffer[]): {
  total: number;
  completed: number;
  available: number;
  ready: number;
} {
  const states = offers.map(getOfferState);
  const available = states.filter((state) => state === 'available').length;
  return {
    total: states.length,
    completed: states.length - available,
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

/** Ready offers first, then available ones, reversed ones last; otherwise the server's order. */
export const sortByRelevance = (offers: readonly UserOffer[]): UserOffer[] =>
  [...offers].sort((a, b) => ORDER[getOfferState(a)] - ORDER[getOfferState(b)]);
