import { expect, test } from 'vitest';
import { adminPages, isPagePath, userPages } from './paths.ts';

test.each([
  '/admin',
  '/admin/',
  '/admin/users//',
  '/admin/users',
  '/admin/users/7',
  '/admin/users/7/',
  '/admin/networks/7',
  '/admin/conversions/999999999999999',
])('accepts %s as a page', (path) => {
  expect(isPagePath(adminPages, path)).toBe(true);
});

test.each([
  '/',
  '/admins',
  '/admin/users/0',
  '/admin/users/07',
  '/admin/users/-7',
  '/admin/users/7a',
  '/admin/users/%37',
  '/admin/users/$userId',
  '/admin/users/9999999999999999',
  '/admin/users/7/8',
  '/admin//users',
  '/admin/vouchers/7',
])('rejects %s as a page', (path) => {
  expect(isPagePath(adminPages, path)).toBe(false);
});

test('accepts the root as a page of the user app only', () => {
  expect(isPagePath(userPages, '/')).toBe(true);
  expect(isPagePath(userPages, '/admin')).toBe(false);
});
