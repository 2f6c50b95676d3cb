import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminActor } from '../kernel/actor.ts';
import { findKey, issueKey, listKeys, revokeKey } from './api-keys.ts';

let core: TestCore;
let boss: AdminActor;
beforeAll(async () => {
  core = await createTestCore();
  boss = await makeAdmin(core);
});
afterAll(() => core.close());

const issue = (name: string, scope: 'read' | 'read_write' = 'read') => issueKey(core.as(boss), { name, scope });
const find = (key: string) => findKey(core.kernel, `Bearer ${key}`);
const listed = async (name: string) => (await listKeys(core.kernel)).keys.filter((key) => key.name === name);
const revoke = (id: number) => revokeKey(core.as(boss), id);

test('a key is found again by itself alone, and no table and no audit row holds it', async () => {
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
    select k::text as text from api_keys k union all select a::text from audit_log a`;
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await listed('reports')).toMatchObject([
    { prefix: key.slice(0, 12), scope: 'read', created_by: boss.name, revoked_at: null },
  ]);
});

test('revoking ends it at once, the second time changes nothing, and both actions are audited once', async () => {
  const key = await issue('doomed', 'read_write');
  const id = (await find(key))?.id ?? 0;
  await revoke(id);
  await revoke(id);
  expect(await find(key)).toBeUndefined();
  expect((await listed('doomed'))[0]?.revoked_at).toMatch(/^20/);
  const audited = await core.database.sql`
    select action, actor_name, after from audit_log where subject = ${String(id)} and action like 'keys.%' order by id`;
  expect(audited.map(({ action, actor_name: name }) => [action, name])).toEqual([
    ['keys.issue', boss.name],
    ['keys.revoke', boss.name],
  ]);
  await expect(revoke(999_999)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
});

test('two live keys never share a name, whatever its case and however many ask at once; a revoked one gives it free', async () => {
  const tries = await Promise.allSettled(['same', 'Same', 'SAME', 'same'].map((name) => issue(name)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of tries) {
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'KEY_NAME_TAKEN', field: 'name' });
  }
  const same = (await listKeys(core.kernel)).keys.find(({ name }) => name.toLowerCase() === 'same');
  await revoke(same?.key_id ?? 0);
  await issue('same');
  // Live ones come first.
  const revoked = (await listKeys(core.kernel)).keys.map(({ revoked_at }) => revoked_at !== null);
  expect(revoked).toEqual(revoked.toSorted());
});

test('when it was used last is noted, once a minute', async () => {
  const key = await issue('counted');
  expect((await listed('counted'))[0]?.last_used_at).toBeNull();
  await find(key);
  const first = (await listed('counted'))[0]?.last_used_at;
  expect(first).toMatch(/^20/);
  await find(key);
  expect((await listed('counted'))[0]?.last_used_at).toBe(first);
  await core.database.sql`update api_keys set last_used_at = now() - interval '61 seconds' where name = 'counted'`;
  await find(key);
  expect(Date.parse((await listed('counted'))[0]?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
});
