import { expect, test } from 'vitest';
import { readCookie } from './read-cookie.ts';

const read = (header: string | undefined) => readCookie(header, '__Host-user', '[a-z]{3}');

test.each(['__Host-user=abc', 'a=b; __Host-user=abc; c=d', 'a=1;__Host-user=abc', 'sale=50%; __Host-user=abc'])(
  'reads the cookie of %s',
  (header) => expect(read(header)).toBe('abc'),
);

test.each([
  undefined,
  '',
  '__Host-user=',
  '__Host-user=abcd',
  '__Host-user=ab%63',
  '%5F_Host-user=abc',
  'x__Host-user=abc',
])('finds no cookie in %s', (header) => expect(read(header)).toBeUndefined());

test('skips a cookie of the same name with another shape', () => {
  expect(read('__Host-user=left-over; __Host-user=abc')).toBe('abc');
});
