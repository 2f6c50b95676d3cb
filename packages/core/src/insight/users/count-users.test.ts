import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUsers } from './count-users.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  for (let i = 0; i < 5; i++) await makeUser(core, {});
  // Two users are older than an hour, the others younger.
  await core.database.sql`
    update users set created_at = now() - case id % 5 when 0 then interval '2 days' when 1 then interval '61 minutes'
      when 2 then interval '59 minutes' else interval '0' end`;
});
afterAll(() => core.close());

test('counts all users, and caches the number of those older than an hour', async () => {
  const { db } = core.database;
  expect(await countUsers(db, 3)).toBe(5);
  // Only two are older than an hour, below the limit for caching.
  expect(await countUsers(db, 2)).toBe(5);
  expect(await countUsers(db, 2)).toBe(5);
  await makeUser(core, {});
  expect(await countUsers(db, 2)).toBe(6);
  // A cached user whose registration time is changed counts twice.
  await core.database.sql`update users set created_at = now() where created_at < now() - interval '1 day'`;
  expect(await countUsers(db, 2)).toBe(7);
});
