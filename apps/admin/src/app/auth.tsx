import { type SessionAdmin, type SignedInAdmin, sessionAdmin } from '@inaam/contracts/identity/sign-in';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { DASHBOARD_DAYS } from './days.ts';
import { getServerError, isSignedOut } from './errors.ts';
import { setWaitsForSignIn } from './identity-proof.ts';
import { forgetRecentRecords } from './recent-records.ts';
import { returnPath } from './return-path.ts';
import { trpc } from './trpc.ts';

type AuthState =
  | { status: 'checking' }
  /** The server could not confirm the stored session. */
  | { status: 'unknown'; error: unknown }
  | { status: 'signedOut' }
  | { status: 'signedIn'; admin: SessionAdmin };

interface AdminAuth {
  state: AuthState;
  /** Validates the stored session again. */
  check: () => void;
  /** Stores the session that a sign-in returned. */
  onSignedIn: (session: SignedInAdmin) => void;
  /** Removes the session from this device only. The caller signs out on the server if needed. */
  clearLocalSession: () => void;
  /** Clears the local session and the remembered page after a sign-out, so the next sign-in begins at the dashboard. */
  onSignedOut: () => void;
}

const AdminAuthContext = createContext<AdminAuth | undefined>(undefined);

/**
 * Provides the admin's session: restores the session from storage, validates the session by a dashboard call, and
 * removes the session when the server has ended it.
 */
export function AdminAuthProvider({ children }: { children: ReactNode }) {
  const utils = trpc.useUtils();
  const cache = useQueryClient();
  const [state, setState] = useState<AuthState>(() => ({ status: readStoredAdmin() ? 'checking' : 'signedOut' }));
  const [attempt, setAttempt] = useState(0);

  const clearLocalSession = useCallback(() => {
    clearSession();
    forgetRecentRecords();
    setState({ status: 'signedOut' });
    // The next person on this device must not see the previous person's cached data. The cache is cleared in a
    // microtask, because mounted queries have to unmount first.
    queueMicrotask(() => cache.clear());
  }, [cache]);

  const isSignedIn = state.status === 'signedIn';
  useEffect(() => {
    setWaitsForSignIn(isSignedIn);
    return () => setWaitsForSignIn(false);
  }, [isSignedIn]);

  // A call that fails because the session expired shows the sign-in page, unless the call waits for the sign-in dialog.
  useEffect(() => {
    const unsubscribeFromQueries = cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
        clearLocalSession();
    });
    const unsubscribeFromMutations = cache.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error))
        clearLocalSession();
    });
    return () => {
      unsubscribeFromQueries();
      unsubscribeFromMutations();
    };
  }, [cache, clearLocalSession]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new attempt validates the session again
  useEffect(() => {
    const admin = readStoredAdmin();
    if (!admin) return;
    let isCurrent = true;
    // The dashboard query validates the session and fills the cache of the dashboard. The permissions have to be loaded
    // before any page renders.
    void Promise.allSettled([
      utils.admin.insights.dashboard.fetch({ days: DASHBOARD_DAYS }),
      utils.admin.identity.me.fetch(),
    ]).then((answers) => {
      if (!isCurrent) return;
      const failed = answers.find((each) => each.status === 'rejected' && !isLimitedToSetup(each.reason));
      if (failed?.status !== 'rejected') setState({ status: 'signedIn', admin });
      else if (!isSignedOut(failed.reason)) setState({ status: 'unknown', error: failed.reason });
    });
    return () => {
      isCurrent = false;
    };
  }, [utils, attempt]);

  const auth = useMemo<AdminAuth>(
    () => ({
      state,
      check: () => {
        setState({ status: 'checking' });
        setAttempt((n) => n + 1);
      },
      onSignedIn: ({ sessionId, admin }) => {
        storeSession(sessionId, admin);
        setState({ status: 'signedIn', admin });
      },
      clearLocalSession,
      onSignedOut: () => {
        returnPath.forgetUntilSignIn();
        clearLocalSession();
      },
    }),
    [state, clearLocalSession],
  );
  return <AdminAuthContext value={auth}>{children}</AdminAuthContext>;
}

export function useAdminAuth(): AdminAuth {
  const auth = useContext(AdminAuthContext);
  if (!auth) throw new Error('useAdminAuth must be used within an AdminAuthProvider');
  return auth;
}

/** The session is valid, but a second factor has to be set up first. */
const isLimitedToSetup = (error: unknown): boolean => getServerError(error)?.domainCode === 'SECOND_FACTOR_NOT_SET';

/** Specification section 3: storage keys of an admin's session. */
const ADMIN = 'admin';
const SESSION = 'adminSessionId';

/** The admin of the session stored on this device; undefined if no session is stored or its admin cannot be parsed. */
export function readStoredAdmin(): SessionAdmin | undefined {
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
    // Storage is unavailable (private mode): the session lasts until the page reloads.
  }
}

function clearSession(): void {
  try {
    localStorage.removeItem(SESSION);
    localStorage.removeItem(ADMIN);
  } catch {
    // Storage is unavailable: there is nothing to remove.
  }
}
