import { randomUUID } from 'node:crypto';
import type { Scope } from '@inaam/contracts/access/permissions';
import type { SecurityEventKind } from '@inaam/contracts/security-events/security-events';
import { encryptionContext } from '@inaam/core/kernel/seals';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { newAddress } from './support/many-accounts.ts';
import { PASSWORD } from './support/people.ts';

/**
 * Attacks of many kinds at once. None succeeds or changes anything. Each is recorded: as a security event with the
 * caller's IP address, or in the inbox if it is a forged postback.
 */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'on' }, { jobs: false });
});
afterAll(() => api.close());

/** Number of attempts of each kind. Each attempt comes from a new IP address. */
const TIMES = 6;

interface Attempt {
  what: string;
  /** Accepted statuses. */
  statuses: readonly number[];
  /** Security events, one of which is expected; `inbox`: a forged postback, which is stored in the inbox instead. */
  recordedAs: readonly SecurityEventKind[] | 'inbox';
  tryIt: (from: string) => Promise<Answer>;
}

async function attempts(): Promise<Attempt[]> {
  const { core, services } = api;
  const passwordHash = await services.passwords.hash(PASSWORD);
  const { id: userId, email } = await makeUser(core, { passwordHash });
  const owner = await makeAdmin(core, PASSWORD);
  const analyst = await makeAdmin(core, PASSWORD, 'analyst');
  const offer = (await makeOffer(core)).offer_id;
  const [code = ''] = await addStock(core, { amount: 5, count: 1 });
  const [voucher = 0] = await findVoucherIds(core, [code]);
  const network = await makeNetwork(core);
  const key = (reach: { scope: 'read' } | { scopes: Scope[] }, addresses?: string[]) =>
    issueKey(
      { kernel: services.kernel, actor: { ...anyAdmin, id: owner.id } },
      { name: randomUUID(), ...reach, ...(addresses && { addresses }) },
    );
  const keys = { read: await key({ scope: 'read' }), offers: await key({ scopes: ['offers:write'] }) };
  const cookie = async (realm: 'userSessions' | 'adminSessions', id: number) => {
    const { name, value } = (await services[realm].create(id, { ip: null, userAgent: null })).cookie;
    return `${name}=${value}`;
  };
  const cookies = {
    user: await cookie('userSessions', userId),
    owner: await cookie('adminSessions', owner.id),
    analyst: await cookie('adminSessions', analyst.id),
  };
  const totpAdminId = (await makeAdmin(core, PASSWORD)).id ?? 0;
  const totpSecret = core.services.secrets.seal(
    'NOTTOBEGUESSED77',
    encryptionContext('admin_totp.secret', totpAdminId),
  );
  await core.database.sql`insert into admin_totp (admin_id, secret) values (${totpAdminId}, ${totpSecret})`;
  const [totpAdmin] = await core.database.sql<{ username: string }[]>`
    select username from admins a join admin_totp t on t.admin_id = a.id`;

  const app = (from: string) => new Client(api.appHost, from);
  const back = (from: string) => new Client(api.adminHost, from);
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const guess = () => `guess ${randomUUID()}`;
  const fields = () => ({ title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: guess() });
  const evil = { origin: 'https://evil.example' };
  const locked: Pick<Attempt, 'statuses' | 'recordedAs'> = {
    statuses: [401, 429],
    recordedAs: ['sign_in_failed', 'locked_out'],
  };
  const foreign: Pick<Attempt, 'statuses' | 'recordedAs'> = { statuses: [403], recordedAs: ['foreign_origin'] };
  const forbidden: Pick<Attempt, 'statuses' | 'recordedAs'> = { statuses: [403], recordedAs: ['forbidden'] };
  return [
    {
      what: 'guesses at a user',
      ...locked,
      tryIt: (from) => app(from).post('/api/login.php', { email, password: guess() }),
    },
    {
      what: 'guesses at an unknown account',
      ...locked,
      tryIt: (from) => app(from).post('/api/login.php', { email: `${randomUUID()}@example.com`, password: guess() }),
    },
    {
      what: 'guesses at the owner',
      ...locked,
      tryIt: (from) => back(from).post('/api/admin/login.php', { username: owner.name, password: guess() }),
    },
    {
      what: 'guesses at the owner over tRPC',
      ...locked,
      tryIt: (from) => back(from).mutate('admin.identity.login', { username: owner.name, password: guess() }),
    },
    {
      what: 'a right password with a guessed code',
      statuses: [401, 403, 429],
      recordedAs: ['second_factor_failed', 'locked_out'],
      tryIt: (from) =>
        back(from).post('/api/admin/login.php', {
          username: totpAdmin?.username,
          password: PASSWORD,
          code: 'ABCD-EFGH-JKLM',
        }),
    },
    {
      what: 'a made-up token of the provider',
      statuses: [401],
      recordedAs: ['sign_in_failed'],
      tryIt: (from) => app(from).post('/api/firebase-auth.php', { idToken: 'not.a.token' }),
    },
    {
      what: 'a call from a foreign site with a user’s cookie',
      ...foreign,
      tryIt: (from) => app(from).post('/api/click-offer.php', { offerId: offer }, { ...evil, cookie: cookies.user }),
    },
    {
      what: 'a call from a foreign site with the owner’s cookie',
      ...foreign,
      tryIt: (from) => back(from).post('/api/admin/offers.php', fields(), { ...evil, cookie: cookies.owner }),
    },
    {
      what: 'a procedure from a foreign site with the owner’s cookie',
      ...foreign,
      tryIt: (from) =>
        back(from).mutate('admin.offers.deactivate', { offer_id: offer }, { ...evil, cookie: cookies.owner }),
    },
    {
      what: 'a forged origin that only begins like ours',
      ...foreign,
      tryIt: (from) =>
        back(from).mutate(
          'admin.offers.deactivate',
          { offer_id: offer },
          { origin: 'http://localhost:3001.evil.example', cookie: cookies.owner },
        ),
    },
    {
      what: 'a browser that reports another site',
      ...foreign,
      tryIt: (from) =>
        back(from).mutate(
          'admin.offers.deactivate',
          { offer_id: offer },
          { 'sec-fetch-site': 'cross-site', cookie: cookies.owner },
        ),
    },
    {
      what: 'a reading key that writes',
      ...forbidden,
      tryIt: (from) => back(from).post('/api/admin/offers.php', fields(), bearer(keys.read)),
    },
    {
      what: 'a key for offers that adds vouchers',
      ...forbidden,
      tryIt: (from) =>
        back(from).post('/api/admin/vouchers.php', { voucher_type: 'amazon', quantity: 1 }, bearer(keys.offers)),
    },
    {
      what: 'a key for offers that looks at a code',
      ...forbidden,
      tryIt: (from) => back(from).mutate('admin.vouchers.reveal', { voucher_id: voucher }, bearer(keys.offers)),
    },
    {
      what: 'a key that makes an admin',
      ...forbidden,
      tryIt: (from) =>
        back(from).post(
          '/api/admin/register.php',
          { username: guess(), email: `${randomUUID()}@example.com`, password: PASSWORD },
          bearer(keys.offers),
        ),
    },
    {
      what: 'a key that issues a key',
      ...forbidden,
      tryIt: (from) => back(from).mutate('admin.keys.issue', { name: guess(), scope: 'read' }, bearer(keys.offers)),
    },
    {
      what: 'an analyst who raises a role',
      ...forbidden,
      tryIt: (from) =>
        back(from).mutate('admin.admins.setRole', { admin_id: analyst.id, role: 'owner' }, { cookie: cookies.analyst }),
    },
    {
      what: 'an analyst who looks at a code',
      ...forbidden,
      tryIt: (from) => back(from).mutate('admin.vouchers.reveal', { voucher_id: voucher }, { cookie: cookies.analyst }),
    },
    {
      what: 'a forged postback',
      statuses: [200, 400, 401, 403],
      recordedAs: 'inbox',
      tryIt: (from) =>
        app(from).get(
          `/postback/${network.slug}?click_id=a&transaction_id=${randomUUID()}&status=approved&signature=0`,
        ),
    },
  ];
}

/** Counts everything that a successful attack would change. */
const countRows = async () =>
  (
    await api.core.database.sql`
      select (select count(*)::int from offers) as offers, (select count(*)::int from offers where active) as active,
        (select count(*)::int from vouchers) as vouchers, (select count(*)::int from admins) as admins,
        (select count(*)::int from admins where role = 'owner') as owners, (select count(*)::int from api_keys) as keys,
        (select count(*)::int from clicks) as clicks, (select count(*)::int from completions) as completions,
        (select count(*)::int from users) as users, (select count(*)::int from user_sessions) as sessions,
        (select count(*)::int from admin_sessions) as admin_sessions, (select count(*)::int from audit_log) as audited`
  )[0];

test('blocks every attack without changes and records each attempt', async () => {
  const list = await attempts();
  const before = await countRows();
  const tried = await Promise.all(
    Array.from({ length: TIMES }, () => list)
      .flat()
      .map(async (attempt) => {
        const from = newAddress();
        return { attempt, from, answer: await attempt.tryIt(from) };
      }),
  );

  const admitted = tried.filter(
    ({ attempt, answer }) => !attempt.statuses.includes(answer.status) || isSignedIn(answer),
  );
  expect(admitted.map(({ attempt, answer }) => [attempt.what, answer.status, answer.body])).toEqual([]);
  expect(await countRows()).toEqual(before);

  await api.services.securityEventLog.whenWritten();
  const events = await api.core.database.sql<{ ip: string; kind: string }[]>`
    select d.ip, e.kind from security_events e join security_event_details d on d.event_id = e.id`;
  const unrecorded = tried.filter(
    ({ attempt: { recordedAs }, from }) =>
      recordedAs !== 'inbox' &&
      !events.some(({ ip, kind }) => ip === from && (recordedAs as readonly string[]).includes(kind)),
  );
  expect(unrecorded.map(({ attempt, answer }) => [attempt.what, answer.status])).toEqual([]);
  const forged = tried.filter(({ attempt }) => attempt.recordedAs === 'inbox').length;
  const [inbox] = await api.core.database.sql`
    select (select count(*)::int from postbacks where outcome = 'refused') as kept,
      (select coalesce(sum(calls), 0)::int from unauthenticated_calls) as calls`;
  expect(inbox).toEqual({ kept: forged, calls: forged });
});

/** Whether the answer sets a session cookie. */
const isSignedIn = ({ headers }: Answer): boolean =>
  [headers['set-cookie'] ?? []].flat().some((line) => /^inaam_(user|admin)=[^;]/.test(String(line)));

test('answers the same for known and unknown accounts at every entry point', async () => {
  const { email } = await makeUser(api.core, { passwordHash: await api.services.passwords.hash(PASSWORD) });
  const { name } = await makeAdmin(api.core, PASSWORD);
  const ask = (host: 'appHost' | 'adminHost', path: string, input: object) => {
    const client = new Client(api[host], newAddress());
    return path.startsWith('/') ? client.post(path, input) : client.mutate(path, input);
  };
  const entryPoints: ((known: boolean) => Promise<Answer>)[] = [
    (known) => ask('appHost', '/api/login.php', { email: known ? email : makeUnknownName(), password: 'a guess' }),
    (known) => ask('appHost', 'user.identity.login', { email: known ? email : makeUnknownName(), password: 'a guess' }),
    (known) => ask('appHost', 'user.account.requestReset', { email: known ? email : makeUnknownName() }),
    (known) => ask('appHost', 'user.account.requestSignInLink', { email: known ? email : makeUnknownName() }),
    (known) =>
      ask('adminHost', '/api/admin/login.php', { username: known ? name : makeUnknownName(), password: 'a guess' }),
    (known) =>
      ask('adminHost', 'admin.identity.login', { username: known ? name : makeUnknownName(), password: 'a guess' }),
  ];
  const getStatusAndBody = (answers: Answer[]) => answers.map(({ status, body }) => [status, body]);
  const [known, unknown] = await Promise.all(
    [true, false].map(async (isKnown) =>
      getStatusAndBody(await Promise.all(entryPoints.map((entryPoint) => entryPoint(isKnown)))),
    ),
  );
  expect(known).toEqual(unknown);
});

const makeUnknownName = (): string => `${randomUUID()}@example.com`;

test('lets the owner in from a known browser while guesses are limited', async () => {
  const owner = await makeAdmin(api.core, PASSWORD);
  const account = { username: owner.name, password: PASSWORD };
  const knownBrowser = new Client(api.adminHost, newAddress());
  expect((await knownBrowser.post('/api/admin/login.php', account)).status).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () =>
      new Client(api.adminHost, newAddress()).post('/api/admin/login.php', { ...account, password: 'a guess' }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  const elsewhere = new Client(api.adminHost, newAddress());
  for (const [cookie, value] of knownBrowser.cookies) if (/browser/.test(cookie)) elsewhere.cookies.set(cookie, value);
  expect(elsewhere.cookies.size).toBe(1);
  expect((await elsewhere.post('/api/admin/login.php', account)).status).toBe(200);
});
