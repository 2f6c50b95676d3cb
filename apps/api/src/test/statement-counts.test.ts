import { randomUUID } from 'node:crypto';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { invalidateList } from '@inaam/core/ledger/offers/queries';
import { openDatabase, type SqlClient } from '@inaam/db/client';
import { SECRETS_KEY } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  signQuery,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { type CountingServer, minCost, type StatementCost, startCountingServer } from '@inaam/testing/statement-cost';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { makeAdmins, makeUsers, newAddress } from './support/many-accounts.ts';

/**
 * Counts what one call of each hot path costs the database, with 2,000 users. Measures no times. A change that adds a
 * statement or a round trip fails here. A change that removes one must lower the number here.
 */

let server: CountingServer;
let api: TestApi;
let network: TestNetwork;
/** Offers of the network; each is a nearly certain win of 5 rupees. */
let offers: number[];
/** A user who completed all offers. */
let reader: { id: number; client: Client };

beforeAll(async () => {
  server = await startCountingServer();
  const database = openDatabase(server.plainUrl, { max: 1, statementTimeout: 60_000 });
  await fillLargeDatabase(database.sql, createSecretBox([SECRETS_KEY]), { users: 2000, completions: 4000 }, () => {});
  await database.close();
  api = await createTestApi({ RATE_LIMITS: 'off' }, { database: { url: server.plainUrl, through: server.url } });
  network = await makeNetwork(api.core);
  const networkId = (await api.core.database.sql<{ id: number }[]>`select max(id) as id from networks`)[0]?.id;
  const creations = Array.from({ length: 12 }, () =>
    makeOffer(api.core, { spinner_config: nearlyCertainOdds(5), network_id: networkId }),
  );
  offers = (await Promise.all(creations)).map(({ offer_id }) => offer_id);
  await addStock(api.core, { amount: 5, count: 200 });
  const { user, client } = await signInNewUser();
  for (const offer of offers) await completeOffer(api.core, network, user, offer);
  reader = { id: user.id, client };
}, 120_000);
afterAll(async () => {
  await api.close();
  await server.stop();
});

/** PostgreSQL plans a statement anew five times before it caches the plan (plancache.c). */
const WARM_UP = 7;
const MEASURED_ROUNDS = 5;
const PASSWORD = 'a password of the crowd';

type Call = () => Promise<{ status: number; body?: unknown }>;

/** Whether a spin lost. One spin in a thousand loses, and costs less, so it is not measured. */
const isLoss = (body: unknown): boolean => JSON.stringify(body ?? null).includes('"rewardType":"none"');

/** Creates and signs in a user. */
async function signInNewUser() {
  const user = await makeUser(api.core, { passwordHash: await api.services.passwords.hash(PASSWORD) });
  const { cookie } = await api.services.userSessions.create(user.id, { ip: null, userAgent: null });
  const client = new Client(api.appHost);
  client.cookies.set(cookie.name, cookie.value);
  return { user, client };
}

/** For each kind of call, a function that prepares a call and returns it. Only the call itself is measured. */
const kinds: Record<string, () => Promise<Call>> = {
  async 'spin over .php'() {
    const { client, offerId } = await signInReadyUser();
    return () => client.post('/api/spin.php', { offerId, clientSeed: 'mine' });
  },
  async 'spin over tRPC'() {
    const { client, offerId } = await signInReadyUser();
    return () => client.mutate('user.spins.spin', { offerId, clientSeed: 'mine' });
  },
  async 'spin again'() {
    const { client, offerId } = await signInReadyUser();
    await client.mutate('user.spins.spin', { offerId, clientSeed: 'mine' });
    return () => client.mutate('user.spins.spin', { offerId, clientSeed: 'mine' });
  },
  async 'click over .php'() {
    const { client } = await signInNewUser();
    const [offerId = 0] = offers;
    return () => client.post('/api/click-offer.php', { offerId });
  },
  async 'click over tRPC'() {
    const { client } = await signInNewUser();
    const [offerId = 0] = offers;
    return () => client.mutate('user.clicks.create', { offerId });
  },
  async postback() {
    const { client, path } = await makePostback();
    return () => client.get(path);
  },
  async 'postback again'() {
    const { client, path } = await makePostback();
    await client.get(path);
    return () => client.get(path);
  },
  async 'offers over .php'() {
    invalidateList(api.services.kernel, reader.id);
    return () => reader.client.get('/api/offers.php');
  },
  async 'offers over tRPC'() {
    invalidateList(api.services.kernel, reader.id);
    return () => reader.client.query('user.offers.list');
  },
  async 'offers again'() {
    await reader.client.query('user.offers.list');
    return () => reader.client.query('user.offers.list');
  },
  async 'sign-in'() {
    const { user } = await signInNewUser();
    const client = new Client(api.appHost);
    const account = { email: user.email, password: PASSWORD, deviceFingerprint: 'mine' };
    return async () => {
      const answer = await client.post('/api/login.php', account);
      // Security events are written asynchronously, so the count waits for them.
      await api.services.securityEventLog.whenWritten();
      return answer;
    };
  },
};

/** Signs in a user with a completion that wins 5 rupees. */
async function signInReadyUser() {
  const { user, client } = await signInNewUser();
  const [offerId = 0] = offers;
  await completeOffer(api.core, network, user, offerId);
  return { client, offerId };
}

async function makePostback() {
  const { user } = await signInNewUser();
  const [offerId = 0] = offers;
  const clickId = await makeClick(api.core, user, offerId);
  const query = signQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
  return { client: new Client(api.appHost, '203.0.113.200'), path: `/postback/${network.slug}?${query}` };
}

/** Measures the lowest cost after a warm-up, when plans are cached and statements are prepared. */
async function measure(name: string) {
  const costs: StatementCost[] = [];
  /** Statements of the cheapest call. A few spins in a hundred run further statements that clean up. */
  let statements: Awaited<ReturnType<CountingServer['statements']>> = [];
  for (let i = 0; costs.length < MEASURED_ROUNDS; i++) {
    const call = await kinds[name]?.();
    let body: unknown;
    const cost = await server.measureCost(async () => {
      const answer = await call?.();
      expect(answer?.status).toBe(200);
      body = answer?.body;
    });
    if (i < WARM_UP || isLoss(body)) continue;
    if (costs.every((other) => cost.statements < other.statements)) statements = await server.statements();
    costs.push(cost);
  }
  return { cost: minCost(costs), statements };
}

test.each<
  [name: string, exact: Pick<StatementCost, 'roundTrips' | 'statements'>, most: Pick<StatementCost, 'wal' | 'buffers'>]
>([
  // A spin runs as a batch of one. The batch counts vouchers by amount, and reads the answer as for a repeated spin.
  ['spin over .php', { roundTrips: 2, statements: 11 }, { wal: 1300, buffers: 80 }],
  ['spin over tRPC', { roundTrips: 2, statements: 11 }, { wal: 1300, buffers: 80 }],
  ['spin again', { roundTrips: 1, statements: 1 }, { wal: 100, buffers: 28 }],
  ['click over .php', { roundTrips: 1, statements: 6 }, { wal: 1500, buffers: 90 }],
  ['click over tRPC', { roundTrips: 1, statements: 6 }, { wal: 1500, buffers: 90 }],
  // A single postback uses the statements of a batch.
  ['postback', { roundTrips: 2, statements: 17 }, { wal: 4000, buffers: 90 }],
  // One statement finds the network and the earlier outcome; repeats are counted together a second later.
  ['postback again', { roundTrips: 1, statements: 1 }, { wal: 100, buffers: 30 }],
  ['offers over .php', { roundTrips: 1, statements: 1 }, { wal: 100, buffers: 40 }],
  ['offers over tRPC', { roundTrips: 1, statements: 1 }, { wal: 100, buffers: 40 }],
  // Checks only the counters of the list, and does not read the list.
  ['offers again', { roundTrips: 1, statements: 1 }, { wal: 100, buffers: 36 }],
  // Three of the statements check foreign keys: of the session, the browser and the device. The security event is
  // written asynchronously, together with others.
  ['sign-in', { roundTrips: 3, statements: 7 }, { wal: 2600, buffers: 100 }],
])('takes these statements and round trips, and at most this WAL and buffers: %s', async (name, exact, most) => {
  const { cost, statements } = await measure(name);
  // A failure lists the statements of the cheapest call.
  const where = `${name}: ${JSON.stringify(cost)}\n${statements.map(formatStatement).join('\n')}`;
  expect(cost, where).toMatchObject(exact);
  expect(cost.wal, where).toBeLessThanOrEqual(most.wal);
  expect(cost.buffers, where).toBeLessThanOrEqual(most.buffers);
});

test.each<[name: string, kind: 'spin over .php' | 'click over tRPC' | 'postback' | 'offers again', most: number]>([
  ['spins', 'spin over .php', 2],
  ['clicks', 'click over tRPC', 1],
  ['postbacks', 'postback', 2],
  ['lists of offers', 'offers again', 1],
])('shares round trips between simultaneous %s', async (_, kind, alone) => {
  const PEOPLE = 8;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < WARM_UP + MEASURED_ROUNDS && least > (PEOPLE * alone) / 2; i++) {
    const make = kinds[kind];
    if (!make) throw new Error(`there is no ${kind}`);
    const calls = await Promise.all(Array.from({ length: PEOPLE }, make));
    const { roundTrips } = await server.measureCost(async () => {
      const answers = await Promise.all(calls.map((call) => call()));
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    });
    least = Math.min(least, roundTrips);
  }
  expect(least).toBeLessThanOrEqual((PEOPLE * alone) / 2);
});

const formatStatement = ({
  query,
  calls,
  wal,
  buffers,
}: Awaited<ReturnType<CountingServer['statements']>>[number]): string =>
  `${calls} × ${query.replaceAll(/\s+/g, ' ').slice(0, 140)} (WAL ${wal} B, ${buffers} pages)`;

type Ask = (client: Client, email: string) => ReturnType<Client['post']>;
const form = (email: string) => ({ firstName: 'Asha', lastName: 'Rao', email, password: PASSWORD });
const signUp: Ask = (client, email) => client.post('/api/register.php', form(email));
const signUpByRpc: Ask = (client, email) => client.mutate('user.identity.register', form(email));

/** Anonymous requests about an account, by its e-mail address or username. */
const anonymousRequests: [name: string, answer: { status: number; hashes: number }, ask: Ask, realm?: 'admin'][] = [
  ['sign-up over .php', { status: 200, hashes: 1 }, signUp],
  ['sign-up over tRPC', { status: 200, hashes: 1 }, signUpByRpc],
  // The button 'Send again' does this.
  [
    'sign-up once more',
    { status: 200, hashes: 2 },
    (client, email) => signUp(client, email).then(() => signUpByRpc(client, email)),
  ],
  [
    'password reset',
    { status: 200, hashes: 0 },
    (client, email) => client.mutate('user.account.requestReset', { email }),
  ],
  [
    'sign-in link',
    { status: 200, hashes: 0 },
    (client, email) => client.mutate('user.account.requestSignInLink', { email }),
  ],
  [
    'wrong password over .php',
    { status: 401, hashes: 1 },
    (client, email) => client.post('/api/login.php', { email, password: 'guessed' }),
  ],
  [
    'wrong password over tRPC',
    { status: 401, hashes: 1 },
    (client, email) => client.mutate('user.identity.login', { email, password: 'guessed' }),
  ],
  [
    'wrong password of an admin over .php',
    { status: 401, hashes: 1 },
    (client, username) => client.post('/api/admin/login.php', { username, password: 'guessed' }),
    'admin',
  ],
  [
    'wrong password of an admin over tRPC',
    { status: 401, hashes: 1 },
    (client, username) => client.mutate('admin.identity.login', { username, password: 'guessed' }),
    'admin',
  ],
];

describe('the existence of an account', () => {
  let guarded: Api;
  beforeAll(async () => {
    // Repeated postbacks of earlier tests are recorded up to a second later, which would add statements here.
    await api.services.repeatCounter.whenWritten();
    // Nothing listens at this port. No mail is sent anyway, since no job runs.
    guarded = await api.startAnother({ MAIL: 'on', MAIL_URL: 'smtp://127.0.0.1:9', RATE_LIMITS: 'on' });
    guarded.services.accounts.signUpByMail = true;
  });

  test.each(anonymousRequests)(
    'changes neither the number of hashes, nor the statements, nor the answer: %s',
    async (_, { status, hashes }, ask, realm) => {
      const { passwords } = guarded.services;
      let hashed = 0;
      guarded.services.passwords = {
        ...passwords,
        hash: (...given) => {
          hashed++;
          return passwords.hash(...given);
        },
        verify: (...given) => {
          hashed++;
          return passwords.verify(...given);
        },
      };
      /** Returns what a request about an account costs, and its answer. */
      const measureRequest = async (email: string) => {
        const client = new Client(realm === 'admin' ? guarded.adminHost : guarded.appHost, newAddress());
        const answers: string[] = [];
        hashed = 0;
        await server.measureCost(async () => {
          const answer = await ask(client, email);
          await guarded.services.securityEventLog.whenWritten();
          answers.push(`${answer.status} ${JSON.stringify(answer.body)}`);
          expect(answer.status).toBe(status);
        });
        // Excludes the health probe, which runs now and then with its own limits.
        const statements = (await server.statements())
          .filter(({ query }) => !query.includes('is_read_only') && !/^set local (lock|statement)_timeout/.test(query))
          .map(({ query, calls }) => `${calls} × ${query}`)
          .sort();
        return { statements, hashed, answers };
      };
      const makeUnknownName = () => (realm === 'admin' ? `admin-${randomUUID()}` : `${randomUUID()}@example.com`);
      try {
        const known = await (realm === 'admin' ? makeAdmins(api, 3) : makeUsers(api, 3));
        // The first request of each kind prepares the statements.
        await measureRequest(makeUnknownName());
        await measureRequest(known[0] ?? '');
        for (const email of known.slice(1)) {
          const cost = await measureRequest(email);
          expect(cost.hashed).toBe(hashes);
          expect(cost.statements.length).toBeGreaterThan(0);
          expect(await measureRequest(makeUnknownName())).toEqual(cost);
        }
      } finally {
        guarded.services.passwords = passwords;
      }
    },
  );
});

test('measures round trips, statements, WAL and buffers of a query, a transaction and a write', async () => {
  /** Measures on new connections and returns the lowest cost, because the api's health probe runs meanwhile. */
  const measureRequest = async (work: (sql: SqlClient, n: number) => Promise<unknown>): Promise<StatementCost> => {
    const costs: StatementCost[] = [];
    for (let n = 0; n < 3; n++) {
      const database = openDatabase(server.url, { max: 1, statementTimeout: 10_000 });
      try {
        await database.sql`select 1`;
        costs.push(await server.measureCost(() => work(database.sql, n)));
      } finally {
        await database.close();
      }
    }
    return minCost(costs);
  };
  expect(await measureRequest((sql) => sql`select 1`)).toMatchObject({
    roundTrips: 1,
    statements: 1,
    wal: 0,
    buffers: 0,
  });
  // An unprepared statement takes a second round trip; a transaction adds begin and commit.
  const inTransaction = await measureRequest((sql) => sql.begin((tx) => tx.unsafe('select count(*) from offers')));
  expect(inTransaction.statements).toBe(3);
  expect(inTransaction.roundTrips).toBeGreaterThanOrEqual(3);
  expect(inTransaction.buffers).toBeGreaterThan(0);
  const write = await measureRequest((sql, n) => sql`insert into setup_tokens (hash) values (${`counted ${n}`})`);
  expect(write.wal).toBeGreaterThan(100);
});
