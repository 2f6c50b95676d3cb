import { createHmac, randomUUID } from 'node:crypto';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

const getError = ({ status, body }: Answer) => [status, body.error?.message ?? body.error];

describe('a foreign Origin', () => {
  const foreign = [
    'https://evil.example',
    'null',
    '',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
    'http://evil.example/http://localhost:3000',
    'https://localhost:3000',
    'http://LOCALHOST:3000',
    'http://localhost',
  ];
  const refused = [403, 'Requests from this origin are not allowed'];

  test.each(foreign)('%j is refused on the app host, over either transport', async (origin) => {
    const { client } = await registerUser(api.appHost);
    expect(getError(await client.post('/api/logout.php', {}, { origin }))).toEqual(refused);
    expect(getError(await client.mutate('user.identity.logout', undefined, { origin }))).toEqual(refused);
    expect(getError(await client.json('PUT', '/api/offers.php', {}, { origin }))).toEqual(refused);
    // The refused sign-outs did not end the session. Reads are allowed: they change nothing, and the foreign site
    // cannot see the answer.
    const read = await client.get('/api/offers.php', { origin });
    expect(read.status).toBe(200);
    expect(read.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['https://evil.example', 'null', 'http://localhost:3000'])(
    '%j is refused on the admin host',
    async (origin) => {
      const { client } = await signInAdmin(api);
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expect(getError(await client.json(method, '/api/admin/offers.php', {}, { origin }))).toEqual(refused);
      }
      expect(getError(await client.mutate('admin.identity.logout', undefined, { origin }))).toEqual(refused);
      expect((await client.get('/api/admin/dashboard.php')).status).toBe(200);
    },
  );

  test('is detected by Sec-Fetch-Site when the browser sends no Origin', async () => {
    const { client } = await signInAdmin(api);
    for (const site of ['cross-site', 'same-site']) {
      const from = { 'sec-fetch-site': site };
      expect(getError(await client.json('POST', '/api/admin/logout.php', {}, from))).toEqual(refused);
    }
    for (const site of ['same-origin', 'none']) {
      const from = { 'sec-fetch-site': site };
      expect((await client.json('PUT', '/api/admin/offers.php', { offer_id: 999_999 }, from)).status).toBe(404);
    }
    expect((await client.get('/api/admin/dashboard.php', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  test('is refused; the host’s own Origin, its other loopback names and a missing Origin are accepted', async () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect((await new Client(api.appHost).post('/api/logout.php', {}, { origin })).status).toBe(200);
    }
    expect((await new Client(api.appHost).post('/api/logout.php')).status).toBe(200);
    const { appHost } = await api.startAnother({
      APP_ORIGIN: 'https://app.example.com',
      ADMIN_ORIGIN: 'https://admin.example.net',
    });
    const at = (origin: string) => new Client(appHost).post('/api/logout.php', {}, { origin });
    expect((await at('https://app.example.com')).status).toBe(200);
    expect((await at('https://admin.example.net')).status).toBe(403);
    expect((await at('http://localhost:3000')).status).toBe(403);
  });

  test('is allowed for a postback, which carries no session', async () => {
    const { slug, secret } = await makeNetwork(api.core);
    const query = `click_id=${randomUUID()}&transaction_id=1&status=approved`;
    const signature = createHmac('sha256', secret).update(query).digest('hex');
    const path = `/postback/${slug}?${query}&signature=${signature}`;
    const answer = await new Client(api.appHost).send('POST', path, undefined, { origin: 'https://evil.example' });
    expect(getError(answer)).toEqual([404, 'Click not found']);
  });
});

describe('a blocked caller', () => {
  const refused = [403, 'Access from this network or device is blocked'];

  const everyCall = (client: Client, device?: string): Promise<Answer>[] => [
    client.get('/api/offers.php'),
    client.get('/api/user-stats.php'),
    client.post('/api/click-offer.php', { offerId: 1 }),
    client.post('/api/spin.php', { offerId: 1 }),
    client.query('user.identity.me'),
    client.query('user.offers.list'),
    client.query('user.insights.stats'),
    client.mutate('user.clicks.create', { offerId: 1 }),
    client.mutate('user.spins.spin', { offerId: 1 }),
    client.mutate('user.vouchers.markUsed', { voucher_id: 1 }),
    client.post('/api/login.php', { email: 'a@example.com', password: PASSWORD, deviceFingerprint: device }),
    client.post('/api/register.php', {
      firstName: 'A',
      lastName: 'B',
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
      deviceFingerprint: device,
    }),
    client.post('/api/firebase-auth.php', { idToken: 'a.b.c', deviceFingerprint: device }),
  ];

  test('is refused by IP address at every user call except sign-out, with or without a session', async () => {
    const address = '198.51.100.20';
    const { client } = await registerUser(api.appHost, address);
    await api.core.database.sql`update ip_addresses set blocked_at = now() where address = ${address}`;
    for (const each of [client, new Client(api.appHost, address)]) {
      for (const answer of await Promise.all(everyCall(each))) expect(getError(answer)).toEqual(refused);
    }
    expect((await client.get('/login')).status).toBe(200);
    expect((await client.post('/api/logout.php')).status).toBe(200);
    await api.core.database.sql`update ip_addresses set blocked_at = null where address = ${address}`;
    expect((await new Client(api.appHost, address).get('/api/offers.php')).status).toBe(401);
  });

  test('is refused within the /64 of a blocked IPv6 address and not beyond', async () => {
    await registerUser(api.appHost, '2001:db8:1:2::10');
    await api.core.database.sql`update ip_addresses set blocked_at = now() where address = '2001:db8:1:2::/64'`;
    const from = async (address: string) => (await new Client(api.appHost, address).get('/api/offers.php')).status;
    expect(await from('2001:db8:1:2:ffff::1')).toBe(403);
    expect(await from('2001:db8:1:3::10')).toBe(401);
  });

  test('is refused by IPv4 address even if the address is mapped into IPv6', async () => {
    const { client } = await registerUser(api.appHost, '::ffff:198.51.100.77');
    await api.core.database.sql`update ip_addresses set blocked_at = now() where address = '198.51.100.77'`;
    expect((await client.get('/api/offers.php')).status).toBe(403);
    expect((await new Client(api.appHost, '198.51.100.77').get('/api/offers.php')).status).toBe(403);
  });

  test('is refused by device, at sign-in and with an earlier session, while its IP is not blocked', async () => {
    const device = `dev-${randomUUID().slice(0, 8)}`;
    const { client } = await registerUser(api.appHost, '198.51.100.31', device);
    await api.core.database.sql`update devices set blocked_at = now() where fingerprint = ${device}`;
    for (const answer of await Promise.all(everyCall(client, device))) expect(getError(answer)).toEqual(refused);
    expect((await client.post('/api/logout.php')).status).toBe(200);
    expect((await new Client(api.appHost, '198.51.100.31').get('/api/offers.php')).status).toBe(401);
  });

  test('can still use the admin host', async () => {
    const { client } = await signInAdmin(api);
    await api.core.database.sql`
      insert into ip_addresses (address, blocked_at) values ('192.0.2.1', now())
      on conflict (address) do update set blocked_at = now()`;
    expect((await client.get('/api/admin/dashboard.php')).status).toBe(200);
    await api.core.database.sql`update ip_addresses set blocked_at = null where address = '192.0.2.1'`;
  });
});

describe('X-Forwarded-For', () => {
  const registerAndGetAddress = async (host: TestApi['appHost'], from: string, forwarded: string) => {
    const client = new Client(host, from);
    const email = `${randomUUID()}@example.com`;
    const body = { firstName: 'A', lastName: 'B', email, password: PASSWORD };
    const { status } = await client.post('/api/register.php', body, { 'x-forwarded-for': forwarded });
    if (status !== 200) return status;
    const [row] = await api.core.database.sql<{ ip: string | null }[]>`
      select registration_ip as ip from users where email = ${email}`;
    return row?.ip;
  };

  test('is ignored without a trusted proxy', async () => {
    expect(await registerAndGetAddress(api.appHost, '192.0.2.50', '203.0.113.1')).toBe('192.0.2.50');
  });

  test('counts only from a trusted proxy: the last address that is not a trusted proxy is the caller', async () => {
    const { appHost } = await api.startAnother({ TRUST_PROXY: '10.0.0.0/8,loopback' });
    expect(await registerAndGetAddress(appHost, '192.0.2.51', '203.0.113.2')).toBe('192.0.2.51');
    expect(await registerAndGetAddress(appHost, '10.1.2.3', '203.0.113.3')).toBe('203.0.113.3');
    expect(await registerAndGetAddress(appHost, '127.0.0.1', '203.0.113.66, 203.0.113.4, 10.9.9.9')).toBe(
      '203.0.113.4',
    );
    expect(await registerAndGetAddress(appHost, '10.1.2.3', '2001:db8:9:9:1::1')).toBe('2001:db8:9:9::/64');
    // The proxy sends an invalid address. Blocks and limits need the caller's address, so the request is refused.
    expect(await registerAndGetAddress(appHost, '10.1.2.3', 'rubbish')).toBe(503);
  });
});
