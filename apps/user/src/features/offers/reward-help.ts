import type { UserCase } from '@inaam/contracts/cases/cases';
import { getWinPermille, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Tone } from '@inaam/ui/badge';
import { getConfirmingNote } from '../../app/confirming-note.ts';
import { formatUsualTime } from '../../app/format-usual-time.ts';
import { formatDateTime, formatTimeSince } from '../../words/dates.ts';
import { offers as words } from '../../words/words.ts';
import { getOfferState } from './offer-state.ts';

/** 'Where is my reward?': what to expect, or why nothing comes; undefined if the card says it all. */
export function getRewardNote(offer: UserOffer, now: Date): string | undefined {
  switch (getOfferState(offer)) {
    case 'available':
      return offer.started_at === null ? undefined : words.noteStarted({ when: startedWhen(offer.started_at, now) });
    case 'confirming':
      return getConfirmingNote(offer.held_until);
    case 'ready':
      return words.noteReady;
    case 'won':
      return undefined;
    case 'owed':
      return words.noteOwed;
    case 'lost':
      return words.noteLost({ chance: permilleToPercent(getWinPermille(oddsOrDefault(offer.spinner_config))) });
    case 'reversed':
      return words.noteReversed;
  }
}

function startedWhen(at: string, now: Date): string {
  const { kind, text } = formatTimeSince(at, now);
  return kind === 'now' ? words.justNow : kind === 'ago' ? text : words.onDay({ day: text });
}

/** The usual time to completion: the same measurement as in the missing-credit dialog. */
export function getUsualTimeNote({ usual_seconds }: UserOffer): string | undefined {
  if (usual_seconds === null) return undefined;
  const time = formatUsualTime(usual_seconds);
  return words.noteUsual({ time: `${time.charAt(0).toLowerCase()}${time.slice(1)}` });
}

/** True if a completion may be missing and no case is open. */
export const canOpenCase = (offer: UserOffer, userCase: UserCase | undefined): boolean =>
  getOfferState(offer) === 'available' && offer.started_at !== null && userCase?.status !== 'open';

/** The status of the user's case; undefined without one, or if it is closed and the card says the rest. */
export function getCaseNote(
  offer: UserOffer,
  userCase: UserCase | undefined,
  now: Date,
): { tone: Tone; words: string } | undefined {
  const state = getOfferState(offer);
  if (!userCase || !['available', 'confirming', 'ready', 'reversed'].includes(state)) return undefined;
  switch (userCase.status) {
    case 'open':
      return { tone: 'info', words: words.looking({ when: startedWhen(userCase.opened_at, now) }) };
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

/** A mail to support with the ids to look the offer up. */
export function buildSupportMail(supportEmail: string, offer: UserOffer): string {
  const lines = [
    words.mailIntro,
    '',
    '',
    words.mailOffer({ title: offer.title }),
    words.mailOfferId({ id: offer.offer_id }),
    words.mailClickId({ id: offer.click_id ?? words.mailNone }),
    words.mailStarted({
      at:
        offer.started_at === null ? words.mailUnknown : `${formatDateTime(offer.started_at)} IST (${offer.started_at})`,
    }),
  ];
  const subject = words.mailSubject({ title: offer.title });
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
