import { DEFAULT_LOG_DAYS } from '@inaam/contracts/account/retention';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyRetention } from '../../office/retention/retention.ts';
import { createAdminPasskeyChallenge } from '../factors/passkeys.ts';
import { createPasskeyChallenge } from './passkeys.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());
beforeEach(async () => {
  await core.database.sql`delete from account_tokens`;
  await core.database.sql`delete from admin_challenges`;
});

const countRows = async (table: string): Promise<number> => {
  const [row] = await core.database.sql<{ n: number }[]>`select count(*)::int as n from ${core.database.sql(table)}`;
  return row?.n ?? 0;
};

describe.each([
  ['account_tokens', createPasskeyChallenge],
  ['admin_challenges', createAdminPasskeyChallenge],
] as const)('challenges in %s', (table, challenge) => {
  test('are limited to 60 a minute for each IP address', async () => {
    const from = (ip: string | null) => challenge(core.services, { ip });
    const calls = await Promise.allSettled(Array.from({ length: 70 }, () => from('198.51.100.81')));
    const refused = calls.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await countRows(table)).toBe(60);
    await from('198.51.100.82');
    await from(null);
    expect(await countRows(table)).toBe(62);
  });
});

test('deletes all expired challenges, but no unexpired ones and no tokens of mails', async () => {
  const { sql } = core.database;
  await sql`
    insert into account_tokens (purpose, hash, expires_at)
    select p.purpose, p.purpose || n || p.ends, now() + p.ends::interval
    from generate_series(1, 2500) n,
      (values ('passkey', '-1 second'), ('passkey', '1 minute'), ('verify_email', '-1 second')) p (purpose, ends)
    where p.ends = '-1 second' and p.purpose = 'passkey' or n = 1`;
  await sql`
    insert into admin_challenges (hash, expires_at)
    select 'h' || n, now() + case n when 1 then interval '1 minute' else interval '-1 second' end
    from generate_series(1, 2500) n`;
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  expect(await sql`select purpose, expires_at > now() as good from account_tokens order by id`).toEqual([
    { purpose: 'passkey', good: true },
    { purpose: 'verify_email', good: false },
  ]);
  expect(await sql`select hash from admin_challenges`).toEqual([{ hash: 'h1' }]);
});
