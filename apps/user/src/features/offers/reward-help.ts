import type { UserCase } from '@inaam/contracts/cases/cases';
import { formatDateTime, relativeTime } from '@inaam/contracts/common/time';
import { oddsOrDefault, ROLLS, tenthsToPercent, winTenths } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Tone } from '@inaam/ui/badge';
import { confirmingNote } from '../../app/confirming.ts';
import { offerState } from './offer-state.ts';

/** 'Where is my reward?': in words, what is awaited or why nothing more comes; undefined where the card says it all. */
export function rewardNote(offer: UserOffer, now: Date): string | undefined {
  switch (offerState(offer)) {
    case 'available':
      return offer.started_at === null
        ? undefined
        : `Started ${startedWhen(offer.started_at, now)}. ` +
            'Your spin comes when the partner confirms that you completed it: usually within a day, longer where a ' +
            'purchase or a trial has to be checked.';
    case 'confirming':
      return confirmingNote(offer.held_until);
    case 'ready':
      return 'Completed. Your spin is waiting.';
    case 'won':
      return undefined;
    case 'owed':
      return 'You won, and your voucher is on its way: none of this amount was in stock. Its code appears here by itself.';
    case 'lost': {
      const rest = tenthsToPercent(ROLLS - winTenths(oddsOrDefault(offer.spinner_config)));
      return `Your wheel stopped on 'Try Again', which took ${rest}% of it.`;
    }
    case 'reversed':
      return 'The partner took this completion back, so there is no spin for it. That happens when a purchase is cancelled or the terms of the offer were not met.';
  }
}

function startedWhen(at: string, now: Date): string {
  const when = relativeTime(at, now);
  return when === 'Just now' ? 'just now' : when.endsWith('ago') ? when : `on ${when}`;
}

/** Whether something is expected that may have gone astray, and nobody is looking for it yet. */
export const mayAsk = (offer: UserOffer, asked: UserCase | undefined): boolean =>
  offerState(offer) === 'available' && offer.started_at !== null && asked?.status !== 'open';

/**
 * What became of the user's question; undefined where none was asked, or where it is over and the card says the rest.
 */
export function caseNote(
  offer: UserOffer,
  asked: UserCase | undefined,
  now: Date,
): { tone: Tone; words: string } | undefined {
  const state = offerState(offer);
  if (!asked || !['available', 'confirming', 'ready', 'reversed'].includes(state)) return undefined;
  switch (asked.status) {
    case 'open':
      return { tone: 'info', words: `We are looking into it. You asked ${startedWhen(asked.opened_at, now)}.` };
    case 'credited':
      return { tone: 'good', words: `Credited${asked.resolution ? `: ${sentenceEnd(asked.resolution)}` : '.'}` };
    case 'closed':
      return { tone: 'neutral', words: `Closed: ${asked.resolution ?? 'no reason was given'}` };
  }
}

const sentenceEnd = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}.`;

/** A mail to support that carries what they need to look the offer up. */
export function supportMail(supportEmail: string, offer: UserOffer): string {
  const lines = [
    'Please describe what you did, and add the confirmation of the partner if you have one:',
    '',
    '',
    `Offer: ${offer.title}`,
    `Offer id: ${offer.offer_id}`,
    `Click id: ${offer.click_id ?? 'none'}`,
    `Started at: ${offer.started_at === null ? 'unknown' : `${formatDateTime(offer.started_at)} IST (${offer.started_at})`}`,
  ];
  const subject = `Where is my reward? ${offer.title}`;
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
