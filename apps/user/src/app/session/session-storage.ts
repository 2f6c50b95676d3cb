import type { SessionUser, SignedInUser } from '@inaam/contracts/identity/sign-in';

/**
 * What the browser keeps of a session, under the documented keys. It is a note, not a key: the secret is in an httpOnly
 * cookie, and the server is asked who is signed in.
 */
const KEYS = ['sessionId', 'user', 'userId'] as const;

/** What features keep of one person: the offers as they were last seen, and what was promised before spins. */
const OWN = ['lastOffers', 'commitments'] as const;
/** The codes that stay on the device by consent (features/vouchers/offline-store.ts). */
const KEPT_DATABASE = 'kept-vouchers';

export function storeUser(user: SessionUser): void {
  put('user', JSON.stringify(user));
  put('userId', String(user.id));
}

export function storeSession({ sessionId, user }: SignedInUser): void {
  if (sessionId) put('sessionId', sessionId);
  storeUser(user);
}

export function clearSession(): void {
  try {
    for (const key of [...KEYS, ...OWN]) localStorage.removeItem(key);
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // Storage is refused: there was nothing to remove.
  }
}

/** Whom this browser remembers, if anyone: decides what is shown while the server is asked, and when it cannot be. */
export function readStoredUserId(): number | undefined {
  try {
    const id = localStorage.getItem('userId');
    return id === null ? undefined : Number(id);
  } catch {
    return undefined;
  }
}

function put(key: (typeof KEYS)[number], value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is refused or full: the cookie carries the session all the same.
  }
}
