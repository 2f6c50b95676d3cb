import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepIdToken, sandboxProvider } from './sandbox-provider.ts';

const provider = sandboxProvider('http://localhost:3002/chooser');

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});
afterEach(() => void vi.restoreAllMocks());

const leave = () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  void provider.signIn();
  return String(assign.mock.calls[0]?.[0]);
};

test('leaves for the chooser with the address to come back to', () => {
  const chooser = new URL(leave());
  expect(chooser.origin + chooser.pathname).toBe('http://localhost:3002/chooser');
  expect(chooser.searchParams.get('return_to')).toBe(`${location.origin}/login`);
});

test('back again, the token leaves the address and is handed out once', async () => {
  leave();
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(provider.isReturning()).toBe(true);
  expect(await provider.returning()).toBe('a.b.c');
  expect(provider.isReturning()).toBe(false);
  expect(await provider.returning()).toBeUndefined();
});

test('a token that nobody went for is dropped, since a link from a stranger may carry it', async () => {
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(provider.isReturning()).toBe(false);
  expect(await provider.returning()).toBeUndefined();
});

test('who turned away from the provider no longer waits for a token', async () => {
  leave();
  keepIdToken();
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(provider.isReturning()).toBe(false);
  expect(await provider.returning()).toBeUndefined();
});
