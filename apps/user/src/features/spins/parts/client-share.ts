/**
 * The person's own share of a draw, drawn when they start the offer and kept here until the spin: its hash goes with
 * the click, before the server draws its seed, so that neither side can choose its part to fit the other's. All clicks
 * of an offer bring the same hash, since any of them may be the one that counts.
 */
const keyOf = (userId: number, offerId: number): string => `share:${userId}:${offerId}`;

/** 128 random bits in hex. */
export const createClientShare = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What was kept for the offer, if anything. */
export function readClientShare(userId: number, offerId: number): string | undefined {
  try {
    return localStorage.getItem(keyOf(userId, offerId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The SHA-256 of the share, hex, which is drawn and kept where there is none.
 * @returns undefined where nothing can be kept or hashed: then the share is open
 */
export async function hashClientShare(userId: number, offerId: number): Promise<string | undefined> {
  try {
    const share = readClientShare(userId, offerId) ?? createClientShare();
    localStorage.setItem(keyOf(userId, offerId), share);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(share));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    // Storage is refused, or the page is not on https.
    return undefined;
  }
}

/** The spin was drawn with it. */
export function deleteClientShare(userId: number, offerId: number): void {
  try {
    localStorage.removeItem(keyOf(userId, offerId));
  } catch {
    // Nothing was kept.
  }
}
