import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpointCreateInput } from '@inaam/contracts/webhooks/webhooks';
import { createEndpoint } from '@inaam/core/outbox/webhooks/commands';
import { CALLS_PER_MINUTE, LEASE_CALLS } from '@inaam/core/people/passwords/services';
import { ledgerDifferences } from '@inaam/db/ledger';
import { type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import { makeNetwork, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser, signInAdmin } from './support/people.ts';

/**
 * Runs four processes with all jobs on one database. A proxy sends each call to the next process. Limits, caches, jobs
 * and events of the processes must agree.
 */

const PROCESSES = 4;
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Received requests with their webhook ids. The path distinguishes events from heads of the audit log. */
const received: { path: string; id: string }[] = [];
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  await text(request);
  received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']) });
  response.writeHead(204).end();
};
const receiver = createServer((request, response) => void receive(request, response));
let mailbox: Mailbox;
let api: TestApi;
let processes: Api[];
let network: TestNetwork;
let proxy: FastifyInstance;

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, 'localhost', done));
  const { port } = receiver.address() as AddressInfo;
  mailbox = await openMailbox();
  api = await createTestApi({
    MAIL: 'on',
    MAIL_URL: mailbox.url,
    VERIFY_EMAIL: 'off',
    // Demo mode allows webhooks to this local port.
    SANDBOX_PORT: String(port),
    AUDIT_WEBHOOK_URL: `http://localhost:${port}/heads`,
    AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.from('bytes that a test signs with, 33.').toString('base64')}`,
  });
  processes = [api, ...(await Promise.all(Array.from({ length: PROCESSES - 1 }, () => api.startAnother())))];
  let turn = 0;
  const inject: FastifyInstance['inject'] = ((options: never) =>
    processes[turn++ % PROCESSES]?.appHost.inject(options)) as never;
  proxy = { inject } as FastifyInstance;
  network = await makeNetwork(api.core);
  await createEndpoint(
    { ...api.core.as(anyAdmin), outgoingRequestPolicy: api.services.outgoingRequestPolicy },
    endpointCreateInput.parse({
      kind: 'webhook',
      name: 'all four',
      url: `http://localhost:${port}/events`,
      events: ['completion.confirmed', 'spin.settled'],
    }),
  );
});
afterAll(async () => {
  await api.close();
  receiver.closeAllConnections();
  receiver.close();
  await mailbox.close();
});

async function signIn(userId: number): Promise<Client> {
  const { cookie } = await api.services.userSessions.create(userId, { ip: null, userAgent: null });
  const client = new Client(proxy);
  client.cookies.set(cookie.name, cookie.value);
  return client;
}
const callEachProcess = <T>(call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: PROCESSES }, call));

test('shares a user’s rate limit and the limit of wrong passwords between processes', async () => {
  const { client, email } = await registerUser(proxy);
  const statuses: number[] = [];
  for (let i = 0; i < 9; i++) {
    const calls = await Promise.all(Array.from({ length: 40 }, () => client.query('user.identity.me')));
    statuses.push(...calls.map(({ status }) => status));
  }
  const granted = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  // Each process may grant the calls of one lease before it asks the database.
  expect(Math.abs(granted - CALLS_PER_MINUTE.user)).toBeLessThanOrEqual(PROCESSES * LEASE_CALLS);

  const guesses: number[] = [];
  const stranger = new Client(proxy, '203.0.113.9');
  for (let i = 0; i < 14; i++) {
    guesses.push((await stranger.post('/api/login.php', { email, password: `guess ${i}` })).status);
  }
  expect(guesses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
});

test('shows a change by one process in all of them at the next call', async () => {
  const { client: admin } = await signInAdmin(api, processes[1]?.adminHost);
  const { offer_id: offerId } = await makeOffer(api.core, { title: 'As it was' });
  const user = await makeUser(api.core);
  const client = await signIn(user.id);
  const titles = async () => {
    const answers = await callEachProcess(() => client.get('/api/offers.php'));
    return answers.map(({ body }) => (body.offers as { title: string }[]).map(({ title }) => title).join());
  };
  expect(await titles()).toEqual(Array(PROCESSES).fill('As it was'));
  const changed = await admin.json('PUT', '/api/admin/offers.php', { offer_id: offerId, title: 'As it is' });
  expect(changed.status).toBe(200);
  expect(await titles()).toEqual(Array(PROCESSES).fill('As it is'));
  const flagged = { action: 'flag_user', user_id: user.id };
  expect((await admin.post('/api/admin/fraud-detection.php', flagged)).status).toBe(200);
  const refused = await callEachProcess(() => client.get('/api/offers.php'));
  expect(refused.map(({ status }) => status)).toEqual(Array(PROCESSES).fill(403));
});

test('runs each job’s work once in four processes, and events, mails, audit heads and the ledger agree', async () => {
  const { sql } = api.core.database;
  await addStock(api.core, { amount: 5, count: 20 });
  const { offer_id: offerId } = await makeOffer(api.core, { spinner_config: nearlyCertainOdds(5) });
  const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(api.core)));
  /** These users do not spin, so each of them gets a mail that a spin is ready. */
  const waiting = people.slice(6);
  const completions = await Promise.all(
    people.map(async ({ id, email }) => {
      const client = await signIn(id);
      const clicked = await client.post('/api/click-offer.php', { offerId });
      const query = signQuery(network, {
        click_id: new URL(clicked.body.redirectUrl).searchParams.get('sub') ?? '',
        transaction_id: randomUUID(),
        status: 'approved',
      });
      // The network repeats the postback, and each process receives it once.
      const partner = new Client(proxy, '203.0.113.200');
      const answers = await callEachProcess(() => partner.get(`/postback/${network.slug}?${query}`));
      const ids = new Set(answers.map(({ status, body }) => `${status} ${body.completion_id}`));
      expect([...ids]).toEqual([`200 ${answers[0]?.body.completion_id}`]);
      if (waiting.some((each) => each.email === email)) return answers[0]?.body.completion_id as number;
      const spins = await callEachProcess(() => client.post('/api/spin.php', { offerId }));
      expect(new Set(spins.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(spins[0]?.status).toBe(200);
      return answers[0]?.body.completion_id as number;
    }),
  );
  const events = () => received.filter(({ path }) => path === '/events').map(({ id }) => id);
  const spun = completions.slice(0, -waiting.length);
  const confirmations = completions.map((id) => `completion-confirmed-${id}`);
  const expected = [...confirmations, ...spun.map((id) => `spin-settled-${id}`)].toSorted();
  await expect.poll(() => events().toSorted(), PATIENCE).toEqual(expected);
  const listSubjects = () => waiting.map(({ email }) => mailbox.list(email).map(({ subject }) => subject));
  const oneMailEach = waiting.map(() => ['Your spin is ready']);
  await expect.poll(listSubjects, PATIENCE).toEqual(oneMailEach);
  await expect.poll(() => sql`select 1 from messages where status = 'queued'`, PATIENCE).toEqual([]);

  // The other processes are stopped and the queues are empty, so any duplicate has arrived.
  await Promise.all(processes.slice(1).map((each) => each.close()));
  expect(events().toSorted()).toEqual(expected);
  for (const id of spun) {
    expect(events().indexOf(`completion-confirmed-${id}`)).toBeLessThan(events().indexOf(`spin-settled-${id}`));
  }
  expect(listSubjects()).toEqual(oneMailEach);
  expect(people.flatMap(({ email }) => mailbox.list(email)).length).toBe(
    (await sql`select 1 from messages where status = 'sent' and recipient = any(${people.map(({ email }) => email)})`)
      .length,
  );
  const heads = received.filter(({ path }) => path === '/heads').map(({ id }) => id);
  expect(new Set(heads).size).toBe(heads.length);
  expect(await ledgerDifferences(sql)).toEqual([]);
  expect(await sql`select * from figure_differences()`).toEqual([]);
}, 150_000);
