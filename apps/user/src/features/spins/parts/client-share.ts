/**
 * The person's own share of a draw. It is generated at the start of an offer and stored here until the spin. Its hash
 * goes with the click, before the server draws its seed, so neither side can choose its part to fit. All clicks of an
 * offer send the same hash, because any of them may count.
 */
const getStorageKey = (userId: number, offerId: number): string => `share:${userId}:${offerId}`;

/** 128 random bits in hex. */
export const createClientShare = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The stored share of the offer, if any. */
export function readClientShare(userId: number, offerId: number): string | undefined {
  try {
    return localStorage.getItem(getStorageKey(userId, offerId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The SHA-256 of the share in hex; generates and stores a share if there is none.
 * @returns undefined if storage or hashing is unavailable: then the share is open
 */
export async function hashClientShare(userId: number, offerId: number): Promise<string | undefined> {
  try {
    const share = readClientShare(userId, offerId) ?? createClientShare();
    localStorage.setItem(getStorageKey(userId, offerId), share);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(share));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    // Storage is unavailable, or the page is not on https.
    return undefined;
  }
}

/** Called after the spin used it. */
export function deleteClientShare(userId: number, offerId: number): void {
  try {
    localStorage.removeItem(getStorageKey(userId, offerId));
  } catch {
    // Nothing was stored.
  }
}
