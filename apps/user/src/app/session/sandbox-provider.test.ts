import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepIdToken, sandboxProvider } from './sandbox-provider.ts';

const provider = sandboxProvider('http://localhost:3002/chooser');

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});
afterEach(() => void vi.restoreAllMocks());

const openChooser = () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  void provider.signIn();
  return String(assign.mock.calls[0]?.[0]);
};

test('opens the chooser with the URL to return to', () => {
  const chooser = new URL(openChooser());
  expect(chooser.origin + chooser.pathname).toBe('http://localhost:3002/chooser');
  expect(chooser.searchParams.get('return_to')).toBe(`${location.origin}/login`);
});

test('on return, removes the token from the URL and uses it once', async () => {
  openChooser();
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(provider.canResume()).toBe(true);
  expect(await provider.resume()).toBe('a.b.c');
  expect(provider.canResume()).toBe(false);
  expect(await provider.resume()).toBeUndefined();
});

test('ignores an unrequested token, which a stranger’s link may carry', async () => {
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(provider.canResume()).toBe(false);
  expect(await provider.resume()).toBeUndefined();
});

test('stops expecting a token after a return without one', async () => {
  openChooser();
  keepIdToken();
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(provider.canResume()).toBe(false);
  expect(await provider.resume()).toBeUndefined();
});
