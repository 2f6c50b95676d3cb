/**
 * Stores the spin in progress in this tab, so that a reload shows the result that the server recorded. The client seed
 * is stored in case the first request never reached the server. A result that the user has already seen is shown again
 * after a reload, but not if the URL opens a different offer.
 */
const KEY = 'pendingSpin';

export interface PendingSpin {
  userId: number;
  offerId: number;
  clientSeed: string;
  /** True if the result was shown. */
  isShown?: boolean;
}

export function storePendingSpin(spin: PendingSpin): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(spin));
  } catch {
    // Storage is unavailable: after a reload the offer's card shows the result.
  }
}

export function clearPendingSpin(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** This person's spin in progress, if any. */
export function readPendingSpin(userId: number): PendingSpin | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<PendingSpin> | null;
    if (stored?.userId !== userId || typeof stored.offerId !== 'number' || typeof stored.clientSeed !== 'string')
      return undefined;
    const { offerId, clientSeed, isShown = false } = stored;
    return { userId, offerId, clientSeed, isShown };
  } catch {
    return undefined;
  }
}
