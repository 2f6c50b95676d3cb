import { expect, test } from 'vitest';
import { deliverUnderKills } from './support/deliver-under-kills.ts';

/** The short version; 10,000 facts are told by the bench of the same name. */
test('no message is lost, and none has a second Message-ID, while the processes that send are killed', async () => {
  const told = await deliverUnderKills(24, 15);
  expect(told).toMatchObject({ facts: 24, lost: 0, renamed: 0, unsettled: 0 });
  expect(told.mails).toBeGreaterThanOrEqual(24);
}, 120_000);
