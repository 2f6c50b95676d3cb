import type { UserOffer } from '@inaam/contracts/offers/offers';
import { getOfferState } from './parts/offer-state.ts';

/** The polling interval after a recent start, while the list is open. If no change is expected, nothing is polled. */
const JUST_STARTED_POLL_MS = 4000;
/**
 * The interval for other expected changes: the completion of an older start, a confirmation, or the voucher of a win
 * that was out of stock.
 */
export const AWAITED_POLL_MS = 20_000;
/** The time for which a start counts as recent. */
const JUST_STARTED_MS = 30 * 60_000;
/** For this time after a start, the list is polled. After that it reloads only when the user returns to the app. */
const AWAITED_MS = 24 * 60 * 60_000;

/** @param now ms since 1970 @returns ms until the next poll, or false */
export function getPollInterval(offers: readonly UserOffer[] | undefined, now = Date.now()): number | false {
  if (!offers) return false;
  const starts = offers
    .filter((offer) => offer.started_at !== null && getOfferState(offer) === 'available')
    .map(({ started_at }) => now - Date.parse(started_at ?? ''));
  if (starts.some((age) => age < JUST_STARTED_MS)) return JUST_STARTED_POLL_MS;
  const isAwaited = offers.some(({ owed, pending }) => owed || pending) || starts.some((age) => age < AWAITED_MS);
  return isAwaited ? AWAITED_POLL_MS : false;
}
