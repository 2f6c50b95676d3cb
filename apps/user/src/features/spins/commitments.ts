/**
 * The commitments that this device was shown before its spins, so that the proof afterwards is held against what was promised and not
 * against what the server says it had promised.
 */
const KEY = 'commitments';
/** The oldest go first: this is a help, not an archive. */
const KEPT = 50;

type Seen = [offerId: number, commitment: string][];

function read(): Seen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Seen) : [];
  } catch {
    return [];
  }
}

/** Keeps the first one shown for an offer: were it to change later, that is what should come out. */
export function rememberCommitment(offerId: number, commitment: string): void {
  const seen = read();
  if (seen.some(([id]) => id === offerId)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, [offerId, commitment]].slice(-KEPT)));
  } catch {
    // Storage is refused: the server's own word has to do.
  }
}

export const seenCommitment = (offerId: number): string | undefined => read().find(([id]) => id === offerId)?.[1];
