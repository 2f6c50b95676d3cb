import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { formatUpperBound } from '../../app/format-usual-time.ts';
import { formatDateTime, formatTimeSince } from '../../words/dates.ts';
import { offers as words } from '../../words/words.ts';
import { getOfferState, isStarted } from './parts/offer-state.ts';

/**
 * The progress of an offer as one line on its card; undefined if the user waits for nothing.
 * @param isShort omits the time of the start once the usual time has passed
 */
export function getCardNote(offer: UserOffer, now: Date, isShort = false): string | undefined {
  switch (getOfferState(offer)) {
    case 'available':
      return offer.started_at === null ? undefined : getStartedNote(offer, offer.started_at, now, isShort);
    case 'confirming':
      return offer.held_until ? words.noteOpens({ date: formatDateTime(offer.held_until) }) : words.noteConfirming;
    case 'owed':
      return words.noteOwed;
    case 'ready':
    case 'won':
    case 'lost':
    case 'reversed':
      return undefined;
  }
}

function getStartedNote({ usual_seconds: usual }: UserOffer, startedAt: string, now: Date, isShort: boolean): string {
  const started = words.noteStarted({ when: formatWhen(startedAt, now) });
  if (usual === null) return started;
  const remaining = usual - getSecondsSince(startedAt, now);
  if (remaining <= 0) return isShort ? words.usualPassed : `${started} ${words.usualPassed}`;
  const within = words.usualWithin({ time: formatUpperBound(usual) });
  // After a minute, the remaining time already implies when the offer was started.
  return remaining > usual - 60
    ? `${started} ${within}`
    : `${within} ${words.timeLeft({ time: formatUpperBound(remaining) })}`;
}

const getSecondsSince = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / 1000;

/** `40m ago`, `just now` or `on 21 Nov 2026`. */
export function formatWhen(at: string, now: Date): string {
  const { kind, text } = formatTimeSince(at, now);
  return kind === 'now' ? words.justNow : kind === 'ago' ? text : words.onDay({ day: text });
}

/** Seconds after a start from which a user may ask, if the offer's usual time is not known. */
const UNKNOWN_USUAL = 30 * 60;

/** True if the usual time has passed. */
export const isOverdue = ({ started_at, usual_seconds }: UserOffer, now: Date): boolean =>
  started_at !== null && getSecondsSince(started_at, now) >= (usual_seconds ?? UNKNOWN_USUAL);

/** True if a completion may be missing and no case is open. */
export const canOpenCase = (offer: UserOffer, userCase: UserCase | undefined): boolean =>
  isStarted(offer) && userCase?.status !== 'open';
