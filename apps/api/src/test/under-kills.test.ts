import { expect, test } from 'vitest';
import { deliverUnderKills } from './support/deliver-under-kills.ts';

test('loses no message and reuses its Message-ID while sending processes are killed', async () => {
  const result = await deliverUnderKills(24, 15);
  expect(result).toMatchObject({ facts: 24, lost: 0, renamed: 0, unsettled: 0 });
  expect(result.mails).toBeGreaterThanOrEqual(24);
}, 120_000);
