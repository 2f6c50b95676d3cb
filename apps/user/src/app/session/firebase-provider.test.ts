import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { createConfiguredProvider as createConfiguredProviderOfSource } from './configured-provider.ts';
import type {
  ProviderRefusal as ProviderRefusalOfSource,
  rememberProviderSession as rememberProviderSessionOfSource,
} from './provider.ts';

/** A fake of Google's library, with the calls and events that the adapter uses. */
const sdk = {
  loads: 0,
  user: null as { getIdToken: () => Promise<string> } | null,
  listeners: new Set<(user: unknown) => void>(),
  popup: undefined as unknown,
};
const notifyListeners = () => {
  for (const listener of sdk.listeners) listener(sdk.user);
};

const app = () => ({
  getApps: () => [],
  getApp: () => undefined,
  initializeApp: (project: unknown) => ({ project }),
});
const authLibrary = () => {
  sdk.loads += 1;
  return {
    browserLocalPersistence: 'local',
    indexedDBLocalPersistence: 'indexed',
    browserPopupRedirectResolver: 'popup',
    GoogleAuthProvider: class {
      setCustomParameters() {}
    },
    initializeAuth: () => ({
      authStateReady: () => Promise.resolve(),
      get currentUser() {
        return sdk.user;
      },
    }),
    onAuthStateChanged: (_: unknown, listener: (user: unknown) => void) => {
      sdk.listeners.add(listener);
      listener(sdk.user);
      return () => sdk.listeners.delete(listener);
    },
    signInWithPopup: () => {
      if (sdk.popup) return Promise.reject(Object.assign(new Error('refused'), { code: sdk.popup }));
      sdk.user = { getIdToken: () => Promise.resolve('token-1') };
      notifyListeners();
      return Promise.resolve({ user: sdk.user });
    },
    signOut: () => {
      sdk.user = null;
      notifyListeners();
      return Promise.resolve();
    },
  };
};

// Test files in one worker share modules, so this file loads its own copies and resets them.
let createConfiguredProvider: typeof createConfiguredProviderOfSource;
let rememberProviderSession: typeof rememberProviderSessionOfSource;
let ProviderRefusal: typeof ProviderRefusalOfSource;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('@firebase/app', app);
  vi.doMock('@firebase/auth', authLibrary);
  ({ createConfiguredProvider } = await import('./configured-provider.ts'));
  ({ rememberProviderSession, ProviderRefusal } = await import('./provider.ts'));
});
afterAll(() => {
  vi.doUnmock('@firebase/app');
  vi.doUnmock('@firebase/auth');
  vi.resetModules();
});

const provider = () => {
  const configured = createConfiguredProvider({
    kind: 'firebase',
    apiKey: 'k',
    authDomain: 'p.firebaseapp.com',
    projectId: 'p',
  });
  if (!configured) throw new Error('no provider');
  return configured;
};
beforeEach(() => {
  localStorage.clear();
  sdk.user = null;
  sdk.popup = undefined;
  sdk.listeners.clear();
});

test('loads the library only for a sign-in, not to sign out of a session without the provider', async () => {
  expect(provider().canResume()).toBe(false);
  await provider().signOut();
  expect(sdk.loads).toBe(0);
  expect(await provider().signIn()).toBe('token-1');
  expect(sdk.loads).toBe(1);
});

test('finds a provider session from an earlier visit', async () => {
  rememberProviderSession(true);
  expect(provider().canResume()).toBe(true);
  expect(await provider().resume()).toBeUndefined();
  await provider().signIn();
  expect(await provider().resume()).toBe('token-1');
});

describe('the sign-in window', () => {
  test.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request'])(
    'treats %s as cancelled, not failed',
    async (code) => {
      sdk.popup = code;
      expect(await provider().signIn()).toBeUndefined();
    },
  );

  test('throws a refusal with a reason when the browser blocks the window', async () => {
    sdk.popup = 'auth/popup-blocked';
    await expect(provider().signIn()).rejects.toMatchObject({ reason: 'popupBlocked' });
    await expect(provider().signIn()).rejects.toBeInstanceOf(ProviderRefusal);
  });

  test('rethrows any other error', async () => {
    sdk.popup = 'auth/network-request-failed';
    await expect(provider().signIn()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  });
});

test("reports the provider's sign-out until stopped", async () => {
  rememberProviderSession(true);
  await provider().signIn();
  const onSignedOut = vi.fn();
  const stop = await provider().onSignedOut(onSignedOut);
  expect(onSignedOut).not.toHaveBeenCalled();
  await provider().signOut();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  stop();
  await provider().signIn();
  await provider().signOut();
  expect(onSignedOut).toHaveBeenCalledTimes(1);
});
