import { randomUUID } from 'node:crypto';
import type { PausablePart } from '@inaam/contracts/spending/spending';
import { pausePart, resumePart } from '@inaam/core/ledger/spending/commands';
import { freePort } from '@inaam/db/embedded/server';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin } from '@inaam/testing/factories/spins';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client, VIA_ADAPTER } from './support/client.ts';
import { PASSWORD } from './support/people.ts';

/** Tests what callers of each process get while a part of the app is paused, at `.php` endpoints and over tRPC. */

let api: TestApi;
let other: Api;
let network: TestNetwork;
let port: number;
beforeAll(async () => {
  port = await freePort();
  // The tests repeat a call until a process knows of the pause. On a busy machine that would exceed the limit on
  // sign-ups.
  const env = { VERIFY_EMAIL: 'off', RATE_LIMITS: 'off' };
  api = await createTestApi({ ...env, METRICS_PORT: String(port) });
  await api.startMetricsServer();
  other = await api.startAnother({ METRICS_PORT: String(await freePort()) });
  network = await makeNetwork(api.core);
});
afterAll(() => api.close());

const PATIENCE = { timeout: 10_000, interval: 100 };

/** Pauses a part in the database, without calling either api process, as the command line does. */
const pause = (part: PausablePart) => pausePart(api.core.as(anyAdmin), { part, minutes: 10, note: null });
const resume = (part: PausablePart) => resumePart(api.core.as(anyAdmin), { part });
beforeEach(async () => {
  for (const part of ['spins', 'starts', 'sign_ups'] as const) await resume(part);
});

async function signIn(host: FastifyInstance, userId: number, rpcQuery = ''): Promise<Client> {
  const { cookie } = await api.services.userSessions.create(userId, { ip: null, userAgent: null });
  const client = new Client(host, undefined, rpcQuery);
  client.cookies.set(cookie.name, cookie.value);
  return client;
}

const retry = { 'retry-after': expect.stringMatching(/^(600|5\d\d)$/) };
const refusal = (error: string) => ({ status: 503, headers: retry, body: { error } });

test('refuses paused spins in each process within a second, and the metrics count no failure', async () => {
  const spinners = await Promise.all(
    [api, other].map(async (each) => {
      const { user, offerId } = await makeReadyToSpin(api.core, network, 5);
      const client = await signIn(each.appHost, user.id);
      return (key: string) => client.post('/api/spin.php', { offerId, clientSeed: '' }, { 'idempotency-key': key });
    }),
  );
  const { user, offerId } = await makeReadyToSpin(api.core, network, 5);
  const rpc = await Promise.all(['', VIA_ADAPTER].map((query) => signIn(api.appHost, user.id, query)));
  await pause('spins');
  // A second later each process knows of the pause, even if its job has not run. The test waits 0.1 s longer, because a
  // timer may end a moment early.
  await new Promise((done) => setTimeout(done, 1100));
  const text = 'Spins are paused for a short while. Your spin is safe.';
  const keys = spinners.map(() => randomUUID());
  for (const [at, spin] of spinners.entries()) expect(await spin(keys[at] ?? '')).toMatchObject(refusal(text));
  for (const client of rpc)
    expect(await client.mutate('user.spins.spin', { offerId, clientSeed: '' })).toMatchObject({
      status: 503,
      headers: retry,
    });

  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const statuses = [...metrics.matchAll(/^inaam_http_request_duration_seconds_count\{(.+)\}/gm)]
    .map(([, labels = '']) => labels)
    .filter((labels) => /route="\/(api\/spin\.php|trpc\/.+)"/.test(labels))
    .map((labels) => /status="([^"]+)"/.exec(labels)?.[1]);
  expect(new Set(statuses)).toEqual(new Set(['503 paused']));
  expect(api.log.filter(({ msg }) => msg === 'unavailable')).toEqual([]);

  // The same call succeeds afterwards, because a refusal is not stored under its idempotency key.
  await resume('spins');
  for (const [at, spin] of spinners.entries())
    await expect.poll(() => spin(keys[at] ?? ''), PATIENCE).toMatchObject({ status: 200, body: { success: true } });
});

test('refuses to start offers and to sign up while these parts are paused, but still lets users sign in', async () => {
  const { id, email } = await makeUser(api.core, { passwordHash: await api.services.passwords.hash(PASSWORD) });
  const { offer_id: offerId } = await makeOffer(api.core);
  const client = await signIn(other.appHost, id);
  const start = () => client.post('/api/click-offer.php', { offerId });
  // Each call signs up another person, because a call may succeed before this process knows of the pause.
  const signUp = () => {
    const person = { firstName: 'Asha', lastName: 'Rao', email: `${randomUUID()}@example.com`, password: PASSWORD };
    return new Client(other.appHost).post('/api/register.php', person);
  };
  await pause('starts');
  await pause('sign_ups');
  await expect.poll(start, PATIENCE).toMatchObject(refusal('Offers are paused for a short while.'));
  await expect.poll(signUp, PATIENCE).toMatchObject(refusal('Sign-ups are paused for a short while.'));
  expect((await new Client(other.appHost).post('/api/login.php', { email, password: PASSWORD })).status).toBe(200);
  await resume('starts');
  await resume('sign_ups');
  await expect.poll(start, PATIENCE).toMatchObject({ status: 200 });
  await expect.poll(signUp, PATIENCE).toMatchObject({ status: 200 });
});
