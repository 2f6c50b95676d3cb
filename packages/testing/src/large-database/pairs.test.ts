import { expect, test } from 'vitest';
import { LISTS, pairsOf } from './pairs.ts';

test('a list is asked for by each filter and order, and by each pair of two', () => {
  const pairs = pairsOf(LISTS.vouchers);
  for (const asked of [
    {},
    { status: 'used' },
    { status: 'available', expiry_filter: 'expired' },
    { amount_range: '51-100', sortBy: 'assigned_at', sortOrder: 'desc' },
  ])
    expect(pairs).toContainEqual(asked);
  expect(pairs.filter((pair) => 'sortBy' in pair && !('sortOrder' in pair))).toEqual([]);
  expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(pairs.length);
  // Filters that are ids take those that are given.
  expect(pairsOf(LISTS.postbacks)).toContainEqual({ network_id: 5, kind: 'reverse' });
});
