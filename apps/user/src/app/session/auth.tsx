import type { SessionOwner, SessionUser, SignedInUser } from '@inaam/contracts/identity/sign-in';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { language } from '../../words/words.ts';
import { client } from '../client.ts';
import { endsSession, getErrorMessage } from '../errors.ts';
import { dropEarlyQueries, restartEarlyQueries } from '../route-queries.ts';
import { useSite } from '../site.tsx';
import { createConfiguredProvider } from './configured-provider.ts';
import { type IdentityProvider, isProviderSession, rememberProviderSession } from './provider.ts';
import { returnPath } from './return-path.ts';
import { clearSession, readStoredUserId, storeSession, storeUser } from './session-storage.ts';

type Session =
  /** The session check is running. `remembered`: this browser had a session at its last visit. */
  | { status: 'checking'; remembered: boolean }
  /** `reason`: the refusal of a session that a suspension ended. */
  | { status: 'signed-out'; reason?: unknown }
  /**
   * `isChecked`: the session check has ended. Only its answer has the fields of {@link SessionOwner}, which decide the
   * messages above the offers.
   */
  | { status: 'signed-in'; user: SessionUser & Partial<SessionOwner>; isChecked: boolean }
  /** The session check failed. `message`: the server's reason; empty if the server could not be reached. */
  | { status: 'failed'; message: string };

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Auth {
  session: Session;
  /** `login`, `loginWithProvider` and `register` throw the server's refusal. The session then stays unchanged. */
  login: (email: string, password: string) => Promise<void>;
  /**
   * Exchanges the provider's token for a session; `undefined` means that the person cancelled. A failed exchange also
   * signs out of the provider.
   */
  loginWithProvider: (token: Promise<string | undefined>) => Promise<void>;
  /** @returns true if signed in; false if a mailed code must finish the sign-up */
  register: (registration: Registration) => Promise<boolean>;
  /** Takes over a session that a link, a code or a passkey opened. */
  enter: (signedIn: SignedInUser) => void;
  logout: () => Promise<void>;
  /**
   * Call it when the server refused a call because the session has ended. Clears stored data and opens /login, which
   * shows the reason if there is one.
   */
  onSessionLost: (reason?: unknown) => void;
  recheck: () => void;
  /** The identity provider; undefined until the settings have loaded, and if none is configured. */
  provider: IdentityProvider | undefined;
}

const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** Loads the fingerprint code, once. */
export const fetchFingerprint = () => import('./fingerprint.ts');

/**
 * The device's fingerprint. If the code does not load, the sign-in continues without a fingerprint, which is only a
 * hint.
 */
const fingerprint = (): Promise<string | undefined> =>
  fetchFingerprint().then(
    ({ deviceFingerprint }) => deviceFingerprint(),
    () => undefined,
  );

export function AuthProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>(() => ({
    status: 'checking',
    remembered: readStoredUserId() !== undefined,
  }));
  const [round, setRound] = useState(0);
  const settings = useSite()?.provider;
  const provider = useMemo(() => createConfiguredProvider(settings), [settings]);

  /** The number of the latest check. The answer to an earlier check may be from before a sign-in or sign-out. */
  const latestCheck = useRef(0);

  const onSessionLost = useCallback((reason?: unknown) => {
    latestCheck.current += 1;
    dropEarlyQueries();
    clearSession();
    setSession({ status: 'signed-out', reason });
  }, []);

  // `round` only restarts the effect.
  useEffect(() => {
    latestCheck.current += 1;
    const thisCheck = latestCheck.current;
    const request = client.user.identity.me.query();
    request.then(
      (user) => {
        if (thisCheck !== latestCheck.current) return;
        storeUser(user);
        // Renders the first screen in short tasks, so that a slow phone still reacts.
        startTransition(() => setSession({ status: 'signed-in', user, isChecked: true }));
      },
      (error) => {
        if (thisCheck !== latestCheck.current) return;
        if (!endsSession(error, onSessionLost)) setSession({ status: 'failed', message: getErrorMessage(error, '') });
      },
    );
  }, [round, onSessionLost]);

  const recheck = useCallback(() => {
    restartEarlyQueries();
    setSession({ status: 'checking', remembered: readStoredUserId() !== undefined });
    setRound((n) => n + 1);
  }, []);

  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  // Signing in or out in another tab changes this tab's cookie. A page that the browser restores from its cache has
  // missed the change.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => event.key === 'userId' && recheck();
    const onShow = ({ persisted }: PageTransitionEvent) =>
      persisted && userId !== undefined && readStoredUserId() !== userId && recheck();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [recheck, userId]);

  const logout = useCallback(async () => {
    const providerSignOut = provider?.signOut();
    // Forgets the provider session before the redirect to /login, which would otherwise sign the user in again.
    rememberProviderSession(false);
    returnPath.forgetUntilSignIn();
    onSessionLost();
    await Promise.all([client.user.identity.logout.mutate(), providerSignOut?.catch(() => undefined)]);
  }, [onSessionLost, provider]);

  // A session that the provider opened ends when the provider's own session ends.
  useEffect(() => {
    if (userId === undefined || !provider || !isProviderSession()) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    provider
      .onSignedOut(() => void logout().catch(() => undefined))
      .then(
        (unsubscribe) => {
          if (isUnmounted) unsubscribe();
          else stop = unsubscribe;
        },
        // The provider's code could not be loaded: the next visit tries again.
        () => undefined,
      );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [userId, provider, logout]);

  const auth = useMemo<Auth>(() => {
    const enter = (signedIn: SignedInUser, { isProvider = false } = {}) => {
      latestCheck.current += 1;
      const thisCheck = latestCheck.current;
      dropEarlyQueries();
      rememberProviderSession(isProvider);
      storeSession(signedIn);
      setSession({ status: 'signed-in', user: signedIn.user, isChecked: false });
      // The session check runs while the offers load. If it fails, the offers appear without messages.
      void client.user.identity.me
        .query()
        .catch(() => signedIn.user)
        .then(
          (user) => thisCheck === latestCheck.current && setSession({ status: 'signed-in', user, isChecked: true }),
        );
    };
    return {
      session,
      login: async (email, password) =>
        enter(await client.user.identity.login.mutate({ email, password, deviceFingerprint: await fingerprint() })),
      loginWithProvider: async (token) => {
        try {
          const idToken = await token;
          // From here on the person is signed in with the provider, even if the exchange of the token fails.
          rememberProviderSession(!!idToken);
          if (!idToken) return;
          const deviceFingerprint = await fingerprint();
          // A first sign-in creates an account, which may need a proof of work.
          const { withProof } = await import('./sign-up.ts');
          enter(
            await withProof(deviceFingerprint, (proof) =>
              client.user.identity.providerLogin.mutate({ idToken, deviceFingerprint, proof }),
            ),
            { isProvider: true },
          );
        } catch (error) {
          await provider?.signOut().catch(() => undefined);
          rememberProviderSession(false);
          throw error;
        }
      },
      register: async (registration) => {
        // Loaded only now, because most people sign in.
        const { signUp } = await import('./sign-up.ts');
        const answer = await signUp({
          ...registration,
          language: language(),
          deviceFingerprint: await fingerprint(),
        });
        if (!('user' in answer)) return false;
        enter(answer);
        return true;
      },
      enter: (signedIn) => enter(signedIn),
      logout,
      onSessionLost,
      recheck,
      provider,
    };
  }, [session, logout, onSessionLost, recheck, provider]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}
