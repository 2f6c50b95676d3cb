import { CALLS_PER_MINUTE } from '@inaam/core/people/passwords/services';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const HTTPS = { APP_ORIGIN: 'https://app.example.com', ADMIN_ORIGIN: 'https://admin.example.net' };

const attributesOf = (answer: { headers: Record<string, unknown> }): string[] =>
  String(answer.headers['set-cookie'])
    .split(';')
    .map((part) => part.trim());

describe('the cookie', () => {
  test('is httpOnly and SameSite=Lax, and plain on http', async () => {
    const user = attributesOf((await registerUser(api.appHost)).answer);
    const admin = attributesOf((await signInAdmin(api)).answer);
    expect(user[0]).toMatch(/^inaam_user=[a-z0-9]{40,}$/);
    expect(admin[0]).toMatch(/^inaam_admin=[a-z0-9]{40,}$/);
    for (const attributes of [user, admin]) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
      expect(attributes).not.toContain('Secure');
      expect(attributes.some((each) => /^domain/i.test(each))).toBe(false);
    }
  });

  test('is Secure and bound to its host on https', async () => {
    const { appHost, adminHost } = await api.another(HTTPS);
    const user = attributesOf((await registerUser(appHost)).answer);
    const admin = attributesOf((await signInAdmin(api, adminHost)).answer);
    expect(user[0]).toMatch(/^__Host-inaam_user=/);
    expect(admin[0]).toMatch(/^__Host-inaam_admin=/);
    for (const attributes of [user, admin]) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']));
      expect(attributes.some((each) => /^domain/i.test(each))).toBe(false);
    }
  });

  test('holds a secret that no answer and no table holds', async () => {
    const { client, sessionId, answer } = await registerUser(api.appHost);
    const secret = client.cookies.get('inaam_user') ?? '';
    expect(JSON.stringify(answer.body)).not.toContain(secret);
    expect(sessionId).not.toBe(secret);
    const [row] = await api.core.database.sql`
      select count(*) filter (where id = ${sessionId}) as named,
        count(*) filter (where s::text like ${`%${secret}%`}) as leaked
      from user_sessions s`;
    expect(row).toEqual({ named: 1, leaked: 0 });
  });
});

describe('a click, which the statement that finds its session records', () => {
  const ADDRESS = '198.51.100.93';
  const offer = () => makeOffer(api.core);
  const countOf = async (offerId: number): Promise<number> => {
    const [row] = await api.core.database.sql<{ n: number }[]>`
      select count(*)::int as n from clicks where offer_id = ${offerId}`;
    return row?.n ?? 0;
  };

  test.each<[transport: string, call: (client: Client, offerId: number) => Promise<{ status: number }>]>([
    ['tRPC', (client, offerId) => client.mutate('user.clicks.create', { offerId })],
    ['.php', (client, offerId) => client.post('/api/click-offer.php', { offerId })],
  ])('is recorded for a session that is good, and for no other: %s', async (_, call) => {
    const { sql } = api.core.database;
    const { offer_id: offerId } = await offer();
    const { client, sessionId, id } = await registerUser(api.appHost, ADDRESS);
    const click = async () => (await call(client, offerId)).status;
    expect(await click()).toBe(200);
    expect(await countOf(offerId)).toBe(1);

    await sql`
      insert into ip_addresses (address, blocked_at) values (${ADDRESS}, now())
      on conflict (address) do update set blocked_at = now()`;
    expect(await click()).toBe(403);
    await sql`update ip_addresses set blocked_at = null where address = ${ADDRESS}`;

    await sql`update user_sessions set expires_at = now() - interval '1 second' where id = ${sessionId}`;
    expect(await click()).toBe(401);
    // Lucia deletes a session that it finds expired.
    const again = await api.services.userSessions.create(id, { ip: ADDRESS, userAgent: null });
    client.cookies.set(again.cookie.name, again.cookie.value);
    expect(await click()).toBe(200);
    expect(await countOf(offerId)).toBe(2);

    await sql`update users set suspended_at = now() where id = ${id}`;
    expect(await click()).toBe(401);
    expect(await countOf(offerId)).toBe(2);
  });

  test('counts against the limit of its person before it is recorded', async () => {
    const { offer_id: offerId } = await offer();
    const limited = await api.another({ RATE_LIMITS: 'on' });
    const { client } = await registerUser(limited.appHost, '198.51.100.94');
    const answers = await Promise.all(
      Array.from({ length: CALLS_PER_MINUTE.user + 30 }, () => client.mutate('user.clicks.create', { offerId })),
    );
    const recorded = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(recorded).toBeLessThanOrEqual(CALLS_PER_MINUTE.user);
    expect(await countOf(offerId)).toBe(recorded);
  });
});

describe('the session id that a sign-in answers', () => {
  test('does not act as the session, in whatever way it is sent', async () => {
    const { sessionId } = await registerUser(api.appHost);
    const guest = new Client(api.appHost);
    for (const headers of [
      { cookie: `inaam_user=${sessionId}` },
      { cookie: `__Host-inaam_user=${sessionId}` },
      { cookie: `sessionId=${sessionId}` },
      { authorization: `Bearer ${sessionId}` },
      { 'x-session-id': sessionId },
    ]) {
      expect((await guest.get('/api/offers.php', headers as Record<string, string>)).status).toBe(401);
      expect(
        (await guest.get(`/api/offers.php?sessionId=${sessionId}`, headers as Record<string, string>)).status,
      ).toBe(401);
    }
    const { answer } = await signInAdmin(api);
    const cookie = `inaam_admin=${answer.body.sessionId}`;
    expect((await new Client(api.adminHost).get('/api/admin/dashboard.php', { cookie })).status).toBe(401);
  });

  test("a user's secret is nothing on the admin host", async () => {
    const { client } = await registerUser(api.appHost);
    const secret = client.cookies.get('inaam_user');
    const cookie = `inaam_admin=${secret}; inaam_user=${secret}`;
    expect((await new Client(api.adminHost).get('/api/admin/dashboard.php', { cookie })).status).toBe(401);
    const { client: admin } = await signInAdmin(api);
    const other = `inaam_user=${admin.cookies.get('inaam_admin')}`;
    expect((await new Client(api.appHost).get('/api/offers.php', { cookie: other })).status).toBe(401);
  });

  test.each([
    '',
    'x',
    'inaam_user',
    'inaam_user=',
    '=;=',
    `inaam_user=${'a'.repeat(4000)}`,
    'inaam_user=%00',
    'inaam_user="a"',
  ])('the cookie header %j is no session and no error', async (cookie) => {
    expect((await new Client(api.appHost).get('/api/offers.php', { cookie })).status).toBe(401);
  });
});

describe('signing out', () => {
  test('ends this session alone, and clears the cookie', async () => {
    const { client, email } = await registerUser(api.appHost);
    const other = new Client(api.appHost);
    await other.post('/api/login.php', { email, password: PASSWORD });
    const secret = client.cookies.get('inaam_user');
    const out = await client.post('/api/logout.php');
    expect([out.status, out.body]).toEqual([200, { success: true }]);
    expect(attributesOf(out)).toEqual(expect.arrayContaining(['inaam_user=', 'Max-Age=0', 'HttpOnly']));
    // The browser goes on being known; that opens nothing.
    expect([...client.cookies.keys()]).toEqual(['inaam_browser']);
    const replay = { cookie: `inaam_user=${secret}` };
    expect((await new Client(api.appHost).get('/api/offers.php', replay)).status).toBe(401);
    expect((await other.get('/api/offers.php')).status).toBe(200);
  });

  test('works twice, without a session, and for admins', async () => {
    const nobody = new Client(api.appHost);
    expect((await nobody.post('/api/logout.php')).status).toBe(200);
    expect((await nobody.mutate('user.identity.logout')).status).toBe(200);
    const { client } = await signInAdmin(api);
    const secret = client.cookies.get('inaam_admin');
    expect((await client.post('/api/admin/logout.php')).status).toBe(200);
    expect((await client.get('/api/admin/dashboard.php', { cookie: `inaam_admin=${secret}` })).status).toBe(401);
  });
});

/** Moves the end of a session: what passes in weeks otherwise. */
const setExpiry = (sessionId: string, ends: string) => api.core.database.sql`
  update user_sessions set expires_at = now() + ${ends}::interval where id = ${sessionId}`;

describe('time', () => {
  test('a session past half of its time is renewed, a fresh one is not', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    expect((await client.get('/api/offers.php')).headers).not.toHaveProperty('set-cookie');
    await setExpiry(sessionId, '14 days');
    const before = client.cookies.get('inaam_user');
    const renewed = await client.get('/api/offers.php');
    expect(attributesOf(renewed)).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']));
    expect(client.cookies.get('inaam_user')).toBe(before);
    const [row] = await api.core.database.sql`
      select expires_at > now() + interval '29 days' as slid from user_sessions where id = ${sessionId}`;
    expect(row).toEqual({ slid: true });
  });

  test('over tRPC too, also inside a batch', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    await setExpiry(sessionId, '14 days');
    const { status, headers } = await client.get('/trpc/user.identity.me,user.offers.list?batch=1');
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringMatching(/^inaam_user=/)]);
  });

  test('an expired session is none, and leaves no row', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    await setExpiry(sessionId, '-1 second');
    expect((await client.get('/api/offers.php')).status).toBe(401);
    expect(await api.core.database.sql`select 1 from user_sessions where id = ${sessionId}`).toHaveLength(0);
  });

  test('renewal ends: after 180 days a user signs in again, after 7 an admin', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    const age = (days: number) => api.core.database.sql`
      update user_sessions set created_at = now() - ${`${days} days`}::interval where id = ${sessionId}`;
    await age(179);
    expect((await client.get('/api/offers.php')).status).toBe(200);
    await age(181);
    expect((await client.get('/api/offers.php')).status).toBe(401);

    const { client: admin, answer } = await signInAdmin(api);
    await api.core.database.sql`
      update admin_sessions set created_at = now() - interval '8 days' where id = ${answer.body.sessionId}`;
    expect((await admin.get('/api/admin/dashboard.php')).status).toBe(401);
  });
});

describe('people who may no longer', () => {
  const flagged = async (id: number, action = 'flag_user') => {
    const { client } = await signInAdmin(api);
    expect((await client.post('/api/admin/fraud-detection.php', { action, user_id: id })).status).toBe(200);
  };
  const suspended = { status: 403, body: { error: 'Account suspended due to suspicious activity' } };
  const statusOf = async (client: Client, headers?: Record<string, string>) =>
    (await client.get('/api/offers.php', headers)).status;

  test('a suspended user: every session ends at once, and its holder and the right password are told why', async () => {
    const { client, email, id } = await registerUser(api.appHost);
    const second = new Client(api.appHost);
    await second.post('/api/login.php', { email, password: PASSWORD });
    await flagged(id);
    const [row] = await api.core.database.sql`select count(*) as live from user_sessions where user_id = ${id}`;
    expect(row).toEqual({ live: 0 });
    for (const each of [client, second]) {
      expect(await each.get('/api/offers.php')).toMatchObject(suspended);
      expect(await each.post('/api/spin.php', { offerId: 1 })).toMatchObject(suspended);
      const { status, body } = await each.query('user.identity.me');
      expect([status, body.error]).toMatchObject([403, { data: { domainCode: 'SUSPENDED', reference: `U-${id}` } }]);
    }
    const visitor = new Client(api.appHost);
    expect(await visitor.post('/api/login.php', { email, password: PASSWORD })).toMatchObject(suspended);
    expect(visitor.cookies.size).toBe(0);
    // Who does not know the password learns nothing about the account.
    const wrong = await visitor.post('/api/login.php', { email, password: 'a wrong password' });
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'Invalid email or password' }]);
  });

  test('that an account is suspended is told to nobody without the secret of one of its sessions', async () => {
    const { client, sessionId, id } = await registerUser(api.appHost);
    const { sessionId: signedOut, client: left } = await registerUser(api.appHost);
    const secret = left.cookies.get('inaam_user') ?? '';
    await left.post('/api/logout.php');
    await flagged(id);
    const guest = new Client(api.appHost);
    for (const value of [sessionId, signedOut, secret, 'a'.repeat(40), '%00']) {
      expect(await statusOf(guest, { cookie: `inaam_user=${value}` })).toBe(401);
    }
    const own = { cookie: `inaam_user=${client.cookies.get('inaam_user')}` };
    expect(await statusOf(guest, own)).toBe(403);
    // It is worth nothing on the admin host, and not for longer than the session would have lived.
    expect((await new Client(api.adminHost).get('/api/admin/dashboard.php', own)).status).toBe(401);
    await api.core.database.sql`update suspended_sessions set expires_at = now() where user_id = ${id}`;
    expect(await statusOf(guest, own)).toBe(401);
  });

  test('signing out and unflagging end what the holder is told; neither gives the session back', async () => {
    const { client, id } = await registerUser(api.appHost);
    await flagged(id);
    const own = { cookie: `inaam_user=${client.cookies.get('inaam_user')}` };
    expect((await client.post('/api/logout.php')).status).toBe(200);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(new Client(api.appHost), own)).toBe(403);
    await flagged(id, 'unflag_user');
    expect(await statusOf(new Client(api.appHost), own)).toBe(401);
    await flagged(id);
    expect(await statusOf(new Client(api.appHost), own)).toBe(401);
  });

  test('a deactivated admin has no session and no password', async () => {
    const { client, username } = await signInAdmin(api);
    await api.core.database.sql`update admins set deactivated_at = now() where username = ${username}`;
    expect((await client.get('/api/admin/dashboard.php')).status).toBe(401);
    const again = await client.post('/api/admin/login.php', { username, password: PASSWORD });
    expect([again.status, again.body]).toEqual([401, { error: 'Invalid username or password' }]);
  });
});
