import type { UserOffer } from '@inaam/contracts/offers/offers';

/**
 * The offers as one person last saw them, shown while fresh ones load, or when there is no network. Without voucher
 * codes: those are money, and stay with the server; and without wheels, which are most of the list and nothing here.
 * Cleared with the session (app/session/session-storage.ts names the key, too).
 */
const KEY = 'lastOffers';

export interface LastKnown {
  /** When they were fresh: ms since 1970. */
  at: number;
  offers: UserOffer[];
}

/** Keeps what the server has just said. */
export function storeLastKnown(userId: number, { at, offers }: LastKnown): void {
  try {
    const safe = offers.map((offer) => ({ ...offer, voucher_code: null, wheel: [] }));
    localStorage.setItem(KEY, JSON.stringify({ userId, at, offers: safe }));
  } catch {
    // Storage is refused or full: the next visit begins with skeletons.
  }
}

/** What this person saw last, on this device; undefined for anyone else. */
export function readLastKnown(userId: number): LastKnown | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('userId' in kept) || kept.userId !== userId) return undefined;
    const { at, offers } = kept as Partial<LastKnown>;
    return typeof at === 'number' && Array.isArray(offers) ? { at, offers } : undefined;
  } catch {
    return undefined;
  }
}
