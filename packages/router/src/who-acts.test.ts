import { issueKey } from '@inaam/core/people/keys/api-keys';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin } from '@inaam/testing/factories/identity';
import { makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { createCallerFactory } from './procedures.ts';

/** Checks the actor and IP address in the audit log and in security events, for people and service keys. */

const HERE = '192.0.2.61';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await makeAdmin(core);
});
afterAll(() => core.close());

const createCaller = (ip: string | null, by: { cookie?: string; key?: string }) => {
  const context: Context = {
    services: core.services,
    site: {
      brandName: 'B',
      supportEmail: 's@example.com',
      networkName: 'N',
      minimumAge: 13,
      deletionDays: 7,
      logRetentionDays: 400,
      grievanceOfficer: null,
      provider: { kind: 'none' },
    },
    request: {},
    caller: { ip, userAgent: 'a browser' },
    cookieHeader: by.cookie,
    authorization: by.key === undefined ? undefined : `Bearer ${by.key}`,
    runOnceKey: undefined,
    setCookie: () => {},
  };
  return createCallerFactory(appRouter)(context);
};
const formatCookie = ({ cookie }: { cookie: { name: string; value: string } }) => `${cookie.name}=${cookie.value}`;
const issueTestKey = async (name: string, scope: 'read' | 'read_write') => {
  const key = await issueKey(core.as(anyAdmin), { name, scope });
  const [row] = await core.database.sql<{ id: number }[]>`select id from api_keys where name = ${name}`;
  return { key, id: row?.id ?? 0 };
};

const lastEntry = async () => {
  const [row] = await core.database.sql`
    select actor_kind, actor_id, actor_name, ip, action from audit_entries order by id desc limit 1`;
  return row;
};
const lastEvent = async (kind: string) => {
  await core.services.securityEventLog.whenWritten();
  const [row] = await core.database.sql`
    select e.realm, e.actor_kind, e.actor_id, d.actor_name, d.ip, d.device, e.detail
    from security_events e join security_event_details d on d.event_id = e.id
    where e.kind = ${kind} order by e.id desc limit 1`;
  return row;
};
const newVoucher = { voucher_type: 'amazon', quantity: 1 } as const;

describe('records an action in the audit log with its actor and IP address:', () => {
  test('of a service key', async () => {
    const { key, id } = await issueTestKey('importer', 'read_write');
    await createCaller(HERE, { key }).admin.vouchers.create(newVoucher);
    expect(await lastEntry()).toEqual({
      actor_kind: 'service',
      actor_id: id,
      actor_name: 'importer',
      ip: HERE,
      action: 'vouchers.import',
    });
  });

  test('of a key with an unknown IP address', async () => {
    const { key } = await issueTestKey('from nowhere', 'read_write');
    await createCaller(null, { key }).admin.vouchers.create(newVoucher);
    expect(await lastEntry()).toMatchObject({ actor_name: 'from nowhere', ip: null });
  });

  test('of a user', async () => {
    const network = await makeNetwork(core);
    await addStock(core, { amount: 661, count: 1 });
    const { user, voucherId } = await makeWinner(core, network, 661);
    const session = await core.services.userSessions.create(user.id, { ip: '198.51.100.1', userAgent: null });
    await createCaller(HERE, { cookie: formatCookie(session) }).user.vouchers.markUsed({ voucher_id: voucherId ?? 0 });
    expect(await lastEntry()).toEqual({
      actor_kind: 'user',
      actor_id: user.id,
      actor_name: user.email,
      ip: HERE,
      action: 'vouchers.use',
    });
  });
});

describe('records a refusal in the security events with its actor and IP address:', () => {
  test('of a key that may only read', async () => {
    const { key, id } = await issueTestKey('reader', 'read');
    await expect(createCaller(HERE, { key }).admin.vouchers.create(newVoucher)).rejects.toMatchObject({
      cause: { code: 'KEY_READ_ONLY' },
    });
    expect(await lastEvent('forbidden')).toMatchObject({
      realm: 'admin',
      actor_kind: 'service',
      actor_id: id,
      actor_name: 'reader',
      ip: HERE,
      detail: 'admin.vouchers.create',
    });
  });

  test('of an admin whose role is too low', async () => {
    const { id, name } = await makeAdmin(core, undefined, 'analyst');
    const session = await core.services.adminSessions.create(id, { ip: null, userAgent: null });
    await expect(
      createCaller(HERE, { cookie: formatCookie(session) }).admin.vouchers.create(newVoucher),
    ).rejects.toMatchObject({
      cause: { code: 'ROLE_TOO_LOW' },
    });
    expect(await lastEvent('forbidden')).toMatchObject({
      actor_kind: 'admin',
      actor_id: id,
      actor_name: name,
      ip: HERE,
    });
  });

  test('of an unknown key, which has no actor', async () => {
    await expect(createCaller(HERE, { key: `inaam_${'x'.repeat(43)}` }).admin.offers.list({})).rejects.toMatchObject({
      cause: { code: 'NOT_SIGNED_IN' },
    });
    expect(await lastEvent('sign_in_failed')).toMatchObject({
      realm: 'admin',
      actor_kind: null,
      actor_id: null,
      ip: HERE,
      detail: 'service key',
    });
  });
});

test('records a security event when a key is used from another IP address than before', async () => {
  const { key, id } = await issueTestKey('wanderer', 'read');
  const from = async (ip: string) => {
    await createCaller(ip, { key }).admin.offers.list({});
    return lastEvent('key_used_from_new_address');
  };
  expect([await from('198.51.100.7'), await from('198.51.100.7')]).toEqual([undefined, undefined]);
  expect(await from(HERE)).toMatchObject({ actor_kind: 'service', actor_id: id, actor_name: 'wanderer', ip: HERE });
  const [row] = await core.database.sql`select last_ip from api_keys where id = ${id}`;
  expect(row).toEqual({ last_ip: HERE });
});
