/**
 * The commitments that this device was shown before its spins, so that the proof afterwards is held against what was
 * promised and not against what the server says it had promised.
 */
const KEY = 'commitments';
/** The oldest go first: this is a help, not an archive. */
const KEPT = 50;

type Seen = [spin: string, commitment: string][];

/** One person's spin on one offer: several may share a device. */
const keyOf = (userId: number, offerId: number): string => `${userId}:${offerId}`;

function read(): Seen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Seen) : [];
  } catch {
    return [];
  }
}

/** Keeps the first one shown for an offer: were it to change later, that is what should come out. */
export function rememberCommitment(userId: number, offerId: number, commitment: string): void {
  const seen = read();
  const spin = keyOf(userId, offerId);
  if (seen.some(([each]) => each === spin)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, [spin, commitment]].slice(-KEPT)));
  } catch {
    // Storage is refused: the server's own word has to do.
  }
}

export const getSeenCommitment = (userId: number, offerId: number): string | undefined =>
  read().find(([spin]) => spin === keyOf(userId, offerId))?.[1];
