import { type SessionAdmin, sessionAdmin } from '@inaam/contracts/identity/sign-in';

/** Specification section 3: the storage keys of an admin's session. */
const ADMIN = 'admin';
const SESSION = 'adminSessionId';

/** The admin of the last sign-in on this device; undefined where there is none, or it cannot be read. */
export function storedAdmin(): SessionAdmin | undefined {
  try {
    if (!localStorage.getItem(SESSION)) return undefined;
    return sessionAdmin.parse(JSON.parse(localStorage.getItem(ADMIN) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function storeSession(sessionId: string, admin: SessionAdmin): void {
  try {
    localStorage.setItem(SESSION, sessionId);
    localStorage.setItem(ADMIN, JSON.stringify(admin));
  } catch {
    // Storage is refused (private mode): the session holds until the tab is closed.
  }
}

export function clearSession(): void {
  try {
    localStorage.removeItem(SESSION);
    localStorage.removeItem(ADMIN);
  } catch {
    // Nothing was kept, so nothing is left behind.
  }
}
