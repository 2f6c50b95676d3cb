import { expect, test } from 'vitest';
import { tellUnderKills } from '../support/under-kills.ts';

/**
 * `npx pnpm --filter @inaam/api bench under-kills`: 10,000 facts, with processes that live for a thousand mails at
 * most.
 */
test('10,000 facts under kills', async () => {
  const told = await tellUnderKills(10_000, 1000);
  console.log(told);
  expect(told).toMatchObject({ lost: 0, renamed: 0, unsettled: 0 });
  expect(told.kills).toBeGreaterThan(5);
}, 1_800_000);
