import type { UserOffer } from '@inaam/contracts/offers/offers';
import { getOfferState } from './offer-state.ts';

/**
 * How often the list is asked for what comes by itself while someone looks at it: a completion that was started a
 * moment ago, or a voucher that is owed or a confirmation. Nothing is asked where nothing is awaited.
 */
const JUST_STARTED_POLL_MS = 4000;
export const AWAITED_POLL_MS = 20_000;
/** So long a start counts as a moment ago, and as awaited at all: later, coming back to the app asks. */
const JUST_STARTED_MS = 30 * 60_000;
const AWAITED_MS = 24 * 60 * 60_000;

/** @param now ms since 1970 @returns in how many ms to ask again, or false */
export function getPollInterval(offers: readonly UserOffer[] | undefined, now = Date.now()): number | false {
  if (!offers) return false;
  const starts = offers
    .filter((offer) => offer.started_at !== null && getOfferState(offer) === 'available')
    .map(({ started_at }) => now - Date.parse(started_at ?? ''));
  if (starts.some((age) => age < JUST_STARTED_MS)) return JUST_STARTED_POLL_MS;
  const isAwaited = offers.some(({ owed, pending }) => owed || pending) || starts.some((age) => age < AWAITED_MS);
  return isAwaited ? AWAITED_POLL_MS : false;
}
