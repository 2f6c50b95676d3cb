import type { UserCase } from '@inaam/contracts/cases/cases';
import { getWinPermille, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Tone } from '@inaam/ui/badge';
import { getConfirmingNote } from '../../app/confirming-note.ts';
import { offerDetails as words } from '../../words/words.ts';
import { getOfferState } from './parts/offer-state.ts';
import { formatWhen } from './reward-help.ts';

/** Explains what happens next, or why there is no reward; undefined if the card's other texts say enough. */
export function getRewardNote(offer: UserOffer): string | undefined {
  switch (getOfferState(offer)) {
    case 'available':
      return offer.started_at === null ? undefined : words.noteStarted;
    case 'confirming':
      return getConfirmingNote(offer.held_until);
    case 'lost':
      return words.noteLost({ chance: permilleToPercent(getWinPermille(oddsOrDefault(offer.spinner_config))) });
    case 'reversed':
      return words.noteReversed;
    case 'ready':
    case 'won':
    case 'owed':
      return undefined;
  }
}

/** The status of the user's case; undefined without a case, or if the state of the offer already implies the status. */
export function getCaseNote(
  offer: UserOffer,
  userCase: UserCase | undefined,
  now: Date,
): { tone: Tone; words: string } | undefined {
  const state = getOfferState(offer);
  if (!userCase || !['available', 'confirming', 'ready', 'reversed'].includes(state)) return undefined;
  switch (userCase.status) {
    case 'open':
      return { tone: 'info', words: words.looking({ when: formatWhen(userCase.opened_at, now) }) };
    case 'credited':
      return {
        tone: 'good',
        words: userCase.resolution ? words.creditedWith({ reason: lowerFirst(userCase.resolution) }) : words.credited,
      };
    case 'closed':
      return { tone: 'neutral', words: words.closed({ reason: userCase.resolution ?? words.noReason }) };
  }
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
