import type { Role } from '@inaam/contracts/access/permissions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { adminSignIn } from '../factors/admin-sign-in.ts';
import {
  changeOwnPassword,
  deactivateAdmin,
  endOwnSessions,
  listAdmins,
  listOwnSessions,
  setAdminRole,
} from './admins.ts';

let core: TestCore;
const caller = { ip: '203.0.113.20', userAgent: 'test' };
const password = 'a password for admins';

beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const signIn = async (username: string, secret = password) => {
  const { answer, cookie } = await adminSignIn(core.services, caller, { username, password: secret });
  return { sessionId: answer.sessionId, header: `${cookie.name}=${cookie.value}` };
};

const isLive = async (header: string) => (await core.services.adminSessions.validate(header, null)) !== undefined;

describe('roles', () => {
  const startOwnCore = async () => {
    const ownCore = await createTestCore();
    const context = {
      ownCore,
      owner: await makeAdmin(ownCore),
      manager: await makeAdmin(ownCore, password, 'manager'),
    };
    return { ...context, [Symbol.asyncDispose]: () => ownCore.close() };
  };
  const set = (ownCore: TestCore, actor: AdminActor, admin_id: number, role: Role) =>
    setAdminRole(ownCore.as(actor), { admin_id, role });

  test('refuses to deactivate the last owner or to change their role', async () => {
    await using it = await startOwnCore();
    const { ownCore, owner, manager } = it;
    await expect(set(ownCore, owner, owner.id, 'analyst')).rejects.toMatchObject({ code: 'ADMIN_IS_SELF' });
    const system = { kind: 'system' as const, id: null, name: 'command line', ip: null };
    await expect(setAdminRole(ownCore.as(system), { admin_id: owner.id, role: 'manager' })).rejects.toMatchObject({
      code: 'ADMIN_IS_LAST',
    });
    await expect(deactivateAdmin(ownCore.as(system), owner.id)).rejects.toMatchObject({ code: 'ADMIN_IS_LAST' });
    await set(ownCore, owner, manager.id, 'owner');
    await set(ownCore, { ...manager, role: 'owner' }, owner.id, 'support');
    await set(ownCore, { ...manager, role: 'owner' }, owner.id, 'support');
    expect(await ownCore.database.sql`select before, after from audit_entries order by id`).toEqual([
      {
        before: { username: manager.name, role: 'manager' },
        after: { username: manager.name, role: 'owner' },
      },
      { before: { username: owner.name, role: 'owner' }, after: { username: owner.name, role: 'support' } },
    ]);
  });

  test('refuses changes of admins above the actor’s current role', async () => {
    await using it = await startOwnCore();
    const { ownCore, owner, manager } = it;
    const low = { code: 'ROLE_TOO_LOW' };
    await expect(deactivateAdmin(ownCore.as(manager), owner.id)).rejects.toMatchObject(low);
    await expect(set(ownCore, manager, owner.id, 'manager')).rejects.toMatchObject(low);
    const other = await makeAdmin(ownCore, password, 'support');
    await expect(set(ownCore, manager, other.id, 'owner')).rejects.toMatchObject(low);
    await expect(set(ownCore, { ...manager, role: 'owner' }, owner.id, 'analyst')).rejects.toMatchObject(low);
    await set(ownCore, manager, other.id, 'manager');
    expect((await listAdmins(ownCore.kernel, manager.id)).admins.map(({ role }) => role)).toEqual([
      'owner',
      'manager',
      'manager',
    ]);
  });
});

describe('deactivating', () => {
  test('ends sessions, prevents sign-ins, is idempotent and audited', async () => {
    const [boss, other] = [await makeAdmin(core), await makeAdmin(core)];
    const { header } = await signIn(other.name);
    await deactivateAdmin(core.as(boss), other.id ?? 0);
    await deactivateAdmin(core.as(boss), other.id ?? 0);
    expect(await isLive(header)).toBe(false);
    await expect(signIn(other.name)).rejects.toMatchObject({ code: 'WRONG_USERNAME_OR_PASSWORD' });
    const rows = await core.database
      .sql`select 1 from audit_entries where action = 'admins.deactivate' and subject = ${String(other.id)}`;
    expect(rows).toHaveLength(1);
    const listed = (await listAdmins(core.kernel, boss.id ?? 0)).admins;
    expect(listed.find((admin) => admin.admin_id === other.id)).toMatchObject({ is_active: false, is_self: false });
    expect(listed.find((admin) => admin.admin_id === boss.id)).toMatchObject({ is_active: true, is_self: true });
  });

  test('is refused for oneself and for unknown admins', async () => {
    const boss = await makeAdmin(core);
    await expect(deactivateAdmin(core.as(boss), boss.id ?? 0)).rejects.toMatchObject({
      code: 'ADMIN_IS_SELF',
    });
    await expect(deactivateAdmin(core.as(boss), 999_999)).rejects.toMatchObject({
      code: 'ADMIN_NOT_FOUND',
    });
  });

  test('keeps one of two admins active when they deactivate each other concurrently', async () => {
    const ownCore = await createTestCore();
    try {
      const [a, b] = [await makeAdmin(ownCore), await makeAdmin(ownCore)];
      const results = await Promise.allSettled([
        deactivateAdmin(ownCore.as(a), b.id ?? 0),
        deactivateAdmin(ownCore.as(b), a.id ?? 0),
      ]);
      expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [left] = await ownCore.database.sql`select count(*) from admins where deactivated_at is null`;
      expect(left).toEqual({ count: 1 });
    } finally {
      await ownCore.close();
    }
  });

  test('is refused for the last admin, even from the command line', async () => {
    const ownCore = await createTestCore();
    try {
      const onlyAdmin = await makeAdmin(ownCore);
      const system = { kind: 'system' as const, id: null, name: 'command line', ip: null };
      await expect(deactivateAdmin(ownCore.as(system), onlyAdmin.id ?? 0)).rejects.toMatchObject({
        code: 'ADMIN_IS_LAST',
      });
    } finally {
      await ownCore.close();
    }
  });
});

test('requires the current password to change the password, and ends other sessions', async () => {
  const admin = await makeAdmin(core);
  const [here, elsewhere] = [await signIn(admin.name), await signIn(admin.name)];
  const change = (currentPassword: string, newPassword: string) =>
    changeOwnPassword(core.as(admin), { sessionId: here.sessionId, currentPassword, newPassword });
  await expect(change('not it at all', 'a new and long one')).rejects.toMatchObject({ code: 'WRONG_CURRENT_PASSWORD' });
  await expect(change(password, 'password1')).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'newPassword' });
  await change(password, 'a new and long one');
  expect([await isLive(here.header), await isLive(elsewhere.header)]).toEqual([true, false]);
  await expect(signIn(admin.name)).rejects.toMatchObject({ code: 'WRONG_USERNAME_OR_PASSWORD' });
  await signIn(admin.name, 'a new and long one');
});

test('lists and ends only the admin’s own sessions', async () => {
  const [admin, other] = [await makeAdmin(core), await makeAdmin(core)];
  const [one, two, othersSession] = [await signIn(admin.name), await signIn(admin.name), await signIn(other.name)];
  const { sessions } = await listOwnSessions(core.kernel, admin.id ?? 0, two.sessionId);
  expect(sessions.map(({ sessionId, is_current }) => [sessionId, is_current])).toEqual([
    [two.sessionId, true],
    [one.sessionId, false],
  ]);
  await endOwnSessions(core.as(admin), othersSession.sessionId);
  await endOwnSessions(core.as(admin), one.sessionId);
  expect([await isLive(one.header), await isLive(two.header), await isLive(othersSession.header)]).toEqual([
    false,
    true,
    true,
  ]);
  await endOwnSessions(core.as(admin));
  expect([await isLive(two.header), await isLive(othersSession.header)]).toEqual([false, true]);
});
