import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUsers } from './count-users.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  for (let i = 0; i < 5; i++) await makeUser(core, {});
  // Two users registered more than an hour ago, the others later.
  await core.database.sql`
    update users set created_at = now() - case id % 5 when 0 then interval '2 days' when 1 then interval '61 minutes'
      when 2 then interval '59 minutes' else interval '0' end`;
});
afterAll(() => core.close());

test('counts all users, and caches the number of users who registered more than an hour ago', async () => {
  const { db } = core.database;
  expect(await countUsers(db, 3)).toBe(5);
  // Only two users registered more than an hour ago. The limit of 3 in the call above prevented caching.
  expect(await countUsers(db, 2)).toBe(5);
  expect(await countUsers(db, 2)).toBe(5);
  await makeUser(core, {});
  expect(await countUsers(db, 2)).toBe(6);
  // A cached user with a changed registration time counts twice, which proves that the count is cached.
  await core.database.sql`update users set created_at = now() where created_at < now() - interval '1 day'`;
  expect(await countUsers(db, 2)).toBe(7);
});
