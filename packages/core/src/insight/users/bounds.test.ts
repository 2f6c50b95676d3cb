import { userListInput } from '@inaam/contracts/identity/users';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeWinner } from '@inaam/testing/factories/spins';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUsers } from './list-users.ts';

/** Tests the limits of the filters with a user just inside and a user just outside each limit. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const isListed = async (input: object, ...users: readonly { id: number }[]) => {
  const list = await listUsers(core.kernel, userListInput.parse({ limit: 1000, ...input }));
  const ids = new Set(list.users.map(({ user_id }) => user_id));
  return users.map(({ id }) => ids.has(id));
};
const activeAgo = async (ago: string) => {
  const user = await makeUser(core);
  await core.database.sql`
    update users set created_at = now() - interval '90 days' where id = ${user.id}`;
  await core.database.sql`
    update user_stats set last_activity_at = now() - ${ago}::interval where user_id = ${user.id}`;
  return user;
};

test('treats activity as recent for seven days, and users as inactive after thirty days', async () => {
  const users = [
    await activeAgo('6 days 23 hours 59 minutes'),
    await activeAgo('7 days 1 minute'),
    await activeAgo('29 days 23 hours 59 minutes'),
    await activeAgo('30 days 1 minute'),
  ];
  expect(await isListed({ performanceFilter: 'recent_activity' }, ...users)).toEqual([true, false, false, false]);
  expect(await isListed({ performanceFilter: 'inactive' }, ...users)).toEqual([false, false, false, true]);
  for (const performanceFilter of ['recent_activity', 'inactive'] as const) {
    const input = userListInput.parse({ performanceFilter });
    const { users: listed, pagination } = await listUsers(core.kernel, input);
    expect(pagination.total).toBe(listed.length);
  }
});

test('treats one to four completions as low, five to nine as medium, ten as high', async () => {
  const users = await Promise.all(
    [0, 1, 4, 5, 9, 10].map(async (completions) => {
      const user = await makeUser(core);
      await core.database.sql`update user_stats set completions = ${completions} where user_id = ${user.id}`;
      return user;
    }),
  );
  const readMembership = async (performanceFilter: string) =>
    (await isListed({ performanceFilter }, ...users)).map(Number);
  expect(await readMembership('no_completions')).toEqual([1, 0, 0, 0, 0, 0]);
  expect(await readMembership('low')).toEqual([0, 1, 1, 0, 0, 0]);
  expect(await readMembership('medium')).toEqual([0, 0, 0, 1, 1, 0]);
  expect(await readMembership('high')).toEqual([0, 0, 0, 0, 0, 1]);
});

test('treats vouchers from ₹100 on as high value', async () => {
  const network = await makeNetwork(core);
  const [low, high] = [await makeWinner(core, network, 99), await makeWinner(core, network, 100)];
  await waitForChangeFeed(core);
  expect(await isListed({ voucherFilter: 'high_value_vouchers' }, low.user, high.user)).toEqual([false, true]);
  expect(await isListed({ voucherFilter: 'has_vouchers' }, low.user, high.user)).toEqual([true, true]);
  expect(await isListed({ voucherFilter: 'multiple_vouchers' }, low.user, high.user)).toEqual([false, false]);
});
