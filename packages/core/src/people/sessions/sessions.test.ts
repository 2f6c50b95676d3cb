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

/** A user or admin with a session, whose rows a test changes directly. */
async function makeSession(realm: 'user' | 'admin') {
  const id = realm === 'user' ? (await makeUser(core)).id : ((await makeAdmin(core)).id ?? 0);
  const sessions: Sessions<{ id: number }> =
    realm === 'user' ? core.services.userSessions : core.services.adminSessions;
  const { cookie, sessionId } = await sessions.create(id, from);
  const find = () => sessions.validate(`${cookie.name}=${cookie.value}`, null);
  expect(await find()).toMatchObject({ sessionId, person: { id } });
  return { id, sessionId, find };
}

describe('the lookup of a session', () => {
  // A suspension also deletes sessions. This tests the second check, on a session that was not deleted.
  test('finds no session of a suspended user, even if the row still exists', async () => {
    const { id, find } = await makeSession('user');
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    expect(await core.database.sql`select 1 from user_sessions where user_id = ${id}`).toHaveLength(1);
    expect(await find()).toBeUndefined();
  });

  test('finds no session of a deactivated admin, even if the row still exists', async () => {
    const { id, find } = await makeSession('admin');
    await core.database.sql`update admins set deactivated_at = now() where id = ${id}`;
    expect(await core.database.sql`select 1 from admin_sessions where admin_id = ${id}`).toHaveLength(1);
    expect(await find()).toBeUndefined();
  });

  test.each(['user', 'admin'] as const)('finds no expired session of a %s', async (realm) => {
    const { sessionId, find } = await makeSession(realm);
    const table = core.database.sql(`${realm}_sessions`);
    await core.database.sql`update ${table} set expires_at = now() - interval '1 second' where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });

  test.each([
    ['user', '180 days -1 minute', '180 days'],
    ['admin', '7 days -1 minute', '7 days'],
  ] as const)('finds no session of a %s above its maximum age, even if renewed', async (realm, young, old) => {
    const { sessionId, find } = await makeSession(realm);
    const table = core.database.sql(`${realm}_sessions`);
    await core.database.sql`update ${table} set created_at = now() - ${young}::interval where id = ${sessionId}`;
    expect(await find()).toBeDefined();
    await core.database.sql`update ${table} set created_at = now() - ${old}::interval where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });
});

describe('a session', () => {
  test.each([
    ['user', 30 * 24 * 60],
    ['admin', 12 * 60],
  ] as const)('of a %s is extended to its full time after half of it', async (realm, minutes) => {
    const { sql } = core.database;
    const { sessionId, find } = await makeSession(realm);
    const table = sql(`${realm}_sessions`);
    const setRemaining = (left: number) => sql`
      update ${table} set expires_at = now() + make_interval(mins => ${left}::int) where id = ${sessionId}`;
    const minutesLeft = async () => {
      const [row] = await sql<{ left: number }[]>`
        select extract(epoch from expires_at - now())::float8 / 60 as left from ${table} where id = ${sessionId}`;
      return row?.left ?? 0;
    };
    await setRemaining(minutes / 2 + 2);
    expect((await find())?.renewed).toBeUndefined();
    expect(await minutesLeft()).toBeLessThan(minutes / 2 + 2.1);
    await setRemaining(minutes / 2 - 1);
    expect((await find())?.renewed).toMatchObject({ value: expect.any(String) });
    expect(await minutesLeft()).toBeGreaterThan(minutes - 1);
    expect(await minutesLeft()).toBeLessThanOrEqual(minutes + 0.1);
  });

  test('of an admin counts as recently authenticated for five minutes', async () => {
    const { id, sessionId } = await makeSession('admin');
    const { cookie } = await core.services.adminSessions.create(id, from);
    const { sql } = core.database;
    const isStepUpAfter = async (ago: string) => {
      await sql`update admin_sessions set verified_identity_at = now() - ${ago}::interval where admin_id = ${id}`;
      const session = await core.services.adminSessions.validate(`${cookie.name}=${cookie.value}`, null);
      return session?.person.isRecentlyAuthenticated;
    };
    expect(sessionId).not.toBe('');
    expect(await isStepUpAfter('4 minutes 30 seconds')).toBe(true);
    expect(await isStepUpAfter('5 minutes')).toBe(false);
  });

  test('of a user records its use once an hour', async () => {
    const { sql } = core.database;
    const { sessionId, find } = await makeSession('user');
    const isUseRecordedAfter = async (ago: string) => {
      await sql`update user_sessions set last_seen_at = now() - ${ago}::interval where id = ${sessionId}`;
      await find();
      const [row] = await sql<{ noted: boolean }[]>`
        select last_seen_at > now() - interval '1 minute' as noted from user_sessions where id = ${sessionId}`;
      return row?.noted;
    };
    expect(await isUseRecordedAfter('59 minutes')).toBe(false);
    expect(await isUseRecordedAfter('61 minutes')).toBe(true);
  });
});

describe('a new session', () => {
  test('ends the least recently used of 20 sessions, not the oldest', async () => {
    const { sql } = core.database;
    const [{ id }, other] = [await makeUser(core), await makeSession('user')];
    const sessionIds: string[] = [];
    for (let i = 0; i < 20; i++) sessionIds.push((await core.services.userSessions.create(id, from)).sessionId);
    const live = async () =>
      (await sql<{ id: string }[]>`select id from user_sessions where user_id = ${id}`).map((row) => row.id).toSorted();
    expect(await live()).toEqual(sessionIds.toSorted());
    const [oldest = '', unused = '', ...used] = sessionIds;
    const age = (ids: string[], created: string, seen: string) => sql`
      update user_sessions set created_at = now() - ${created}::interval, last_seen_at = now() - ${seen}::interval
      where id = any(${ids})`;
    await age([oldest], '20 days', '1 minute');
    await age([unused], '3 days', '2 days');
    await age(used, '5 days', '1 day');
    await age([other.sessionId], '9 days', '9 days');
    const { sessionId } = await core.services.userSessions.create(id, from);
    expect(await live()).toEqual([oldest, ...used, sessionId].toSorted());
    expect(await other.find()).toBeDefined();
  });

  test('is refused to a suspended user', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    await expect(core.services.userSessions.create(id, from)).rejects.toMatchObject({ code: 'SUSPENDED' });
  });

  const countTraces = (id: number) => core.database.sql`
    select (select count(*)::int from user_sessions where user_id = ${id}) as sessions,
      (select array_agg(device) from known_devices where user_id = ${id}) as devices,
      (select array_agg(hash) from known_browsers where user_id = ${id}) as browsers,
      (select last_activity_at > now() - interval '1 day' from user_stats where user_id = ${id}) as active`;

  test('records device, browser and activity, but nothing if it is refused', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update user_stats set last_activity_at = now() - interval '1 year' where user_id = ${id}`;
    await core.database.sql`update users set suspended_at = now() where id = ${id}`;
    const details = { ...from, device: 'a phone', browser: 'a browser' };
    await expect(core.services.userSessions.create(id, details)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(await countTraces(id)).toEqual([{ sessions: 0, devices: null, browsers: null, active: false }]);
    await core.database.sql`update users set suspended_at = null where id = ${id}`;
    expect(await core.services.userSessions.create(id, details)).toMatchObject({ inNewBrowser: false });
    expect(await countTraces(id)).toEqual([
      { sessions: 1, devices: ['a phone'], browsers: ['a browser'], active: true },
    ]);
  });

  test('reports a new browser once, if other browsers are known', async () => {
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
  ] as const)('requires that the password has not changed: %s', async (realm, table, make, code) => {
    const id = (await make(core)).id ?? 0;
    const { sql } = core.database;
    await sql`update ${sql(table)} set password_hash = 'that of now' where id = ${id}`;
    const open = (passwordHash: string) => core.services[realm].create(id, { ...from, passwordHash });
    await expect(open('one from before')).rejects.toMatchObject({ code });
    expect(await open('that of now')).toMatchObject({ sessionId: expect.any(String) });
  });

  test('is refused to a deleted user with the same error as to an unknown user', async () => {
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

describe('a jump of the process’s clock', () => {
  afterEach(() => vi.useRealTimers());

  test.each(['user', 'admin'] as const)('neither ends nor prolongs sessions of a %s', async (realm) => {
    const { sessionId, find } = await makeSession(realm);
    const getRemainingHours = async () => {
      const [row] = await core.database.sql<{ hours: number }[]>`
        select extract(epoch from expires_at - now())::float8 / 3600 as hours
        from ${core.database.sql(`${realm}_sessions`)} where id = ${sessionId}`;
      return row?.hours ?? 0;
    };
    const before = await getRemainingHours();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * 24 * 3_600_000 });
    expect(await find()).toMatchObject({ sessionId });
    expect(await getRemainingHours()).toBeCloseTo(before, 1);
    // A session created during the jump lasts as long as others.
    const other = await makeSession(realm);
    vi.setSystemTime(Date.now() - 200 * 24 * 3_600_000);
    expect(await other.find()).toMatchObject({ sessionId: other.sessionId });
    await core.database.sql`
      update ${core.database.sql(`${realm}_sessions`)} set expires_at = now() - interval '1 second'
      where id = ${sessionId}`;
    expect(await find()).toBeUndefined();
  });
});

test('explains a suspension to the session’s holder until the session would have expired', async () => {
  const { id } = await makeUser(core);
  const { cookie, sessionId } = await core.services.userSessions.create(id, from);
  await core.database.sql`
    select set_suspended('{"kind":"system","name":"test"}'::jsonb, 'users.flag', array[${id}::bigint], true, 'note')`;
  const getEndReason = () => core.services.userSessions.getEndReason(`${cookie.name}=${cookie.value}`);
  const setRemaining = (seconds: number) => core.database.sql`
    update suspended_sessions set expires_at = now() + make_interval(secs => ${seconds}) where id = ${sessionId}`;
  await setRemaining(60);
  expect(await getEndReason()).toMatchObject({ code: 'SUSPENDED' });
  await setRemaining(0);
  expect(await getEndReason()).toBeUndefined();
});
