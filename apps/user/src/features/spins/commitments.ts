/**
 * Commitments that this device saw before spins. The page that checks a draw compares the proof with the commitment
 * stored here, so that it need not trust what the server sends after the spin.
 */
const KEY = 'commitments';
/** Maximum number of stored commitments. The oldest are dropped, because most people check a recent spin. */
const MAX_STORED = 50;

type Seen = [spin: string, commitment: string][];

/** The key contains the person, because several people may share a device. */
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
    // Storage is unavailable: the proof is compared with the commitment that the server sends.
  }
}

export const getSeenCommitment = (userId: number, offerId: number): string | undefined =>
  read().find(([spin]) => spin === getStorageKey(userId, offerId))?.[1];
