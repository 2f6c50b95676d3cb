import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { deactivateAdmin } from '../admins/admins.ts';
import { findKey, handOverKey, issueKey, listKeys, revokeKey } from './api-keys.ts';

let core: TestCore;
let boss: AdminActor;
beforeAll(async () => {
  core = await createTestCore();
  boss = await makeAdmin(core);
});
afterAll(() => core.close());

const issue = (name: string, scope: 'read' | 'read_write' = 'read') => issueKey(core.as(boss), { name, scope });
const find = (key: string) => findKey(core.kernel, `Bearer ${key}`);
const findKeys = async (name: string) => (await listKeys(core.kernel)).keys.filter((key) => key.name === name);
const revoke = (id: number) => revokeKey(core.as(boss), { ip: null, userAgent: null }, id);

test('finds a key only by its exact text, which is stored nowhere', async () => {
  const key = await issue('reports');
  expect(key).toMatch(/^inaam_[\w-]{43}$/);
  expect(await find(key)).toMatchObject({ id: expect.any(Number), name: 'reports', scope: 'read' });
  for (const other of [key.slice(0, -1), `${key}a`, key.toUpperCase(), key.slice(0, 12), '']) {
    expect(await find(other)).toBeUndefined();
  }
  for (const header of [key, `Basic ${key}`, `Bearer ${key} `, `Bearer ${key},`]) {
    expect(await findKey(core.kernel, header)).toBeUndefined();
  }
  const secret = key.slice(12);
  const rows = await core.database.sql`
    select k::text as text from api_keys k union all select a::text from audit_entries a`;
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await findKeys('reports')).toMatchObject([
    { prefix: key.slice(0, 12), scope: 'read', created_by: boss.name, revoked_at: null },
  ]);
});

test('revokes a key immediately and idempotently, with one audit entry', async () => {
  const key = await issue('to revoke', 'read_write');
  const id = (await find(key))?.id ?? 0;
  const countRevoked = () => core.services.securityEventLog.counts().get('key_revoked') ?? 0;
  const before = countRevoked();
  await revoke(id);
  await revoke(id);
  expect(countRevoked()).toBe(before + 1);
  expect(await find(key)).toBeUndefined();
  expect((await findKeys('to revoke'))[0]?.revoked_at).toMatch(/^20/);
  const auditEntries = await core.database.sql`
    select action, actor_name, after from audit_entries where subject = ${String(id)} and action like 'keys.%' order by id`;
  expect(auditEntries.map(({ action, actor_name: name }) => [action, name])).toEqual([
    ['keys.issue', boss.name],
    ['keys.revoke', boss.name],
  ]);
  await expect(revoke(999_999)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
});

test('keeps names of live keys unique, ignoring case, even in concurrent calls', async () => {
  const tries = await Promise.allSettled(['same', 'Same', 'SAME', 'same'].map((name) => issue(name)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of tries) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'KEY_NAME_TAKEN', field: 'name' });
  }
  const same = (await listKeys(core.kernel)).keys.find(({ name }) => name.toLowerCase() === 'same');
  await revoke(same?.key_id ?? 0);
  await issue('same');
  // Live keys come first.
  const revoked = (await listKeys(core.kernel)).keys.map(({ revoked_at }) => revoked_at !== null);
  expect(revoked).toEqual(revoked.toSorted());
});

test('records the last use from the same IP address at most once a minute', async () => {
  const key = await issue('counted');
  expect((await findKeys('counted'))[0]?.last_used_at).toBeNull();
  await find(key);
  const first = (await findKeys('counted'))[0]?.last_used_at;
  expect(first).toMatch(/^20/);
  await find(key);
  expect((await findKeys('counted'))[0]?.last_used_at).toBe(first);
  await core.database.sql`update api_keys set last_used_at = now() - interval '61 seconds' where name = 'counted'`;
  await find(key);
  expect(Date.parse((await findKeys('counted'))[0]?.last_used_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(first ?? ''),
  );
});

test('finds a key with its scopes only from its IP addresses and before it expires', async () => {
  const key = await issueKey(core.as(boss), {
    name: 'narrow',
    scopes: ['vouchers:import'],
    expires_in_days: 30,
    addresses: ['203.0.113.0/24', '2001:db8::/32'],
  });
  const from = (ip: string | null) => findKey(core.kernel, `Bearer ${key}`, ip);
  expect(await from('203.0.113.7')).toMatchObject({ scope: null, scopes: ['vouchers:import'], movedFrom: undefined });
  expect(await from('2001:db8:1:2::/64')).toMatchObject({ movedFrom: '203.0.113.7' });
  for (const ip of ['203.0.114.1', '2001:db9::/64', null]) {
    await expect(from(ip)).rejects.toMatchObject({ code: 'KEY_WRONG_ADDRESS' });
  }
  const [row] = await findKeys('narrow');
  expect(row).toMatchObject({
    is_too_broad: false,
    is_unused: false,
    last_ip: '2001:db8:1:2::/64',
    responsible_admin: boss.name,
  });
  expect(Date.parse(row?.expires_at ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await core.database.sql`
    update api_keys set expires_at = now(), last_used_at = now() - interval '91 days' where id = ${row?.key_id ?? 0}`;
  expect(await from('203.0.113.7')).toBeUndefined();
  expect(await findKeys('narrow')).toMatchObject([{ is_unused: true }]);
});

test('revokes a key when its responsible admin is deactivated, unless the key was transferred', async () => {
  const [maker, heir] = [await makeAdmin(core), await makeAdmin(core)];
  const revokedKey = await issueKey(core.as(maker), { name: 'ends', scope: 'read' });
  const transferredKey = await issueKey(core.as(maker), { name: 'stays', scopes: ['offers:read'] });
  await handOverKey(core.as(boss), { key_id: (await find(transferredKey))?.id ?? 0, admin_id: heir.id });
  await deactivateAdmin(core.as(boss), maker.id);
  expect(await find(revokedKey)).toBeUndefined();
  expect(await find(transferredKey)).toMatchObject({ name: 'stays' });
  const id = (await find(transferredKey))?.id ?? 0;
  await expect(handOverKey(core.as(boss), { key_id: id, admin_id: maker.id })).rejects.toMatchObject({
    code: 'ADMIN_NOT_FOUND',
  });
  await deactivateAdmin(core.as(boss), heir.id);
  expect(await find(transferredKey)).toBeUndefined();
});

test('requires either `scope` or `scopes`', () => {
  const problem = (input: object) => serviceKeyInput.safeParse({ name: 'k', ...input }).error?.issues[0]?.path;
  expect(problem({ scope: 'read' })).toBeUndefined();
  expect(problem({ scopes: ['offers:read'] })).toBeUndefined();
  for (const input of [{}, { scopes: [] }, { scope: 'read', scopes: ['offers:read'] }]) {
    expect(problem(input)).toEqual(['scopes']);
  }
  expect(problem({ scopes: ['admins:write'] })).toEqual(['scopes', 0]);
  expect(problem({ scope: 'read', addresses: ['here'] })).toEqual(['addresses', 0]);
});

test('marks a key as unused 90 days after its last use, or after its creation if it was never used', async () => {
  await issue('idle');
  const isUnusedAfter = async (used: string | null, made: string) => {
    await core.database.sql`
      update api_keys set created_at = now() - ${made}::interval,
        last_used_at = case when ${used}::text is not null then now() - ${used}::interval end where name = 'idle'`;
    return (await findKeys('idle'))[0]?.is_unused;
  };
  expect([await isUnusedAfter(null, '89 days 23 hours'), await isUnusedAfter(null, '90 days 1 minute')]).toEqual([
    false,
    true,
  ]);
  expect([
    await isUnusedAfter('89 days 23 hours', '900 days'),
    await isUnusedAfter('90 days 1 minute', '900 days'),
  ]).toEqual([false, true]);
});
