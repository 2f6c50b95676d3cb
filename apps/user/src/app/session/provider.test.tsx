import type { SessionUser } from '@inaam/contracts/identity/sign-in';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Auth, AuthProvider as AuthProviderOfSource, useAuth as useAuthOfSource } from './auth.tsx';
import type {
  IdentityProvider,
  isProviderSession as isProviderSessionOfSource,
  rememberProviderSession as rememberProviderSessionOfSource,
} from './provider.ts';

/** Tests how the app's session follows the provider's state, with a scripted provider and server. */
const user: SessionUser = { id: 7, firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com' };

const server = { me: vi.fn(), providerLogin: vi.fn(), login: vi.fn(), logout: vi.fn() };
const client = {
  user: {
    identity: {
      me: { query: server.me },
      providerLogin: { mutate: server.providerLogin },
      login: { mutate: server.login },
      logout: { mutate: server.logout },
    },
  },
};

let endProviderSession: () => void;
const stopped = vi.fn();
const provider: IdentityProvider = {
  signIn: () => Promise.resolve('token-1'),
  canResume: () => false,
  resume: () => Promise.resolve(undefined),
  signOut: vi.fn(() => Promise.resolve()),
  onSignedOut: vi.fn((listener: () => void) => {
    endProviderSession = listener;
    return Promise.resolve(stopped);
  }),
};

/** Replacements of app modules. */
const standIns: Record<string, () => object> = {
  '../client.ts': () => ({ links: () => [], client }),
  '../site.tsx': () => ({ useSite: () => ({ provider: { kind: 'firebase' } }) }),
  './configured-provider.ts': () => ({ createConfiguredProvider: () => provider }),
  './fingerprint.ts': () => ({ deviceFingerprint: () => 'abc' }),
};

// Test files in one worker share modules, so this file loads its own copies and resets them.
let AuthProvider: typeof AuthProviderOfSource;
let useAuth: typeof useAuthOfSource;
let isProviderSession: typeof isProviderSessionOfSource;
let rememberProviderSession: typeof rememberProviderSessionOfSource;
beforeAll(async () => {
  vi.resetModules();
  for (const [path, standIn] of Object.entries(standIns)) vi.doMock(path, standIn);
  ({ AuthProvider, useAuth } = await import('./auth.tsx'));
  ({ isProviderSession, rememberProviderSession } = await import('./provider.ts'));
});
afterAll(() => {
  for (const path of Object.keys(standIns)) vi.doUnmock(path);
  vi.resetModules();
});

let auth: Auth;
function Reader() {
  const current = useAuth();
  useEffect(() => {
    auth = current;
  }, [current]);
  return null;
}
const start = async () => {
  render(
    <AuthProvider>
      <Reader />
    </AuthProvider>,
  );
  await waitFor(() => expect(auth.session.status).not.toBe('checking'));
};

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  server.me.mockResolvedValue(user);
  server.login.mockResolvedValue({ sessionId: 's-1', user });
  server.providerLogin.mockResolvedValue({ sessionId: 's-1', user });
  server.logout.mockResolvedValue({});
});
afterEach(cleanup);

test("sends the provider's token and the device's fingerprint, and stores the session from the answer", async () => {
  server.me.mockRejectedValue(new Error('lost'));
  await start();
  await act(() => auth.loginWithProvider(provider.signIn()));
  expect(server.providerLogin).toHaveBeenCalledWith({ idToken: 'token-1', deviceFingerprint: 'abc' });
  expect(auth.session).toMatchObject({ status: 'signed-in', user });
  expect(localStorage.getItem('sessionId')).toBe('s-1');
  expect(isProviderSession()).toBe(true);
});

test('signs out of the provider and rethrows the error when the server refuses the token', async () => {
  server.me.mockRejectedValue(new Error('lost'));
  server.providerLogin.mockRejectedValue(new Error('Account suspended due to suspicious activity'));
  await start();
  await expect(auth.loginWithProvider(provider.signIn())).rejects.toThrow('Account suspended');
  expect(provider.signOut).toHaveBeenCalledTimes(1);
  expect(isProviderSession()).toBe(false);
  expect(localStorage.length).toBe(0);
});

test('changes nothing when the person cancels', async () => {
  server.me.mockRejectedValue(new Error('lost'));
  await start();
  await auth.loginWithProvider(Promise.resolve(undefined));
  expect(server.providerLogin).not.toHaveBeenCalled();
  expect(provider.signOut).not.toHaveBeenCalled();
});

test('ends a session that the provider opened when the provider signs the user out', async () => {
  rememberProviderSession(true);
  await start();
  expect(provider.onSignedOut).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('userId')).toBe('7');
  await act(async () => endProviderSession());
  expect(auth.session.status).toBe('signed-out');
  expect(localStorage.length).toBe(0);
  expect(server.logout).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(stopped).toHaveBeenCalled());
});

test('does not watch the provider during a session that was opened with a password', async () => {
  await start();
  expect(provider.onSignedOut).not.toHaveBeenCalled();
  await act(() => auth.login('ananya@example.com', 'open sesame'));
  expect(provider.onSignedOut).not.toHaveBeenCalled();
  expect(auth.session.status).toBe('signed-in');
});

test('on sign-out, removes the stored data before it calls the server, and signs out of the provider', async () => {
  rememberProviderSession(true);
  await start();
  let storedCount: number | undefined;
  server.logout.mockImplementation(() => {
    storedCount = localStorage.length;
    return Promise.resolve({});
  });
  await act(() => auth.logout());
  expect(storedCount).toBe(0);
  expect(provider.signOut).toHaveBeenCalledTimes(1);
});
