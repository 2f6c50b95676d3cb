import { expect, test } from 'vitest';
import { judgeOwners } from './single-owner.ts';

test('warns of a single owner, and refuses APPROVALS=always with a single owner', () => {
  expect(judgeOwners(1, 'two_owners')).toMatch(/^There is a single owner/);
  expect(() => judgeOwners(1, 'always')).toThrow(/^APPROVALS: cannot be always with a single owner/);
});

test.each([0, 2, 3])('accepts %d owners', (owners) => {
  for (const when of ['two_owners', 'always'] as const) expect(judgeOwners(owners, when)).toBeUndefined();
});
