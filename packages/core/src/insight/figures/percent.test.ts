import { expect, test } from 'vitest';
import { toPercent } from './percent.ts';

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33.3],
  [2, 3, 66.7],
  // Before rounding, the next three are 6.25, 0.05 and 0.0499 percent.
  [1, 16, 6.3],
  [1, 2000, 0.1],
  [499, 1_000_000, 0],
])('rounds %d of %d to %d percent', (part, whole, expected) => {
  expect(toPercent(part, whole)).toBe(expected);
});
