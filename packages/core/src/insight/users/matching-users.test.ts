import {
  performanceFilters,
  type UserListInput,
  userDateRanges,
  userListInput,
  userVoucherFilters,
} from '@inaam/contracts/identity/users';
import type { Db } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeHistory } from '@inaam/testing/factories/history';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUsers } from './list-users.ts';
import { matchingUsers, registeredIn } from './matching-users.ts';

/**
 * Users of a range as their ids tell them, against the same told by the time of their registration. The list's own
 * test holds it against facts, of people whose ids are in no order of time.
 */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await makeHistory(core, { users: 120, offers: 14 });
  // The times of registration stay, and are in the order of ids.
  await core.database.sql`
    with people as (
      select id, row_number() over (order by id) as place from users
    ), times as (
      select created_at, row_number() over (order by created_at) as place from users
    )
    update users u set created_at = t.created_at from people p join times t using (place) where u.id = p.id`;
  await core.database.sql`
    update user_stats s set last_activity_at = greatest(s.last_activity_at, u.created_at)
    from users u where u.id = s.user_id`;
});
afterAll(() => core.close());

const ranges = userDateRanges.filter((range) => range !== 'all');
const parsed = (input: object) => userListInput.parse({ limit: 1000, total: 'exact', ...input });

test('the ids of a range lie between two, and nobody else does', async () => {
  await core.kernel.read(async (db) => {
    for (const range of ranges) expect([range, (await registeredIn(db, range))?.isWhole]).toEqual([range, true]);
    expect(await registeredIn(db, 'all')).toBeUndefined();
  });
  await core.database.sql`
    update users set created_at = now() - interval '3 years' where id = (
      select percentile_disc(0.5) within group (order by id) from users where created_at > now() - interval '80 days')`;
  await core.kernel.read(async (db) => {
    expect((await registeredIn(db, 'last_90_days'))?.isWhole).toBe(false);
    expect(await registeredIn(db, 'last_90_days')).toBeDefined();
  });
  await core.database.sql`update users set created_at = now() - interval '79 days'
    where created_at < now() - interval '2 years 11 months'`;
});

describe.each(ranges)('%s', (dateRange) => {
  const idsOf = async (db: Db, input: UserListInput, isLookedUp: boolean) => {
    const registered = isLookedUp ? await registeredIn(db, dateRange) : undefined;
    const keys = matchingUsers(db, input, { sortBy: 'last_activity', registered }).as('keys');
    return (await db.select({ id: keys.id }).from(keys).orderBy(asc(keys.id))).map(({ id }) => id);
  };
  test.each(performanceFilters)('%s', async (performanceFilter) => {
    for (const voucherFilter of userVoucherFilters) {
      const input = parsed({ dateRange, performanceFilter, voucherFilter });
      const byTime = await core.kernel.read((db) => idsOf(db, input, false));
      expect(await core.kernel.read((db) => idsOf(db, input, true))).toEqual(byTime);
      for (const sortBy of ['total_revenue_generated', 'spins_used', 'last_activity', 'first_name'] as const) {
        const { users, pagination } = await listUsers(core.kernel, { ...input, sortBy });
        expect(users.map((user) => user.user_id).toSorted((a, b) => a - b)).toEqual(byTime);
        expect(pagination.total).toBe(byTime.length);
      }
    }
  });
});

test('who has completed nothing has won nothing, so that nobody is looked through for it', async () => {
  const totalOf = async (voucherFilter: UserListInput['voucherFilter']) =>
    (await listUsers(core.kernel, parsed({ performanceFilter: 'no_completions', voucherFilter }))).pagination.total;
  expect(await totalOf('all')).toBeGreaterThan(0);
  expect(await totalOf('no_vouchers')).toBe(await totalOf('all'));
  for (const filter of ['has_vouchers', 'multiple_vouchers', 'high_value_vouchers'] as const)
    expect(await totalOf(filter)).toBe(0);
});
