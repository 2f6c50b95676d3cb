/**
 * The user's own seed of a draw. It is generated when the user starts an offer and stored here until the spin. The
 * click sends the seed's hash before the server draws its own seed, so neither side can choose a seed that suits the
 * other one. All clicks of an offer send the same hash, because any of these clicks may be the one that counts.
 */
const getStorageKey = (userId: number, offerId: number): string => `seed:${userId}:${offerId}`;

/** 128 random bits in hex. */
export const createClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The stored seed of the offer, if any. */
export function readClientSeed(userId: number, offerId: number): string | undefined {
  try {
    return localStorage.getItem(getStorageKey(userId, offerId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The SHA-256 of the seed in hex; generates and stores a seed if there is none.
 * @returns undefined if storage or hashing is unavailable: then the click is sent without a hash
 */
export async function hashClientSeed(userId: number, offerId: number): Promise<string | undefined> {
  try {
    const seed = readClientSeed(userId, offerId) ?? createClientSeed();
    localStorage.setItem(getStorageKey(userId, offerId), seed);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    // Storage is unavailable, or the page is not on https.
    return undefined;
  }
}

/** Deletes the seed after the spin has used it. */
export function deleteClientSeed(userId: number, offerId: number): void {
  try {
    localStorage.removeItem(getStorageKey(userId, offerId));
  } catch {
    // Nothing was stored.
  }
}
