import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { PASSWORD, signInAdmin } from './support/people.ts';

let api: TestApi;
let admin: Client;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  admin = (await signInAdmin(api)).client;
});
afterAll(() => api.close());

async function issue(name: string, scope: string) {
  const { status, body } = await admin.mutate('admin.keys.issue', { name, scope });
  expect(status).toBe(200);
  const key = body.result.data.key as string;
  return { key, headers: { authorization: `Bearer ${key}` } };
}
const list = async () => (await admin.query('admin.keys.list')).body.result.data.keys;
const service = () => new Client(api.adminHost);
const voucher = { voucher_type: 'amazon', quantity: 2 };
const getError = ({ status, body }: { status: number; body: { error: unknown } }) => [status, body.error];

describe('a service key', () => {
  test('works instead of a cookie at .php endpoints and over tRPC, and its changes are audited under its name', async () => {
    const { headers } = await issue('importer', 'read_write');
    expect(await service().get('/api/admin/dashboard.php', headers)).toMatchObject({ status: 200 });
    expect((await service().query('admin.offers.list', {}, headers)).status).toBe(200);
    const answer = await service().post('/api/admin/vouchers.php', voucher, headers);
    expect(answer.body).toMatchObject({ success: true, created: 2 });
    const person = { username: 'made-by-key', email: 'made-by-key@example.com', password: PASSWORD };
    expect(await service().post('/api/admin/register.php', person, headers)).toMatchObject({
      status: 403,
      body: { error: 'This belongs to a signed-in admin, not to a service key' },
    });
    const { entries } = (await admin.query('admin.audit.list', { actor: 'importer' })).body.result.data;
    expect(entries.map(({ actor_kind, action }: Record<string, string>) => [actor_kind, action])).toEqual([
      ['service', 'vouchers.import'],
    ]);
  });

  test('with the scope "read" can read lists and CSV exports but not write', async () => {
    const { headers } = await issue('reader', 'read');
    for (const path of ['/api/admin/vouchers.php', '/export/vouchers.csv']) {
      expect((await service().get(path, headers)).status).toBe(200);
    }
    const refused = [403, 'This key may only read'];
    expect(getError(await service().post('/api/admin/vouchers.php', voucher, headers))).toEqual(refused);
    expect(getError(await service().send('DELETE', '/api/admin/offers.php?offer_id=1', undefined, headers))).toEqual(
      refused,
    );
    const rpc = await service().mutate('admin.vouchers.create', voucher, headers);
    expect([rpc.status, rpc.body.error.data.domainCode]).toEqual([403, 'KEY_READ_ONLY']);
    const { entries } = (await admin.query('admin.audit.list', { actor: 'reader' })).body.result.data;
    expect(entries).toMatchObject([{ action: 'vouchers.export', actor_kind: 'service' }]);
  });

  test('cannot act for a person or issue another key', async () => {
    const { headers } = await issue('climber', 'read_write');
    const calls = [
      service().query('admin.identity.me', undefined, headers),
      service().query('admin.keys.list', undefined, headers),
      service().mutate('admin.keys.issue', { name: 'second', scope: 'read_write' }, headers),
      service().mutate('admin.keys.revoke', { key_id: 1 }, headers),
      service().query('admin.admins.sessions', undefined, headers),
      service().mutate('admin.admins.changePassword', { currentPassword: 'a', newPassword: PASSWORD }, headers),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.error.data.domainCode]).toEqual([403, 'KEY_NOT_A_PERSON']);
    }
  });

  test('is refused right after it is revoked, even together with a valid cookie', async () => {
    const { headers } = await issue('to-revoke', 'read_write');
    const { key_id } = (await list()).find(({ name }: { name: string }) => name === 'to-revoke');
    expect((await admin.get('/api/admin/offers.php', headers)).status).toBe(200);
    expect((await admin.mutate('admin.keys.revoke', { key_id })).status).toBe(200);
    for (const each of [service(), admin]) {
      expect(getError(await each.get('/api/admin/offers.php', headers))).toEqual([401, 'Not signed in']);
      expect((await each.query('admin.offers.list', {}, headers)).status).toBe(401);
    }
    expect((await admin.get('/api/admin/offers.php')).status).toBe(200);
  });

  test('records a security event when used from another IP address than before', async () => {
    const { headers } = await issue('wanderer', 'read');
    for (const from of ['203.0.113.61', '203.0.113.61', '203.0.113.62']) {
      expect((await new Client(api.adminHost, from).get('/api/admin/offers.php', headers)).status).toBe(200);
    }
    await api.services.securityEventLog.whenWritten();
    const recorded = await api.core.database.sql`
      select d.actor_name, d.ip from security_events e join security_event_details d on d.event_id = e.id
      where e.kind = 'key_used_from_new_address' and d.actor_name = 'wanderer'`;
    expect([...recorded]).toEqual([{ actor_name: 'wanderer', ip: '203.0.113.62' }]);
  });

  test('cannot read a user’s offers on the app host', async () => {
    const { headers } = await issue('lost', 'read_write');
    expect(getError(await new Client(api.appHost).get('/api/offers.php', headers))).toEqual([401, 'Not signed in']);
  });

  test('is listed by its first characters, and needs a valid, unique name and a known scope', async () => {
    const { key } = await issue('listed', 'read');
    const found = (await list()).find(({ name }: { name: string }) => name === 'listed');
    expect(found).toMatchObject({ prefix: key.slice(0, 12), scope: 'read', last_used_at: null, revoked_at: null });
    expect(JSON.stringify(await list())).not.toContain(key);
    const again = await admin.mutate('admin.keys.issue', { name: 'Listed', scope: 'read' });
    expect([again.status, again.body.error.data.field]).toEqual([409, 'name']);
    for (const [input, field] of [
      [{ name: ' ', scope: 'read' }, 'name'],
      [{ name: 'x'.repeat(61), scope: 'read' }, 'name'],
      [{ name: 'a', scope: 'write' }, 'scope'],
    ] as const) {
      const { status, body } = await admin.mutate('admin.keys.issue', input);
      expect([status, body.error.data.field]).toEqual([400, field]);
    }
  });

  test('never appears in the log, even when a call fails', async () => {
    const { key, headers } = await issue('unlucky', 'read');
    await api.core.database.sql`alter table offers rename to offers_gone`;
    expect((await service().get('/api/admin/offers.php', headers)).status).toBe(500);
    expect((await service().query('admin.offers.list', {}, headers)).status).toBe(500);
    await api.core.database.sql`alter table offers_gone rename to offers`;
    expect(api.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(api.log)).not.toContain(key.slice(12));
  });
});
