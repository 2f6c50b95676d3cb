import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSetupNeeded, issueSetupToken, registerAdmin } from './admin-register.ts';

// Each test starts without any admin.
let core: TestCore;
beforeEach(async () => {
  core = await createTestCore();
});
afterEach(() => core.close());

const password = 'correct horse battery';
const input = (username: string, setupToken?: string) => ({
  username,
  email: `${username.toLowerCase()}@example.com`,
  password,
  setupToken,
});
const listUsernames = async () =>
  (await core.database.sql`select username from admins order by id`).map((row) => row['username']);

test('creates the first admin with a single-use setup token that is stored as a hash', async () => {
  expect(await isSetupNeeded(core.kernel)).toBe(true);
  const token = await issueSetupToken(core.kernel);
  expect(token).toMatch(/^[\w-]{24}$/);
  expect(await core.database.sql`select 1 from setup_tokens where hash = ${token ?? ''}`).toHaveLength(0);
  for (const wrong of [undefined, '', 'x', `${token}x`]) {
    await expect(registerAdmin({ ...core.services, actor: undefined }, input('first', wrong))).rejects.toMatchObject({
      code: 'SETUP_TOKEN_WRONG',
    });
  }
  await registerAdmin({ ...core.services, actor: undefined }, input('first', token));
  expect(await isSetupNeeded(core.kernel)).toBe(false);
  await expect(registerAdmin({ ...core.services, actor: undefined }, input('second', token))).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  expect(await issueSetupToken(core.kernel)).toBeUndefined();
  expect(await listUsernames()).toEqual(['first']);
  const [row] = await core.database.sql`
    select (select count(*) from setup_tokens) as tokens, a.password_hash like '$argon2id$%' as hashed,
      (select after from audit_entries where action = 'admins.create') as audited from admins a`;
  expect(row).toEqual({
    tokens: 0,
    hashed: true,
    audited: { username: 'first', email: 'first@example.com', role: 'owner' },
  });
});

test('creates only one admin from ten concurrent calls with valid setup tokens', async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issueSetupToken(core.kernel)));
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      registerAdmin({ ...core.services, actor: undefined }, input(`racer-${i}`, tokens[i % 5])),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of tries) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'NOT_SIGNED_IN' });
  }
  expect(await listUsernames()).toHaveLength(1);
});

test('lets an admin create other admins with unique names and emails, ignoring case', async () => {
  const actor = await makeAdmin(core);
  await registerAdmin(core.as(actor), input('Second'));
  await expect(registerAdmin(core.as(actor), { ...input('SECOND'), email: 'x@example.com' })).rejects.toMatchObject({
    code: 'USERNAME_TAKEN',
    field: 'username',
  });
  await expect(registerAdmin(core.as(actor), { ...input('third'), email: 'second@example.com' })).rejects.toMatchObject(
    {
      code: 'ADMIN_EMAIL_TAKEN',
      field: 'email',
    },
  );
  await expect(registerAdmin(core.as(actor), { ...input('third'), password: 'password1' })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    field: 'password',
  });
  const [entry] = await core.database
    .sql`select actor_name, actor_kind from audit_entries where action = 'admins.create'`;
  expect(entry).toEqual({ actor_name: actor.name, actor_kind: 'admin' });
});

test('rejects a role above the admin’s own, a password made from the username, and any service key', async () => {
  const manager = await makeAdmin(core, undefined, 'manager');
  await registerAdmin(core.as(manager), { ...input('of-a-manager') });
  await expect(registerAdmin(core.as(manager), { ...input('too-high'), role: 'owner' })).rejects.toMatchObject({
    code: 'ROLE_TOO_LOW',
    field: 'role',
  });
  const key = { kind: 'service' as const, id: 1, name: 'key', ip: null, scopes: [] };
  await expect(registerAdmin(core.as(key), input('of-a-key'))).rejects.toMatchObject({ code: 'KEY_NOT_A_PERSON' });
  await expect(
    registerAdmin(core.as(manager), { ...input('rameshwari'), password: 'rameshwari1' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'password' });
  const [row] = await core.database.sql`select role from admins where username = 'of-a-manager'`;
  expect(row).toEqual({ role: 'manager' });
});

test('expires a setup token after an hour', async () => {
  const token = await issueSetupToken(core.kernel);
  const attempt = () => registerAdmin({ ...core.services, actor: undefined }, input('late', token));
  await core.database.sql`update setup_tokens set created_at = now() - interval '61 minutes'`;
  await expect(attempt()).rejects.toMatchObject({ code: 'SETUP_TOKEN_WRONG' });
  await core.database.sql`update setup_tokens set created_at = now() - interval '59 minutes'`;
  await attempt();
  expect(await listUsernames()).toEqual(['late']);
});
