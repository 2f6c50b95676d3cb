import { expect, test } from 'vitest';
import { countNewRows, MAX_NEW_ROWS } from './new-rows.ts';

test.each([
  [[5, 4, 3], [4, 3, 2], { count: 1, hasMore: false }],
  [[4, 3, 2], [4, 3, 2], { count: 0, hasMore: false }],
  // The newest known row no longer exists.
  [[5, 3, 2], [4, 3, 2], { count: 1, hasMore: false }],
  [[2, 1], [], { count: 2, hasMore: false }],
  [[], [3], { count: 0, hasMore: false }],
  [Array.from({ length: MAX_NEW_ROWS }, (_, i) => 100 - i), [1], { count: MAX_NEW_ROWS, hasMore: true }],
])('counts new rows: %j after %j', (newest, known, expected) => {
  expect(countNewRows(newest, new Set(known))).toEqual(expected);
});
