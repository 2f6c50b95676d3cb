import { fraudActionInput, fraudMatchingInput } from '@inaam/contracts/fraud/fraud';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, anyCaller, makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { refuseBlocked } from '../../people/sessions/blocks.ts';
import { applyFraudAction } from './act.ts';
import { flagMatching } from './flag.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Performs an action. Returns the result without the ID for Undo, which undo.test.ts tests. */
const act = async (input: Record<string, unknown>, actor: Actor = anyAdmin) => {
  const { undo: _, ...result } = await applyFraudAction(core.as(actor), fraudActionInput.parse(input));
  return result;
};

const signIn = async (userId: number) => {
  const { cookie } = await core.services.userSessions.create(userId, anyCaller);
  return `${cookie.name}=${cookie.value}`;
};
const isLive = async (cookie: string) => (await core.services.userSessions.validate(cookie, null)) !== undefined;

const entries = (action: string, subject: string) => core.database.sql`
  select actor_name, before, after - 'call' as after, note from audit_entries where action = ${action}
    and subject = ${subject} order by id`;

describe('flagging a user', () => {
  test('ends every session, stores the note, and changes nothing when it is repeated', async () => {
    const { id } = await makeUser(core);
    const cookies = [await signIn(id), await signIn(id)];
    const other = await makeUser(core);
    const untouched = await signIn(other.id);
    const flag = { action: 'flag_user', user_id: String(id), notes: ' Many accounts ' };
    expect(await act(flag)).toEqual({
      message: 'User flagged and blocked from app successfully',
      done: 1,
      unchanged: 0,
      refused: [],
    });
    expect(await act({ ...flag, notes: 'again' })).toEqual({
      message: 'User flagged and blocked from app successfully',
      done: 1,
      unchanged: 1,
      refused: [],
    });
    for (const cookie of cookies) expect(await isLive(cookie)).toBe(false);
    expect(await isLive(untouched)).toBe(true);
    expect(await entries('users.flag', String(id))).toEqual([
      {
        actor_name: anyAdmin.name,
        before: { suspended: false },
        after: { suspended: true, sessions_ended: 2 },
        note: 'Many accounts',
      },
    ]);
    const [row] = await core.database.sql`
      select suspended_note, (select count(*) from user_sessions where user_id = u.id) as sessions from users u
        where id = ${id}`;
    expect(row).toEqual({ suspended_note: 'Many accounts', sessions: 0 });
  });

  test('is reverted by unflagging, which restores no session', async () => {
    const { id } = await makeUser(core);
    const before = await signIn(id);
    await act({ action: 'flag_user', user_id: id });
    await expect(signIn(id)).rejects.toMatchObject({ code: 'SUSPENDED' });
    const unflag = { action: 'unflag_user', user_id: id };
    const readNote = async () =>
      (
        await core.database.sql`select suspended_at is not null as flagged, suspended_note as note from users
        where id = ${id}`
      )[0];
    expect(await readNote()).toEqual({ flagged: true, note: 'Flagged by admin' });
    const expected = { message: 'User unflagged and access restored successfully', done: 1, refused: [] };
    expect(await act(unflag)).toEqual({ ...expected, unchanged: 0 });
    expect(await readNote()).toEqual({ flagged: false, note: null });
    expect(await act(unflag)).toEqual({ ...expected, unchanged: 1 });
    expect(await isLive(before)).toBe(false);
    expect(await isLive(await signIn(id))).toBe(true);
    expect(await entries('users.unflag', String(id))).toEqual([
      {
        actor_name: anyAdmin.name,
        before: { suspended: true, note: 'Flagged by admin' },
        after: { suspended: false },
        note: 'Unflagged by admin',
      },
    ]);
  });

  test('rejects an unknown user', async () => {
    await expect(act({ action: 'flag_user', user_id: 999_999 })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
      field: 'user_id',
    });
    expect(await entries('users.flag', '999999')).toEqual([]);
  });
});

describe('flagging in bulk', () => {
  test('ignores repeated IDs, counts users in the wanted state as unchanged, and refuses unknown users', async () => {
    const [a, b, c] = [await makeUser(core), await makeUser(core), await makeUser(core)];
    await act({ action: 'flag_user', user_id: b.id });
    const cookie = await signIn(a.id);
    expect(await act({ action: 'bulk_flag_users', user_ids: ` ${a.id},${b.id}, ${a.id},999998,` })).toEqual({
      message: '2 users flagged and blocked successfully, 1 refused',
      done: 2,
      unchanged: 1,
      refused: [{ user_id: 999_998, reason: 'User not found' }],
    });
    expect(await isLive(cookie)).toBe(false);
    expect(await act({ action: 'bulk_unflag_users', user_ids: [a.id, b.id, c.id] })).toEqual({
      message: '3 users unflagged and access restored successfully',
      done: 3,
      unchanged: 1,
      refused: [],
    });
    expect(await entries('users.flag', String(a.id))).toMatchObject([{ note: 'Bulk flagged by admin' }]);
    expect(await entries('users.unflag', String(b.id))).toMatchObject([{ note: 'Bulk unflagged by admin' }]);
    expect(await entries('users.unflag', String(c.id))).toEqual([]);
  });

  test.each([
    ['bulk_flag_users', 'Please select users to flag'],
    ['bulk_unflag_users', 'Please select users to unflag'],
  ])('rejects %s without a selection', async (action, text) => {
    for (const user_ids of ['', ' , ', [], undefined]) {
      expect(() => fraudActionInput.parse({ action, user_ids })).toThrow(text);
    }
  });

  test('completes two concurrent flags of the same users in opposite orders without a deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => makeUser(core)));
    const ids = people.map(({ id }) => id);
    const results = await Promise.all([
      act({ action: 'bulk_flag_users', user_ids: ids }),
      act({ action: 'bulk_flag_users', user_ids: ids.toReversed() }),
    ]);
    expect(results.map(({ unchanged }) => unchanged).toSorted((a, b) => a - b)).toEqual([0, 40]);
  });
});

describe('all users that match the filters', () => {
  const match = (input: Record<string, unknown>) => flagMatching(core.as(anyAdmin), fraudMatchingInput.parse(input));

  test('are flagged only if their number equals the number that the admin saw', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => makeUser(core, { lastName: 'Matching' })));
    const filters = { search: 'asha matching', user_filter: 'normal' };
    for (const expected of [4, 6]) {
      await expect(match({ action: 'bulk_flag_users', ...filters, expected })).rejects.toMatchObject({
        code: 'SELECTION_CHANGED',
      });
    }
    expect(await entries('users.flag', String(crowd[0]?.id))).toEqual([]);
    expect(await match({ action: 'bulk_flag_users', ...filters, expected: 5, notes: 'a ring' })).toMatchObject({
      message: '5 users flagged and blocked successfully',
      done: 5,
      unchanged: 0,
      refused: [],
    });
    expect(await entries('users.flag', String(crowd[0]?.id))).toMatchObject([{ note: 'a ring' }]);
    const suspicious = { search: 'matching', user_filter: 'suspicious', expected: 5 };
    expect(await match({ action: 'bulk_unflag_users', ...suspicious })).toMatchObject({ done: 5, unchanged: 0 });
    expect(await entries('users.unflag', String(crowd[0]?.id))).toMatchObject([{ note: 'Bulk unflagged by admin' }]);
  });

  test('are refused if the admin saw more than a thousand', () => {
    expect(() => fraudMatchingInput.parse({ action: 'bulk_flag_users', expected: 1001 })).toThrow(
      'At most 1000 users at once',
    );
  });
});

describe('blocking', () => {
  const isBlocked = async (ip: string | null, device: string | null) => {
    try {
      await refuseBlocked(core.kernel, ip, device);
      return false;
    } catch {
      return true;
    }
  };

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    [' ::ffff:198.51.100.8 ', '198.51.100.8'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:DB8:0:2::/64', '2001:db8:0:2::/64'],
    ['2001:db8:0:3:ffff::9/64', '2001:db8:0:3::/64'],
  ])('blocks %j as %s even without a registration from this address, and unblocks it', async (ip_address, key) => {
    const block = { action: 'block_ip', ip_address, notes: 'bots' };
    const expected = { message: `IP address ${key} blocked successfully`, done: 1, refused: [] };
    expect(await act(block)).toEqual({ ...expected, unchanged: 0 });
    expect(await act(block)).toEqual({ ...expected, unchanged: 1 });
    expect(await isBlocked(key, null)).toBe(true);
    const readNote = async () =>
      (await core.database.sql`select blocked_note as note from ip_addresses where address = ${key}`)[0]?.['note'];
    expect(await readNote()).toBe('bots');
    const unblock = { action: 'unblock_ip', ip_address };
    const undone = { message: `IP address ${key} unblocked successfully`, done: 1, refused: [] };
    expect(await act(unblock)).toEqual({ ...undone, unchanged: 0 });
    expect(await act(unblock)).toEqual({ ...undone, unchanged: 1 });
    expect(await isBlocked(key, null)).toBe(false);
    expect(await readNote()).toBeNull();
    expect(await entries('addresses.block', key)).toEqual([
      { actor_name: anyAdmin.name, before: { blocked: false }, after: { blocked: true }, note: 'bots' },
    ]);
    expect(await entries('addresses.unblock', key)).toMatchObject([{ note: 'Unblocked by admin' }]);
  });

  test.each([
    'rubbish',
    '10',
    '256.1.1.1',
    '010.0.0.1',
    '192.0.2.1/24',
    '192.0.2.1/64',
    '::ffff:192.0.2.1/64',
    '2001:db8::/48',
    '2001:db8::/64/64',
    '192.0.2.1, 192.0.2.2',
    '[::1]',
  ])('rejects %j as an IP address', async (ip_address) => {
    for (const action of ['block_ip', 'unblock_ip']) {
      await expect(act({ action, ip_address })).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'ip_address' });
    }
  });

  test('asks an admin for a second confirmation to block their own IP address, but not to unblock it', async () => {
    const actor = { ...anyAdmin, ip: '2001:db8:7:7::/64' };
    const block = { action: 'block_ip', ip_address: '2001:db8:7:7::42' };
    await expect(act(block, actor)).rejects.toMatchObject({ code: 'ADDRESS_IS_OWN' });
    expect(await isBlocked('2001:db8:7:7::/64', null)).toBe(false);
    expect(await act({ ...block, confirm_own: '1' }, actor)).toMatchObject({ done: 1, unchanged: 0 });
    expect(await act({ action: 'unblock_ip', ip_address: '2001:db8:7:7::42' }, actor)).toMatchObject({ unchanged: 0 });
  });

  test('lets a service key block its own IP address without a confirmation: blocks do not affect keys', async () => {
    const actor: Actor = { kind: 'service', id: 1, name: 'shop', ip: '2001:db8:7:8::/64', scopes: ['fraud:write'] };
    expect(await act({ action: 'block_ip', ip_address: '2001:db8:7:8::42' }, actor)).toMatchObject({ done: 1 });
  });

  test('blocks a device, known or not, and never matches absent fingerprints', async () => {
    await makeUser(core, { device: 'fraud-device' });
    for (const device_fingerprint of ['fraud-device', 'never-seen']) {
      expect(await act({ action: 'block_device', device_fingerprint })).toEqual({
        message: 'Device blocked successfully',
        done: 1,
        unchanged: 0,
        refused: [],
      });
      expect(await act({ action: 'block_device', device_fingerprint })).toMatchObject({ unchanged: 1 });
      expect(await isBlocked(null, device_fingerprint)).toBe(true);
    }
    expect(await isBlocked(null, null)).toBe(false);
    expect(await act({ action: 'unblock_device', device_fingerprint: 'fraud-device' })).toEqual({
      message: 'Device unblocked successfully',
      done: 1,
      unchanged: 0,
      refused: [],
    });
    expect(await isBlocked(null, 'fraud-device')).toBe(false);
    const [row] = await core.database.sql`
      select registration_count, blocked_note from devices where fingerprint = 'fraud-device'`;
    expect(row).toEqual({ registration_count: 1, blocked_note: null });
  });
});
