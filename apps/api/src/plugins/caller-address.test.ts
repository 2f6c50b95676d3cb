import { makeNetwork, signQuery } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { PASSWORD, registerUser } from '../test/support/people.ts';
import { trustProxies, withoutPort } from './caller-address.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ TRUST_PROXY: '10.0.0.0/8,2001:db8:9::/48' }, { jobs: false });
});
afterAll(() => api.close());

test.each([
  ['203.0.113.50', '203.0.113.50'],
  ['203.0.113.50:51234', '203.0.113.50'],
  ['[2001:db8::5]:4711', '2001:db8::5'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['"[2001:db8::5]:4711"', '2001:db8::5'],
  // The whole text could be an IP address, so nothing is removed.
  ['2001:db8::5:4711', '2001:db8::5:4711'],
  ['unknown', 'unknown'],
  ['203.0.113.50:port', '203.0.113.50:port'],
  ['[203.0.113.50]:80', '[203.0.113.50]:80'],
  ['', ''],
])('reads %j as %j', (entry, address) => {
  expect(withoutPort(entry)).toBe(address);
});

test('trusts proxies in named blocks and listed proxies, with or without a port', () => {
  const isTrusted = trustProxies(['loopback', 'uniquelocal', '198.51.100.7']);
  for (const proxy of ['127.0.0.1', '::1', '172.16.0.9:443', '[fc00::1]:443', '198.51.100.7:1']) {
    expect([proxy, isTrusted(proxy)]).toEqual([proxy, true]);
  }
  for (const other of ['198.51.100.8', '172.32.0.1', 'unknown', undefined]) expect(isTrusted(other)).toBe(false);
});

/** A caller behind the trusted proxy. */
const createProxiedClient = (entry: string) => {
  const client = new Client(api.appHost, '10.0.0.2');
  return {
    client,
    post: (path: string, body: object) => client.post(path, body, { 'x-forwarded-for': entry }),
    get: (path: string) => client.get(path, { 'x-forwarded-for': entry }),
    query: (path: string) => client.query(path, undefined, { 'x-forwarded-for': entry }),
  };
};
const register = (entry: string) =>
  createProxiedClient(entry).post('/api/register.php', {
    firstName: 'Asha',
    lastName: 'Rao',
    email: `${crypto.randomUUID()}@example.com`,
    password: PASSWORD,
  });
test.each([
  ['203.0.113.50:51234', '203.0.113.50'],
  ['[2001:db8:1:2::5]:4711', '2001:db8:1:2::/64'],
  // The inner proxy adds the IP address and port of the outer proxy.
  ['203.0.113.51:51234, 10.9.9.9:40000', '203.0.113.51'],
  ['203.0.113.52, [2001:db8:9::1]:443', '203.0.113.52'],
])('counts and blocks the caller %s as %s', async (entry, address) => {
  expect((await register(entry)).status).toBe(200);
  const [row] = await api.core.database.sql`select registration_count from ip_addresses where address = ${address}`;
  expect(row?.['registration_count']).toBe(1);
  await api.core.database.sql`update ip_addresses set blocked_at = now() where address = ${address}`;
  expect(await register(entry)).toMatchObject({
    status: 403,
    body: { error: 'Access from this network or device is blocked' },
  });
});

test.each(['unknown', '_hidden', '203.0.113.50:port', '203.0.113.50; proto=https', '999.1.1.1'])(
  'answers 503 to users whose proxy writes %j, because their IP address could be blocked',
  async (entry) => {
    const busy = { status: 503, body: { error: 'The service is busy. Please try again shortly.' } };
    expect(await register(entry)).toMatchObject(busy);
    const { client, email } = await registerUser(api.appHost);
    const caller = createProxiedClient(entry);
    for (const [name, value] of client.cookies) caller.client.cookies.set(name, value);
    expect(await caller.get('/api/offers.php')).toMatchObject(busy);
    expect((await caller.query('user.identity.me')).status).toBe(503);
    expect(await createProxiedClient(entry).post('/api/login.php', { email, password: PASSWORD })).toMatchObject(busy);
    expect((await caller.query('user.site')).status).toBe(200);
    expect((await caller.get('/terms')).status).not.toBe(503);
    // Signing out needs no IP address.
    expect((await caller.post('/api/logout.php', {})).status).toBe(200);
  },
);

test('refuses the sign-in of an admin whose IP address is unreadable', async () => {
  const admin = new Client(api.adminHost, '10.0.0.2');
  const answer = await admin.post(
    '/api/admin/login.php',
    { username: 'owner', password: PASSWORD },
    { 'x-forwarded-for': 'unknown' },
  );
  expect([answer.status, answer.body]).toEqual([403, { error: 'Caller address not allowed' }]);
});

test('accepts a network’s postbacks only from its listed IP addresses, even if the proxy adds a port', async () => {
  const network = await makeNetwork(api.core);
  await api.core.database.sql`
    update networks set source_addresses = ${['203.0.113.60']}::text[], source_mode = 'enforce' where slug = ${network.slug}`;
  const query = signQuery(network, { click_id: 'none', transaction_id: 't1', status: 'approved' });
  const path = `/postback/${network.slug}?${query}`;
  const call = async (entry: string) => {
    const { status, body } = await createProxiedClient(entry).get(path);
    return [status, body.error];
  };
  expect(await call('unknown')).toEqual([403, 'Caller address not allowed']);
  expect(await call('203.0.113.61:443')).toEqual([403, 'Caller address not allowed']);
  // The IP address is accepted: the call fails only because the click is unknown.
  expect(await call('203.0.113.60:443')).toEqual([404, 'Click not found']);
});
