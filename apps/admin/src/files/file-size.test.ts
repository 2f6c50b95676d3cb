import { expect, test } from 'vitest';
import { findSizeProblem } from './file-size.ts';

test.each([
  [0, undefined],
  [2_000_000, undefined],
  [2_000_001, 'codes.csv is too large (2.1 MB). The limit is 2 MB.'],
  [37_000_000, 'codes.csv is too large (37 MB). The limit is 2 MB.'],
])('compares a file of %i bytes with a limit of 2 MB, and names both in a refusal', (size, problem) => {
  expect(findSizeProblem({ name: 'codes.csv', size }, 2)).toBe(problem);
});
