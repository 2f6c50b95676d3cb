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

const getCookieAttributes = (answer: { headers: Record<string, unknown> }): string[] =>
  String(answer.headers['set-cookie'])
    .split(';')
    .map((part) => part.trim());

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Lax, and on http neither Secure nor prefixed', async () => {
    const user = getCookieAttributes((await registerUser(api.appHost)).answer);
    const admin = getCookieAttributes((await signInAdmin(api)).answer);
    expect(user[0]).toMatch(/^inaam_user=[a-z0-9]{40,}$/);
    expect(admin[0]).toMatch(/^inaam_admin=[a-z0-9]{40,}$/);
    for (const attributes of [user, admin]) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
      expect(attributes).not.toContain('Secure');
      expect(attributes.some((each) => /^domain/i.test(each))).toBe(false);
    }
  });

  test('is Secure and bound to its host on https', async () => {
    const { appHost, adminHost } = await api.startAnother(HTTPS);
    const user = getCookieAttributes((await registerUser(appHost)).answer);
    const admin = getCookieAttributes((await signInAdmin(api, adminHost)).answer);
    expect(user[0]).toMatch(/^__Host-inaam_user=/);
    expect(admin[0]).toMatch(/^__Host-inaam_admin=/);
    for (const attributes of [user, admin]) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']));
      expect(attributes.some((each) => /^domain/i.test(each))).toBe(false);
    }
  });

  test('contains a secret that no answer or table contains', async () => {
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

describe('a click, recorded by the statement that checks its session', () => {
  const ADDRESS = '198.51.100.93';
  const offer = () => makeOffer(api.core);
  const countClicks = async (offerId: number): Promise<number> => {
    const [row] = await api.core.database.sql<{ n: number }[]>`
      select count(*)::int as n from clicks where offer_id = ${offerId}`;
    return row?.n ?? 0;
  };

  test.each<[transport: string, call: (client: Client, offerId: number) => Promise<{ status: number }>]>([
    ['tRPC', (client, offerId) => client.mutate('user.clicks.create', { offerId })],
    ['.php', (client, offerId) => client.post('/api/click-offer.php', { offerId })],
  ])('is recorded only for a valid session: %s', async (_, call) => {
    const { sql } = api.core.database;
    const { offer_id: offerId } = await offer();
    const { client, sessionId, id } = await registerUser(api.appHost, ADDRESS);
    const click = async () => (await call(client, offerId)).status;
    expect(await click()).toBe(200);
    expect(await countClicks(offerId)).toBe(1);

    await sql`
      insert into ip_addresses (address, blocked_at) values (${ADDRESS}, now())
      on conflict (address) do update set blocked_at = now()`;
    expect(await click()).toBe(403);
    await sql`update ip_addresses set blocked_at = null where address = ${ADDRESS}`;

    await sql`update user_sessions set expires_at = now() - interval '1 second' where id = ${sessionId}`;
    expect(await click()).toBe(401);
    // The library for sessions has deleted the expired session.
    const again = await api.services.userSessions.create(id, { ip: ADDRESS, userAgent: null });
    client.cookies.set(again.cookie.name, again.cookie.value);
    expect(await click()).toBe(200);
    expect(await countClicks(offerId)).toBe(2);

    await sql`update users set suspended_at = now() where id = ${id}`;
    expect(await click()).toBe(401);
    expect(await countClicks(offerId)).toBe(2);
  });

  test('counts against the user’s rate limit before it is recorded', async () => {
    const { offer_id: offerId } = await offer();
    const limited = await api.startAnother({ RATE_LIMITS: 'on' });
    const { client } = await registerUser(limited.appHost, '198.51.100.94');
    const answers = await Promise.all(
      Array.from({ length: CALLS_PER_MINUTE.user + 30 }, () => client.mutate('user.clicks.create', { offerId })),
    );
    const recorded = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(recorded).toBeLessThanOrEqual(CALLS_PER_MINUTE.user);
    expect(await countClicks(offerId)).toBe(recorded);
  });
});

describe('the secret of a session', () => {
  test('cannot be replaced by the session’s id, however the id is sent', async () => {
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

  test('is invalid on the other host', async () => {
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
    'inaam_user=%zz',
  ])('is not found in the cookie header %j, so the call is answered with 401', async (cookie) => {
    expect((await new Client(api.appHost).get('/api/offers.php', { cookie })).status).toBe(401);
  });

  test('is accepted next to another cookie that is not percent-encoded', async () => {
    const { client } = await registerUser(api.appHost);
    client.cookies.set('sale', '50%');
    for (const path of ['/', '/api/offers.php', '/trpc/user.offers.list'])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    expect((await client.post('/api/logout.php')).status).toBe(200);
  });
});

describe('signing out', () => {
  test('ends only this session and clears the cookie', async () => {
    const { client, email } = await registerUser(api.appHost);
    const other = new Client(api.appHost);
    await other.post('/api/login.php', { email, password: PASSWORD });
    const secret = client.cookies.get('inaam_user');
    const out = await client.post('/api/logout.php');
    expect([out.status, out.body]).toEqual([200, { success: true }]);
    expect(getCookieAttributes(out)).toEqual(expect.arrayContaining(['inaam_user=', 'Max-Age=0', 'HttpOnly']));
    // The browser cookie stays; it grants no access.
    expect([...client.cookies.keys()]).toEqual(['inaam_browser']);
    const replay = { cookie: `inaam_user=${secret}` };
    expect((await new Client(api.appHost).get('/api/offers.php', replay)).status).toBe(401);
    expect((await other.get('/api/offers.php')).status).toBe(200);
  });

  test('succeeds without a session, over .php and tRPC, and also ends an admin’s session', async () => {
    const guest = new Client(api.appHost);
    expect((await guest.post('/api/logout.php')).status).toBe(200);
    expect((await guest.mutate('user.identity.logout')).status).toBe(200);
    const { client } = await signInAdmin(api);
    const secret = client.cookies.get('inaam_admin');
    expect((await client.post('/api/admin/logout.php')).status).toBe(200);
    expect((await client.get('/api/admin/dashboard.php', { cookie: `inaam_admin=${secret}` })).status).toBe(401);
  });
});

/** Moves the expiry of a session, instead of waiting for weeks. */
const setExpiry = (sessionId: string, ends: string) => api.core.database.sql`
  update user_sessions set expires_at = now() + ${ends}::interval where id = ${sessionId}`;

describe('expiry', () => {
  test('renews a session past half of its lifetime but not a fresh one', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    expect((await client.get('/api/offers.php')).headers).not.toHaveProperty('set-cookie');
    await setExpiry(sessionId, '14 days');
    const before = client.cookies.get('inaam_user');
    const renewed = await client.get('/api/offers.php');
    expect(getCookieAttributes(renewed)).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']));
    expect(client.cookies.get('inaam_user')).toBe(before);
    const [row] = await api.core.database.sql`
      select expires_at > now() + interval '29 days' as is_renewed from user_sessions where id = ${sessionId}`;
    expect(row).toEqual({ is_renewed: true });
  });

  test('renews a session over tRPC, in a batch', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    await setExpiry(sessionId, '14 days');
    const { status, headers } = await client.get('/trpc/user.identity.me,user.offers.list?batch=1');
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringMatching(/^inaam_user=/)]);
  });

  test('rejects an expired session and deletes its row', async () => {
    const { client, sessionId } = await registerUser(api.appHost);
    await setExpiry(sessionId, '-1 second');
    expect((await client.get('/api/offers.php')).status).toBe(401);
    expect(await api.core.database.sql`select 1 from user_sessions where id = ${sessionId}`).toHaveLength(0);
  });

  test('ends a session that is older than 180 days for users or 7 days for admins', async () => {
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

describe('a suspension or deactivation', () => {
  const flag = async (id: number, action = 'flag_user') => {
    const { client } = await signInAdmin(api);
    expect((await client.post('/api/admin/fraud-detection.php', { action, user_id: id })).status).toBe(200);
  };
  const suspended = { status: 403, body: { error: 'Account suspended due to suspicious activity' } };
  const getStatus = async (client: Client, headers?: Record<string, string>) =>
    (await client.get('/api/offers.php', headers)).status;

  test('ends all sessions of a user at once; later calls and sign-ins are answered with the reason', async () => {
    const { client, email, id } = await registerUser(api.appHost);
    const second = new Client(api.appHost);
    await second.post('/api/login.php', { email, password: PASSWORD });
    await flag(id);
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
    // A caller without the password learns nothing about the account.
    const wrong = await visitor.post('/api/login.php', { email, password: 'a wrong password' });
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'Invalid email or password' }]);
  });

  test('is revealed only to callers with the secret of a session that it ended', async () => {
    const { client, sessionId, id } = await registerUser(api.appHost);
    const { sessionId: signedOutId, client: signedOutClient } = await registerUser(api.appHost);
    const secret = signedOutClient.cookies.get('inaam_user') ?? '';
    await signedOutClient.post('/api/logout.php');
    await flag(id);
    const guest = new Client(api.appHost);
    for (const value of [sessionId, signedOutId, secret, 'a'.repeat(40), '%00']) {
      expect(await getStatus(guest, { cookie: `inaam_user=${value}` })).toBe(401);
    }
    const ownCookie = { cookie: `inaam_user=${client.cookies.get('inaam_user')}` };
    expect(await getStatus(guest, ownCookie)).toBe(403);
    // The secret is invalid on the admin host, and after the session would have expired.
    expect((await new Client(api.adminHost).get('/api/admin/dashboard.php', ownCookie)).status).toBe(401);
    await api.core.database.sql`update suspended_sessions set expires_at = now() where user_id = ${id}`;
    expect(await getStatus(guest, ownCookie)).toBe(401);
  });

  test('stops showing the reason after sign-out or unflagging, without restoring the session', async () => {
    const { client, id } = await registerUser(api.appHost);
    await flag(id);
    const ownCookie = { cookie: `inaam_user=${client.cookies.get('inaam_user')}` };
    expect((await client.post('/api/logout.php')).status).toBe(200);
    expect(await getStatus(client)).toBe(401);
    expect(await getStatus(new Client(api.appHost), ownCookie)).toBe(403);
    await flag(id, 'unflag_user');
    expect(await getStatus(new Client(api.appHost), ownCookie)).toBe(401);
    await flag(id);
    expect(await getStatus(new Client(api.appHost), ownCookie)).toBe(401);
  });

  test('refuses the session and the password of a deactivated admin', async () => {
    const { client, username } = await signInAdmin(api);
    await api.core.database.sql`update admins set deactivated_at = now() where username = ${username}`;
    expect((await client.get('/api/admin/dashboard.php')).status).toBe(401);
    const again = await client.post('/api/admin/login.php', { username, password: PASSWORD });
    expect([again.status, again.body]).toEqual([401, { error: 'Invalid username or password' }]);
  });
});
