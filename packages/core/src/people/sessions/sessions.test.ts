import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Sessions } from './sessions.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const from = { ip: '203.0.113.9', userAgent: 'test' };

/** A person with a session, whose rows a test changes behind the moves' backs. */
async function entered(realm: 'user' | 'admin') {
  const id = realm === 'user' ? (await makeUser(core)).id : ((await makeAdmin(core)).id ?? 0);
  const sessions: Sessions<{ id: number }> =
    realm === 'user' ? core.services.userSessions : core.services.adminSessions;
  const { cookie, sessionId } = await sessions.create(id, from);
  const find = () => sessions.validate(`${cookie.name}=${cookie.value}`, null);
  expect(await find()).toMatchObject({ sessionId, person: { id } });
  return { id, sessionId, find };
}

describe('the lookup of a session', () => {
  // A flag ends the sessions as well: what is tried here is the second lock, for a row that is there all the same.
  test('finds none of a suspended user, although its row is there', async () => {
    const { id, find } = await entered('user');
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    expect(await core.database.sql`select 1 from user_sessions where user_id = ${id}`).toHaveLength(1);
    expect(await find()).toBeUndefined();
  });

  test('finds none of a deactivated admin, although its row is there', async () => {
    const { id, find } = await entered('admin');
    await core.database.sql`update admins set deactivated_at = now() where id = ${id}`;
    expect(await core.database.sql`select 1 from admin_sessions where admin_id = ${id}`).toHaveLength(1);
    expect(await find()).toBeUndefined();
  });

  test.each(['user', 'admin'] as const)('finds none of a %s that has run out', async (realm) => {
    const { sessionId, find } = await entered(realm);
    const table = core.database.sql(`${realm}_sessions`);
    await core.database.sql`update ${table} set expires_at = now() - interval '1 second' where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });

  test.each([
    ['user', '179 days', '180 days'],
    ['admin', '6 days', '7 days'],
  ] as const)('a session of a %s ends at its greatest age, however often it was renewed', async (realm, young, old) => {
    const { sessionId, find } = await entered(realm);
    const table = core.database.sql(`${realm}_sessions`);
    await core.database.sql`update ${table} set created_at = now() - ${young}::interval where id = ${sessionId}`;
    expect(await find()).toBeDefined();
    await core.database.sql`update ${table} set created_at = now() - ${old}::interval where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });
});

describe('a new session', () => {
  test('is refused to a suspended user', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    await expect(core.services.userSessions.create(id, from)).rejects.toMatchObject({ code: 'SUSPENDED' });
  });

  const traces = (id: number) => core.database.sql`
    select (select count(*)::int from user_sessions where user_id = ${id}) as sessions,
      (select array_agg(device) from known_devices where user_id = ${id}) as devices,
      (select array_agg(hash) from known_browsers where user_id = ${id}) as browsers,
      (select last_activity_at > now() - interval '1 day' from user_stats where user_id = ${id}) as active`;

  test('comes with what is remembered of it, and a refused one leaves nothing', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update user_stats set last_activity_at = now() - interval '1 year' where user_id = ${id}`;
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    const details = { ...from, device: 'a phone', browser: 'a browser' };
    await expect(core.services.userSessions.create(id, details)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(await traces(id)).toEqual([{ sessions: 0, devices: null, browsers: null, active: false }]);
    await core.database.sql`update users set suspended_at = null where id = ${id}`;
    expect(await core.services.userSessions.create(id, details)).toMatchObject({ inNewBrowser: false });
    expect(await traces(id)).toEqual([{ sessions: 1, devices: ['a phone'], browsers: ['a browser'], active: true }]);
  });

  test('says once that the browser is a new one, to whom others are known', async () => {
    const { id } = await makeUser(core);
    const inBrowser = async (browser: string) =>
      (await core.services.userSessions.create(id, { ...from, browser })).inNewBrowser;
    expect(await inBrowser('first')).toBe(false);
    expect(await inBrowser('second')).toBe(true);
    expect(await inBrowser('second')).toBe(false);
    expect(await inBrowser('first')).toBe(false);
    expect(await core.database.sql`select kind from messages where user_id = ${id}`).toEqual([{ kind: 'new_device' }]);
  });

  test.each([
    ['userSessions', 'users', makeUser, 'WRONG_EMAIL_OR_PASSWORD'],
    ['adminSessions', 'admins', makeAdmin, 'WRONG_USERNAME_OR_PASSWORD'],
  ] as const)('is made while the password stands that it is opened with: %s', async (realm, table, make, code) => {
    const id = (await make(core)).id ?? 0;
    const { sql } = core.database;
    await sql`update ${sql(table)} set password_hash = 'that of now' where id = ${id}`;
    const open = (passwordHash: string) => core.services[realm].create(id, { ...from, passwordHash });
    await expect(open('one from before')).rejects.toMatchObject({ code });
    expect(await open('that of now')).toMatchObject({ sessionId: expect.any(String) });
  });

  test('is refused to who has left as to who never was there', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update users set deleted_at = now() where id = ${id}`;
    await expect(core.services.userSessions.create(id, from)).rejects.toMatchObject({
      code: 'WRONG_EMAIL_OR_PASSWORD',
    });
  });

  test('is refused to a deactivated admin', async () => {
    const { id } = await makeAdmin(core);
    await core.database.sql`update admins set deactivated_at = now() where id = ${id ?? 0}`;
    await expect(core.services.adminSessions.create(id ?? 0, from)).rejects.toMatchObject({
      code: 'WRONG_USERNAME_OR_PASSWORD',
    });
  });
});

describe('a clock of the process that jumps', () => {
  afterEach(() => vi.useRealTimers());

  test.each(['user', 'admin'] as const)('signs no %s out, and lets none stay longer', async (realm) => {
    const { sessionId, find } = await entered(realm);
    const leftOf = async () => {
      const [row] = await core.database.sql<{ hours: number }[]>`
        select extract(epoch from expires_at - now())::float8 / 3600 as hours
        from ${core.database.sql(`${realm}_sessions`)} where id = ${sessionId}`;
      return row?.hours ?? 0;
    };
    const before = await leftOf();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * 24 * 3_600_000 });
    expect(await find()).toMatchObject({ sessionId });
    expect(await leftOf()).toBeCloseTo(before, 1);
    // A session that is made meanwhile lasts as long as any other.
    const other = await entered(realm);
    vi.setSystemTime(Date.now() - 200 * 24 * 3_600_000);
    expect(await other.find()).toMatchObject({ sessionId: other.sessionId });
    await core.database.sql`
      update ${core.database.sql(`${realm}_sessions`)} set expires_at = now() - interval '1 second'
      where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });
});
