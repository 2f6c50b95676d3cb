import type { SessionUser, SignedInUser } from '@inaam/contracts/identity/sign-in';

/**
 * The parts of a session that the browser stores, under the documented keys. They cannot authenticate: the secret is in
 * an httpOnly cookie, and the server decides who is signed in.
 */
const KEYS = ['sessionId', 'user', 'userId'] as const;

/**
 * Keys in which features store data of one person: last seen offers, commitments shown before spins, and whether the
 * introduction was shown.
 */
const FEATURE_KEYS = ['lastOffers', 'commitments', 'howItWorksSeen'] as const;
/**
 * The database of the voucher codes that a person agreed to keep on the device (features/vouchers/offline-store.ts).
 */
const KEPT_DATABASE = 'kept-vouchers';

/** Stores only the documented fields. */
export function storeUser({ id, firstName, lastName, email }: SessionUser): void {
  put('user', JSON.stringify({ id, firstName, lastName, email }));
  put('userId', String(id));
}

export function storeSession({ sessionId, user }: SignedInUser): void {
  if (sessionId) put('sessionId', sessionId);
  storeUser(user);
}

export function clearSession(): void {
  try {
    for (const key of [...KEYS, ...FEATURE_KEYS]) localStorage.removeItem(key);
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}

/** The remembered user id. It decides what to show during the session check, or while the server is unreachable. */
export function readStoredUserId(): number | undefined {
  try {
    const id = localStorage.getItem('userId');
    return id === null ? undefined : Number(id);
  } catch {
    return undefined;
  }
}

/** The remembered person; undefined if none is stored. */
export function readStoredUser(): SessionUser | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('user') ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as SessionUser) : undefined;
  } catch {
    return undefined;
  }
}

function put(key: (typeof KEYS)[number], value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is unavailable or full: the cookie still carries the session.
  }
}
