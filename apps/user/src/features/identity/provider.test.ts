import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepIdToken, leaveForProvider, takeIdToken } from './provider.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/login');
});
afterEach(() => void vi.restoreAllMocks());

const leave = () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  leaveForProvider({ kind: 'sandbox', chooserUrl: 'http://localhost:3002/chooser' }, '/login');
  return String(assign.mock.calls[0]?.[0]);
};

test('leaves for the chooser with the address to come back to', () => {
  const chooser = new URL(leave());
  expect(chooser.origin + chooser.pathname).toBe('http://localhost:3002/chooser');
  expect(chooser.searchParams.get('return_to')).toBe(`${location.origin}/login`);
});

test('back again, the token leaves the address and is handed out once', () => {
  leave();
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(takeIdToken()).toBe('a.b.c');
  expect(takeIdToken()).toBeUndefined();
});

test('a token that nobody went for is dropped, since a link from a stranger may carry it', () => {
  location.hash = '#id_token=a.b.c';
  keepIdToken();
  expect(location.href).toBe(`${location.origin}/login`);
  expect(takeIdToken()).toBeUndefined();
});
