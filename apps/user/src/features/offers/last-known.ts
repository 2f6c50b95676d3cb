import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { ArrivedIds } from './use-offer-updates.ts';

/**
 * The offers that one person last saw, shown offline or while fresh offers load. Voucher codes and PINs are not stored,
 * because they are money. Wheels are not stored, because they are most of the data and are not shown with stored
 * offers. Cleared with the session (app/session/session-storage.ts lists the key, too).
 */
const KEY = 'lastOffers';

export interface LastKnown {
  /** The time at which the server sent the offers, in ms since 1970. */
  at: number;
  offers: UserOffer[];
  arrived: ArrivedIds;
}

/** Stores the server's latest answer. */
export function storeLastKnown(userId: number, { at, offers, arrived }: LastKnown): void {
  try {
    const safe = offers.map((offer) => ({ ...offer, voucher_code: null, voucher_pin: null, wheel: [] }));
    localStorage.setItem(KEY, JSON.stringify({ userId, at, offers: safe, arrived }));
  } catch {
    // Storage is unavailable or full: the next visit begins with skeletons.
  }
}

/**
 * Reads the offers that this person last saw on this device; undefined if none are stored for this person, or they are
 * unreadable.
 */
export function readLastKnown(userId: number): LastKnown | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('userId' in stored) || stored.userId !== userId)
      return undefined;
    const { at, offers, arrived } = stored as Partial<LastKnown>;
    if (typeof at !== 'number' || !Array.isArray(offers)) return undefined;
    // Data without `arrived` come from an earlier release, in which offers had no goals.
    return arrived
      ? { at, offers, arrived }
      : { at, offers: offers.map((offer) => ({ ...offer, goals: [] })), arrived: { ready: [], won: [] } };
  } catch {
    return undefined;
  }
}
