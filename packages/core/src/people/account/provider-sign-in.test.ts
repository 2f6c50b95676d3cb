import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdTokenVerifier } from '../users/id-token.ts';
import { providerSignIn } from './provider-sign-in.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const ISSUER = 'https://securetoken.google.com/shop';
const PROJECT = 'shop';
const signInProviders = ['google.com'];
const caller = { ip: null, userAgent: null };
const password = 'correct horse battery';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let core: TestCore;
let provider: Server;
let published: JWK[] = [];
let fetches = 0;
let status = 200;
let keys: Keys;
let otherKeys: Keys;

const exportPublicKey = async (pair: Keys, kid: string): Promise<JWK> => ({
  ...(await exportJWK(pair.publicKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
});

beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')]);
  published = [await exportPublicKey(keys, 'first')];
  provider = createServer((_request, response) => {
    fetches++;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  core = await createTestCore({ verifyIdToken: createVerifier() });
});
afterAll(async () => {
  await core.close();
  provider.close();
});

function createVerifier() {
  const address = provider.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return createIdTokenVerifier({
    projectId: PROJECT,
    issuer: ISSUER,
    jwksUrl: `http://127.0.0.1:${port}/jwks`,
    signInProviders,
  });
}

interface TokenOptions {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: Keys['privateKey'] | Uint8Array;
  iat?: number;
  exp?: number;
}

const now = () => Math.floor(Date.now() / 1000);

function token({
  claims = {},
  header = {},
  key = keys.privateKey,
  iat = now() - 5,
  exp = now() + 600,
}: TokenOptions = {}) {
  const payload = {
    iss: ISSUER,
    aud: PROJECT,
    sub: randomUUID(),
    email: `${randomUUID()}@example.com`,
    email_verified: true,
    name: 'Asha Devi Rao',
    firebase: { sign_in_provider: 'google.com' },
    iat,
    exp,
    ...claims,
  };
  const protectedHeader = { alg: 'RS256', kid: 'first', ...header };
  for (const each of [payload, protectedHeader] as Record<string, unknown>[]) {
    for (const name of Object.keys(each)) if (each[name] === undefined) delete each[name];
  }
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key);
}

const signInWith = (idToken: string, deviceFingerprint?: string) =>
  providerSignIn(core.services, caller, { idToken, deviceFingerprint });

test('limits sign-ups by one device, but not sign-ins to an existing account', async () => {
  const device = 'one device of many accounts';
  const existingToken = await token({ claims: { sub: 'of the budget', email: 'budget@example.com' } });
  // Five sign-ups are free and five are delayed; then a proof of work is required.
  await signInWith(existingToken, device);
  const results = await Promise.allSettled(Array.from({ length: 13 }, async () => signInWith(await token(), device)));
  const codes = results.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'made'));
  expect(codes.filter((code) => code === 'made')).toHaveLength(9);
  expect(codes.filter((code) => code === 'PROOF_NEEDED')).toHaveLength(4);
  // The sign-in of an existing user is not counted.
  expect((await signInWith(existingToken, device)).answer.user.email).toBe('budget@example.com');
});

describe('a token', () => {
  test('signs in, and creates an account on first use', async () => {
    const claims = { email: `Asha-${randomUUID()}@Example.com`, sub: randomUUID() };
    const { answer } = await signInWith(await token({ claims }), 'a device');
    expect(answer.user).toMatchObject({ firstName: 'Asha', lastName: 'Devi Rao', email: claims.email.toLowerCase() });
    const [row] = await core.database.sql`
      select u.provider_uid, u.password_hash, u.email_verified_at is not null as verified, s.signed_in_by_provider,
        s.device
      from users u join user_sessions s on s.user_id = u.id where u.id = ${answer.user.id}`;
    expect(row).toEqual({
      provider_uid: claims.sub,
      password_hash: null,
      verified: true,
      signed_in_by_provider: true,
      device: 'a device',
    });
    // The provider's ID finds the same user, even with another email address.
    const secondSignIn = await signInWith(await token({ claims: { ...claims, email: 'moved@example.com' } }));
    expect(secondSignIn.answer.user.id).toBe(answer.user.id);
  });

  const wrong: [string, () => Promise<string> | string][] = [
    ['for another project', () => token({ claims: { aud: 'another' } })],
    ['without an audience', () => token({ claims: { aud: undefined } })],
    ['of another issuer', () => token({ claims: { iss: 'https://securetoken.google.com/another' } })],
    ['without an issuer', () => token({ claims: { iss: undefined } })],
    ['that has expired', () => token({ iat: now() - 4000, exp: now() - 120 })],
    ['that never expires', () => token({ claims: { exp: undefined } })],
    ['issued in the future', () => token({ iat: now() + 300, exp: now() + 900 })],
    ['without a time of issue', () => token({ claims: { iat: undefined } })],
    ['without a subject', () => token({ claims: { sub: undefined } })],
    ['with an empty subject', () => token({ claims: { sub: '' } })],
    ['with a too long subject', () => token({ claims: { sub: 'x'.repeat(129) } })],
    ['from a sign-in by password', () => token({ claims: { firebase: { sign_in_provider: 'password' } } })],
    ['from a sign-in by phone', () => token({ claims: { firebase: { sign_in_provider: 'phone' } } })],
    ['that names no sign-in method', () => token({ claims: { firebase: undefined } })],
    ['without a key id', () => token({ header: { kid: undefined } })],
    ['with an unknown key id', () => token({ header: { kid: 'never' } })],
    ['signed with another key', () => token({ key: otherKeys.privateKey })],
    ['signed with a shared secret', () => token({ header: { alg: 'HS256' }, key: new Uint8Array(32).fill(7) })],
    [
      'signed with the published key by PS256',
      async () => token({ header: { alg: 'PS256' }, key: await importJWK(await exportJWK(keys.privateKey), 'PS256') }),
    ],
    ['without an email address', () => token({ claims: { email: undefined } })],
    ['with a malformed email address', () => token({ claims: { email: 'asha' } })],
    [
      'that is not signed',
      () =>
        new UnsecuredJWT({ email: 'a@example.com', email_verified: true })
          .setIssuer(ISSUER)
          .setAudience(PROJECT)
          .setSubject('1')
          .setIssuedAt()
          .setExpirationTime('1h')
          .encode(),
    ],
    [
      'that was changed',
      async () => {
        const [head, , signature] = (await token()).split('.');
        const body = {
          iss: ISSUER,
          aud: PROJECT,
          sub: 'x',
          email: 'boss@example.com',
          email_verified: true,
          iat: now(),
          exp: now() + 60,
        };
        return `${head}.${Buffer.from(JSON.stringify(body)).toString('base64url')}.${signature}`;
      },
    ],
    ['that is plain text', () => 'text'],
    ['that is three dots', () => '...'],
    ['with too many parts', () => 'a.b.c.d.e'],
  ];
  test.each(wrong)('%s is refused', async (_what, make) => {
    const before = await core.database.sql`select count(*) from users`;
    await expect(signInWith(await make())).rejects.toMatchObject({
      code: 'WRONG_ID_TOKEN',
      message: 'Google login failed',
    });
    expect(await core.database.sql`select count(*) from users`).toEqual(before);
  });

  test('tolerates a small clock difference', async () => {
    expect((await signInWith(await token({ iat: now() + 30 }))).answer.user.id).toEqual(expect.any(Number));
    expect((await signInWith(await token({ iat: now() - 600, exp: now() - 30 }))).answer.user.id).toEqual(
      expect.any(Number),
    );
  });
});

describe("the provider's keys", () => {
  test('are fetched once for many tokens, and each of the keys may sign a token', async () => {
    const verify = createVerifier();
    const before = fetches;
    for (let i = 0; i < 5; i++) await verify(await token());
    expect(fetches - before).toBe(1);
    const next = await generateKeyPair('RS256');
    published = [...published, await exportPublicKey(next, 'second')];
    const newVerifier = createVerifier();
    await newVerifier(await token());
    expect((await newVerifier(await token({ key: next.privateKey, header: { kid: 'second' } }))).emailVerified).toBe(
      true,
    );
  });

  test('are fetched again some seconds after the provider adds a key', async () => {
    const verify = createVerifier();
    await verify(await token());
    const next = await generateKeyPair('RS256');
    published = [...published, await exportPublicKey(next, 'rotated')];
    const rotated = await token({ key: next.privateKey, header: { kid: 'rotated' } });
    await expect
      .poll(
        () =>
          verify(rotated).then(
            () => 'found',
            () => 'not yet',
          ),
        { interval: 500 },
      )
      .toBe('found');
  });

  test('cause 503 if they cannot be fetched', async () => {
    const unreachable = createIdTokenVerifier({
      projectId: PROJECT,
      issuer: ISSUER,
      jwksUrl: 'http://127.0.0.1:9/jwks',
      signInProviders,
    });
    await expect(unreachable(await token())).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  });

  test('cause 503 if they are malformed or the provider answers with an error', async () => {
    const before = published;
    published = 'nothing' as unknown as JWK[];
    await expect(createVerifier()(await token())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    published = before;
    status = 500;
    await expect(createVerifier()(await token())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    status = 200;
  });
});

describe('an existing account', () => {
  const registerLocally = async () => {
    const email = `${randomUUID()}@example.com`;
    const { answer, cookie } = await signUp(core.services, caller, { firstName: 'A', lastName: 'B', email, password });
    return { email, id: answer.user.id, header: `${cookie.name}=${cookie.value}` };
  };

  test('is not linked if the provider has not verified the email address', async () => {
    const { email, id, header } = await registerLocally();
    for (const email_verified of [false, undefined, 'true', 1]) {
      await expect(signInWith(await token({ claims: { email, email_verified } }))).rejects.toMatchObject({
        code: 'EMAIL_TAKEN',
      });
    }
    expect(await core.database.sql`select provider_uid from users where id = ${id}`).toEqual([{ provider_uid: null }]);
    expect(await core.services.userSessions.validate(header, null)).toBeDefined();
    await signIn(core.services, caller, { email, password });
  });

  test('is linked if the provider verified its address; loses its password if the address was unverified', async () => {
    const { email, id, header } = await registerLocally();
    const sub = randomUUID();
    const { answer } = await signInWith(await token({ claims: { email: email.toUpperCase(), sub } }));
    expect(answer.user.id).toBe(id);
    expect(await core.services.userSessions.validate(header, null)).toBeUndefined();
    await expect(signIn(core.services, caller, { email, password })).rejects.toMatchObject({
      code: 'WRONG_EMAIL_OR_PASSWORD',
    });
    const [row] = await core.database.sql`
      select provider_uid, password_hash, (select count(*) from audit_entries
        where action = 'identity.link_provider' and subject = ${String(id)}) as audited from users where id = ${id}`;
    expect(row).toEqual({ provider_uid: sub, password_hash: null, audited: 1 });
  });

  test('keeps its password and sessions when it is linked if its address was verified before', async () => {
    const { email, id, header } = await registerLocally();
    await core.database.sql`update users set email_verified_at = now() where id = ${id}`;
    await signInWith(await token({ claims: { email } }));
    expect(await core.services.userSessions.validate(header, null)).toBeDefined();
    await signIn(core.services, caller, { email, password });
  });

  test('gets 403 and no session while suspended', async () => {
    const claims = { sub: randomUUID() };
    const { answer } = await signInWith(await token({ claims }));
    await core.database.sql`update users set suspended_at = now() where id = ${answer.user.id}`;
    await core.database.sql`delete from user_sessions where user_id = ${answer.user.id}`;
    await expect(signInWith(await token({ claims }))).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(await core.database.sql`select 1 from user_sessions where user_id = ${answer.user.id}`).toHaveLength(0);
  });
});

test('creates one account for ten concurrent first sign-ins', async () => {
  const claims = { sub: randomUUID(), email: `${randomUUID()}@example.com` };
  const idToken = await token({ claims });
  const all = await Promise.all(Array.from({ length: 10 }, () => signInWith(idToken)));
  expect(new Set(all.map(({ answer }) => answer.user.id)).size).toBe(1);
  expect(await core.database.sql`select 1 from users where email = ${claims.email}`).toHaveLength(1);
});
