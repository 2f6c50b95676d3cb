import type { SessionUser, SignedInUser } from '@inaam/contracts/identity/sign-in';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { language } from '../../words/words.ts';
import { client } from '../client.ts';
import { endsSession, getErrorMessage } from '../errors.ts';
import { dropEarlyQueries, restartEarlyQueries } from '../route-queries.ts';
import { useSite } from '../site.tsx';
import { configuredProvider } from './configured-provider.ts';
import { type IdentityProvider, isProviderSession, rememberProviderSession } from './provider.ts';
import { clearSession, readStoredUserId, storeSession, storeUser } from './session-storage.ts';

type Session =
  /** The server is being asked. `remembered`: this browser knew someone when it was last here. */
  | { status: 'checking'; remembered: boolean }
  /** `reason`: the refusal of a session that a suspension ended. */
  | { status: 'signed-out'; reason?: unknown }
  | { status: 'signed-in'; user: SessionUser }
  /** The server refuses this network or device, and says so; without a message it could not be asked. */
  | { status: 'failed'; message: string };

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Auth {
  session: Session;
  /** All three throw what the server answered, and change nothing then. */
  login: (email: string, password: string) => Promise<void>;
  /**
   * Exchanges the provider's token for a session; `undefined` means that the person gave up. An exchange that fails
   * signs them out of the provider, too.
   */
  loginWithProvider: (token: Promise<string | undefined>) => Promise<void>;
  /** @returns is somebody signed in now? Else a mail waits, whose code finishes it. */
  register: (registration: Registration) => Promise<boolean>;
  /** Takes on a session that the server has given by another way: a link, a code, a passkey. */
  enter: (signedIn: SignedInUser) => void;
  logout: () => Promise<void>;
  /**
   * A call was refused because its session has ended: the stored data goes, and the person to /login, which says why
   * where there is a reason.
   */
  onSessionLost: (reason?: unknown) => void;
  recheck: () => void;
  /** Who vouches for people here; undefined until the settings have come, and where there is nobody. */
  provider: IdentityProvider | undefined;
}

const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** Fetches what reads the device's fingerprint, once. */
export const fetchFingerprint = () => import('./fingerprint.ts');

/**
 * The device's fingerprint. Where its code cannot be fetched, signing in goes on without: it is a hint, and who wanted
 * to withhold it could.
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
  const provider = useMemo(() => configuredProvider(settings), [settings]);

  /** Which check's answer still counts: one that comes after a sign-in or sign-out says who was signed in before it. */
  const check = useRef(0);

  const onSessionLost = useCallback((reason?: unknown) => {
    check.current += 1;
    dropEarlyQueries();
    clearSession();
    setSession({ status: 'signed-out', reason });
  }, []);

  // `round` is read by nobody: a new one asks again.
  useEffect(() => {
    check.current += 1;
    const own = check.current;
    const asked = client.user.identity.me.query();
    asked.then(
      (user) => {
        if (own !== check.current) return;
        storeUser(user);
        setSession({ status: 'signed-in', user });
      },
      (error) => {
        if (own !== check.current) return;
        if (!endsSession(error, onSessionLost)) setSession({ status: 'failed', message: getErrorMessage(error, '') });
      },
    );
  }, [round, onSessionLost]);

  const recheck = useCallback(() => {
    restartEarlyQueries();
    setSession({ status: 'checking', remembered: readStoredUserId() !== undefined });
    setRound((n) => n + 1);
  }, []);

  // Signing in or out in another tab changes whose cookie this tab sends.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => event.key === 'userId' && recheck();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [recheck]);

  const logout = useCallback(async () => {
    const leaving = provider?.signOut();
    // Before the way to /login, where whoever is still known to the provider is signed in again.
    rememberProviderSession(false);
    onSessionLost();
    await Promise.all([client.user.identity.logout.mutate(), leaving?.catch(() => undefined)]);
  }, [onSessionLost, provider]);

  // A session that came from the provider ends with the provider's own (product.md section 4, contract section 2).
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  useEffect(() => {
    if (userId === undefined || !provider || !isProviderSession()) return;
    let stop: (() => void) | undefined;
    let gone = false;
    provider
      .onSignedOut(() => void logout().catch(() => undefined))
      .then(
        (unsubscribe) => {
          if (gone) unsubscribe();
          else stop = unsubscribe;
        },
        // Its code could not be fetched: the next visit asks again.
        () => undefined,
      );
    return () => {
      gone = true;
      stop?.();
    };
  }, [userId, provider, logout]);

  const auth = useMemo<Auth>(() => {
    const enter = (signedIn: SignedInUser, signedInByProvider = false) => {
      check.current += 1;
      dropEarlyQueries();
      rememberProviderSession(signedInByProvider);
      storeSession(signedIn);
      setSession({ status: 'signed-in', user: signedIn.user });
    };
    return {
      session,
      login: async (email, password) =>
        enter(await client.user.identity.login.mutate({ email, password, deviceFingerprint: await fingerprint() })),
      loginWithProvider: async (token) => {
        try {
          const idToken = await token;
          // Whatever goes wrong from here on, someone is signed in with the provider.
          rememberProviderSession(!!idToken);
          if (!idToken) return;
          enter(
            await client.user.identity.providerLogin.mutate({ idToken, deviceFingerprint: await fingerprint() }),
            true,
          );
        } catch (error) {
          await provider?.signOut().catch(() => undefined);
          rememberProviderSession(false);
          throw error;
        }
      },
      register: async (registration) => {
        // Nobody needs it before this press.
        const { signUp } = await import('./sign-up.ts');
        const answer = await signUp({
          ...registration,
          language: language(),
          deviceFingerprint: await fingerprint(),
        });
        if ('user' in answer) enter(answer);
        return 'user' in answer;
      },
      enter,
      logout,
      onSessionLost,
      recheck,
      provider,
    };
  }, [session, logout, onSessionLost, recheck, provider]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}
