import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReturnPath } from './return-path.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.restoreAllMocks());

const create = () => createReturnPath((path) => ['/vouchers', '/profile'].includes(path));

test('keeps a path of the app with its query until it is forgotten, even across a reload', () => {
  create().remember('/profile?tab=history');
  const path = create();
  expect([path.read(), path.read()]).toEqual(['/profile?tab=history', '/profile?tab=history']);
  path.forget();
  expect(create().read()).toBeUndefined();
});

test.each(['//evil.example/vouchers', 'https://evil.example/vouchers', '/\\evil.example', '/login', 'vouchers', ''])(
  'returns undefined for a URL of another site, the sign-in page, and a relative or empty path: %j',
  (href) => {
    const path = create();
    path.remember(href);
    expect(path.read()).toBeUndefined();
  },
);

test('remembers nothing after a sign-out until the next sign-in', () => {
  const path = create();
  path.remember('/vouchers');
  path.forgetUntilSignIn();
  path.remember('/profile');
  expect(path.read()).toBeUndefined();
  path.forget();
  path.remember('/profile');
  expect(path.read()).toBe('/profile');
});

test('works in memory while storage is blocked', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const path = create();
  path.remember('/vouchers');
  expect(path.read()).toBe('/vouchers');
  path.forget();
  expect(path.read()).toBeUndefined();
});
