import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import { describe, expect, inject, test } from 'vitest';
import {
  createOffer,
  newEmail,
  PASSWORD,
  type Person,
  registerPerson,
  requireBody,
  signInAdmin,
  spin,
  unique,
} from '../support/actors.ts';
import { announceBody, type Reply, RestClient } from '../support/rest.ts';

const product = inject('product');
const guest = () => new RestClient(product.appOrigin);
const refusal = ({ status, body }: Reply) => ({ status, body });
const NOT_SIGNED_IN = { status: 401, body: { error: 'Not signed in' } };

const tokenFor = async (email: string, fields: Record<string, unknown> = {}) =>
  requireBody<{ idToken: string }>(await new RestClient(product.sandboxOrigin).post('/token', { email, ...fields }))
    .idToken;

const isSignedIn = async ({ client }: Pick<Person, 'client'>) => (await client.get('/api/offers.php')).status === 200;

describe('a session', () => {
  test('is carried by an httpOnly cookie, which the documented session id cannot replace', async () => {
    const client = guest();
    const reply = await client.post('/api/register.php', {
      firstName: 'Asha',
      lastName: 'Rao',
      email: newEmail(),
      password: PASSWORD,
    });
    const { sessionId } = requireBody<SignedInUser>(reply);
    const [line = ''] = reply.headers.getSetCookie();
    expect(line).toMatch(/; *httponly/i);
    expect(line).toMatch(/; *samesite=lax/i);
    expect(await isSignedIn({ client })).toBe(true);

    const [[name, secret] = ['', '']] = client.cookies;
    expect(secret).not.toContain(sessionId);
    for (const headers of [{ cookie: `${name}=${sessionId}` }, { authorization: `Bearer ${sessionId}` }]) {
      expect(refusal(await guest().get('/api/offers.php', headers))).toEqual(NOT_SIGNED_IN);
    }
  });

  test('ends on sign-out, and its cookie becomes invalid', async () => {
    const { client } = await registerPerson(product);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await client.post('/api/logout.php')).status).toBe(200);
    expect(refusal(await guest().get('/api/offers.php', { cookie }))).toEqual(NOT_SIGNED_IN);
  });

  test('is required by every user call', async () => {
    for (const reply of [
      await guest().get('/api/offers.php'),
      await guest().get('/api/user-stats.php'),
      await guest().post('/api/click-offer.php', { offerId: 1 }),
      await guest().post('/api/spin.php', { offerId: 1 }),
    ]) {
      expect(refusal(reply)).toEqual(NOT_SIGNED_IN);
    }
  });

  test('gives a user no access to the admin host, nor an admin to the user host', async () => {
    const person = await registerPerson(product);
    const admin = await signInAdmin(product);
    const cookie = (client: RestClient) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asAdmin = new RestClient(product.adminOrigin);
    expect((await asAdmin.get('/api/admin/offers.php', { cookie: cookie(person.client) })).status).toBe(401);
    expect((await guest().get('/api/offers.php', { cookie: cookie(admin) })).status).toBe(401);
  });
});

describe('a state-changing call', () => {
  test.each(['https://evil.example', 'null', 'http://localhost:1'])(
    'is rejected with the foreign Origin %s',
    async (origin) => {
      const person = await registerPerson(product);
      for (const path of ['/api/logout.php', '/api/click-offer.php', '/api/spin.php']) {
        expect((await person.client.post(path, { offerId: 1 }, { origin })).status).toBe(403);
      }
      expect(await isSignedIn(person)).toBe(true);
      const admin = await signInAdmin(product);
      expect((await admin.post('/api/admin/logout.php', {}, { origin })).status).toBe(403);
      // For the admin host, the user app's pages are foreign too.
      expect((await admin.post('/api/admin/logout.php', {}, { origin: product.appOrigin })).status).toBe(403);
      expect((await admin.get('/api/admin/offers.php')).status).toBe(200);
    },
  );

  test("is served with the host's own Origin", async () => {
    const { client } = await registerPerson(product);
    expect((await client.post('/api/logout.php', {}, { origin: product.appOrigin })).status).toBe(200);
  });
});

describe('signing in', () => {
  test('returns the same error for a wrong password and an unknown e-mail address', async () => {
    const { email } = await registerPerson(product);
    const wrong = { status: 401, body: { error: 'Invalid email or password' } };
    expect(refusal(await guest().post('/api/login.php', { email, password: 'wrong password' }))).toEqual(wrong);
    expect(refusal(await guest().post('/api/login.php', { email: newEmail(), password: PASSWORD }))).toEqual(wrong);
  });

  test('is limited after 10 wrong passwords, except in a browser that was signed in before', async () => {
    const email = newEmail();
    const deviceFingerprint = unique('device');
    const knownBrowser = guest();
    requireBody(
      await knownBrowser.post('/api/register.php', {
        firstName: 'Asha',
        lastName: 'Rao',
        email,
        password: PASSWORD,
        deviceFingerprint,
      }),
    );
    const login = (fields: Record<string, string>) =>
      guest().post('/api/login.php', { email, password: PASSWORD, ...fields });
    // A new device for each guess must not allow more guesses.
    const guess = () => login({ password: 'wrong password', deviceFingerprint: unique('guesser') });
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login({})).status).toBe(429);
    // Anyone can send a fingerprint, but not the browser's cookie.
    expect((await login({ deviceFingerprint })).status).toBe(429);
    expect((await knownBrowser.post('/api/login.php', { email, password: PASSWORD })).status).toBe(200);
  });

  test('with a provider token creates an account once and finds it again', async () => {
    const email = newEmail();
    const signIn = async () => {
      const idToken = await tokenFor(email, { firstName: 'Meera', lastName: 'Nair' });
      return requireBody<SignedInUser>(await guest().post('/api/firebase-auth.php', { idToken }));
    };
    const first = await signIn();
    expect(first.user).toMatchObject({ firstName: 'Meera', lastName: 'Nair', email });
    const second = await signIn();
    expect(second.user).toEqual(first.user);
    expect(second.sessionId).not.toBe(first.sessionId);
  });

  test('with a token for an unverified e-mail address does not take over its account', async () => {
    const person = await registerPerson(product);
    const idToken = await tokenFor(person.email, { email_verified: false });
    const reply = await guest().post('/api/firebase-auth.php', { idToken });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(await isSignedIn(person)).toBe(true);
  });

  test('with a token for a verified e-mail address ends all earlier access to its account', async () => {
    const [client, email] = [guest(), newEmail()];
    await client.post('/api/register.php', { firstName: 'Asha', lastName: 'Rao', email, password: PASSWORD });
    const squatter = { client, email };
    expect(await isSignedIn(squatter)).toBe(true);
    const idToken = await tokenFor(squatter.email);
    expect((await guest().post('/api/firebase-auth.php', { idToken })).status).toBe(200);
    expect(await isSignedIn(squatter)).toBe(false);
    const again = await guest().post('/api/login.php', { email: squatter.email, password: PASSWORD });
    expect(again.status).toBe(401);
  });

  test('rejects a token that was tampered with', async () => {
    const [header, , signature] = (await tokenFor(newEmail())).split('.');
    const [, payload] = (await tokenFor(newEmail())).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const idToken of [`${header}.${payload}.${signature}`, `${none}.${payload}.`, 'x', 'a.b.c']) {
      expect((await guest().post('/api/firebase-auth.php', { idToken })).status).toBe(401);
    }
  });
});

describe('registering', () => {
  const input = { firstName: 'Asha', lastName: 'Rao', email: newEmail(), password: PASSWORD };

  test.each([
    ['firstName', { ...input, firstName: '' }],
    ['email', { ...input, email: 'nobody' }],
    ['password', { ...input, password: 'short' }],
    ['password', { ...input, password: 'password' }],
    ['password', { ...input, password: 'x'.repeat(257) }],
  ])('names an invalid %s', async (field, body) => {
    const reply = await guest().post('/api/register.php', body);
    expect(reply.status).toBe(400);
    expect((reply.body as { error: string }).error.toLowerCase()).toContain(field.toLowerCase());
  });

  test('refuses an e-mail address that differs from a taken one only in upper and lower case', async () => {
    const { email } = await registerPerson(product);
    const reply = await guest().post('/api/register.php', { ...input, email: email.toUpperCase() });
    expect(reply.status).toBe(409);
  });
});

describe('an invalid request', () => {
  test('gets 404 for an unknown path, including the paths of the other host', async () => {
    const elsewhere = new RestClient(product.adminOrigin);
    for (const reply of [
      await guest().get('/api/nothing.php'),
      await guest().get('/api/admin/offers.php'),
      await guest().post('/api/admin/login.php', { username: 'admin', password: 'admin-demo-1234' }),
      await guest().post('/trpc/admin.identity.login', { username: 'admin', password: 'admin-demo-1234' }),
      await elsewhere.get('/api/offers.php'),
      await elsewhere.post('/api/login.php', {}),
      await elsewhere.get('/trpc/user.site'),
    ]) {
      expect(reply.status).toBe(404);
    }
  });

  test('gets a different status for a wrong method, a wrong content type, a broken body and a large body', async () => {
    const { client } = await registerPerson(product);
    const method = await client.get('/api/spin.php');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
    const xml = await client.call('POST', '/api/spin.php', '<a/>', { 'content-type': 'text/xml' });
    expect(xml.status).toBe(415);
    const broken = await client.call('POST', '/api/spin.php', '{', { 'content-type': 'application/json' });
    expect(broken.status).toBe(400);
    const large = await announceBody(`${product.appOrigin}/api/spin.php`, 5_000_000);
    expect(large.status).toBe(413);
    for (const { body } of [method, xml, broken, large]) expect(body).toEqual({ error: expect.any(String) });
  });

  test('gets 409 for the spin of an uncompleted offer, and 404 for an unknown offer', async () => {
    const person = await registerPerson(product);
    const { offer_id } = await createOffer(product, await signInAdmin(product), [{ amount: 7701, probability: 50 }]);
    expect(refusal(await spin(person, offer_id))).toEqual({ status: 409, body: { error: 'Offer not completed yet' } });
    const unknown = { status: 404, body: { error: 'Offer not found' } };
    expect(refusal(await spin(person, 999_999_999))).toEqual(unknown);
    expect(refusal(await person.client.post('/api/click-offer.php', { offerId: 999_999_999 }))).toEqual(unknown);
    const long = await spin(person, offer_id, 'x'.repeat(65));
    expect([long.status, (long.body as { error: string }).error]).toEqual([400, expect.stringContaining('clientSeed')]);
  });
});

test.each(['appOrigin', 'adminOrigin', 'sandboxOrigin'] as const)('answers the health probes on %s', async (origin) => {
  expect((await new RestClient(product[origin]).get('/healthz')).status).toBe(200);
  if (origin !== 'sandboxOrigin') expect((await new RestClient(product[origin]).get('/readyz')).status).toBe(200);
});
