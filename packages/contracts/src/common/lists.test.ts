import { expect, test } from 'vitest';
import { choice, MAX_COUNTED, OVER_CAP, paginate } from './lists.ts';

test.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
  [20, 2],
  [21, 3],
])('divides %d rows into %d pages of ten', (total, totalPages) => {
  expect(paginate(2, 10, total)).toEqual({ page: 2, limit: 10, total, totalPages });
});

test('reports 10,000 rows and a flag when there are more', () => {
  expect(MAX_COUNTED).toBe(10_000);
  expect(paginate(1, 10, 10_000)).toEqual({ page: 1, limit: 10, total: 10_000, totalPages: 1000 });
  expect(paginate(1, 10, OVER_CAP)).toEqual({ page: 1, limit: 10, total: 10_000, totalPages: 1000, capped: true });
});

test('uses the first choice for an absent or empty filter, and resolves aliases', () => {
  const filter = choice(['all', 'open', 'closed'], { done: 'closed' });
  expect([undefined, '', 'open', 'done'].map((word) => filter.parse(word))).toEqual(['all', 'all', 'open', 'closed']);
  expect(filter.safeParse('other').error?.issues[0]?.message).toBe('must be one of all, open, closed');
});
