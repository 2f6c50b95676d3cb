/**
 * The spin under way in this tab, so that a reload in mid-spin shows its result: the server answers the same call with
 * what it has recorded. With the person's own share of the seed, in case the first call never arrived. A result that is
 * on the screen stays there over a reload, but no longer takes the place of another offer that an address names.
 */
const KEY = 'pendingSpin';

export interface PendingSpin {
  userId: number;
  offerId: number;
  clientSeed: string;
  /** Its result has been on the screen. */
  isShown?: boolean;
}

export function storePendingSpin(spin: PendingSpin): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(spin));
  } catch {
    // Storage is refused: after a reload the offer's card shows the result.
  }
}

export function clearPendingSpin(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The spin that this person had under way here, if any. */
export function readPendingSpin(userId: number): PendingSpin | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<PendingSpin> | null;
    if (kept?.userId !== userId || typeof kept.offerId !== 'number' || typeof kept.clientSeed !== 'string')
      return undefined;
    const { offerId, clientSeed, isShown = false } = kept;
    return { userId, offerId, clientSeed, isShown };
  } catch {
    return undefined;
  }
}
