/**
 * Commitments that this device saw before its spins. The proof is compared with them instead of trusting the server's
 * later claim.
 */
const KEY = 'commitments';
/** The number of stored commitments. The oldest are dropped, because most people check a recent spin. */
const MAX_STORED = 50;

type Seen = [spin: string, commitment: string][];

/** One person's spin on one offer: several people may share a device. */
const getStorageKey = (userId: number, offerId: number): string => `${userId}:${offerId}`;

function read(): Seen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Seen) : [];
  } catch {
    return [];
  }
}

/** Keeps the first commitment shown for an offer, so that a later change is detected. */
export function rememberCommitment(userId: number, offerId: number, commitment: string): void {
  const seen = read();
  const spin = getStorageKey(userId, offerId);
  if (seen.some(([each]) => each === spin)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, [spin, commitment]].slice(-MAX_STORED)));
  } catch {
    // Storage is unavailable: the server's own claim is used.
  }
}

export const getSeenCommitment = (userId: number, offerId: number): string | undefined =>
  read().find(([spin]) => spin === getStorageKey(userId, offerId))?.[1];
