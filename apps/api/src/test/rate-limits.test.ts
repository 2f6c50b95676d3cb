import { issueKey } from '@inaam/core/people/keys/api-keys';
import { CALLS_PER_MINUTE, LEASE_CALLS } from '@inaam/core/people/passwords/services';
import { anyAdmin } from '@inaam/testing/factories/identity';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

let api: TestApi;
let second: Api;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  second = await api.startAnother();
});
afterAll(() => api.close());

/** Copies a client's session to another process. */
function copySession(host: FastifyInstance, client: Client): Client {
  const other = new Client(host);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

/** Sends calls, 40 at a time, and counts the answers by status. */
async function sendAtOnce(calls: number, send: (i: number) => Promise<Answer>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let i = 0; i < calls; i += 40) {
    const answers = await Promise.all(Array.from({ length: Math.min(40, calls - i) }, (_, k) => send(i + k)));
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test('shares a user’s limit over processes, transports and sessions, and not with other users', async () => {
  const { client, email } = await registerUser(api.appHost);
  const { client: bystander } = await registerUser(api.appHost);
  // The same user on another device.
  const device = new Client(second.appHost);
  expect((await device.post('/api/login.php', { email, password: PASSWORD })).status).toBe(200);
  const clients = [client, device];
  const statuses = await sendAtOnce(500, (i) => {
    const caller = clients[i % 2] ?? client;
    return i % 4 < 2 ? caller.get('/api/user-stats.php') : caller.query('user.insights.stats');
  });
  expect(Object.keys(statuses)).toEqual(['200', '429']);
  expect(statuses[200]).toBeGreaterThanOrEqual(CALLS_PER_MINUTE.user - LEASE_CALLS);
  expect(statuses[200]).toBeLessThanOrEqual(CALLS_PER_MINUTE.user + LEASE_CALLS);

  const rest = await client.get('/api/offers.php');
  expect([rest.status, rest.body]).toEqual([429, { error: 'Too many requests. Please wait a moment and try again.' }]);
  expect(Number(rest.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(rest.headers['retry-after'])).toBeLessThanOrEqual(60);
  const rpc = await client.query('user.offers.list');
  expect([rpc.status, rpc.body.error.data.domainCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(rpc.headers['retry-after'])).toBeGreaterThan(0);
  // Pages and signing out are not limited.
  expect((await client.get('/login')).status).toBe(200);
  for (const host of [api.appHost, second.appHost]) {
    expect((await copySession(host, bystander).get('/api/offers.php')).status).toBe(200);
  }
  expect((await client.post('/api/logout.php')).status).toBe(200);
});

test('counts each call of a batch', async () => {
  const { client } = await registerUser(api.appHost);
  const paths = Array(10).fill('user.identity.me').join(',');
  const batch = () => client.get(`/trpc/${paths}?batch=1&input=%7B%7D`);
  for (let i = 0; i < CALLS_PER_MINUTE.user / 10; i++) expect((await batch()).status).toBe(200);
  const { status, body, headers } = await batch();
  expect(status).toBe(429);
  expect(body).toHaveLength(10);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('limits a service key separately from its admin, and counts a CSV export as 21 calls', async () => {
  const { client, username } = await signInAdmin(api);
  const [row] = await api.core.database.sql<{ id: number }[]>`select id from admins where username = ${username}`;
  const key = await issueKey(api.core.as({ ...anyAdmin, id: row?.id ?? 0 }), { name: 'walker', scope: 'read' });
  const service = { authorization: `Bearer ${key}` };
  const clients = [new Client(api.adminHost), new Client(second.adminHost)];
  // An export costs one call for its first page and 20 calls for the rest.
  const statuses = await sendAtOnce(70, (i) => (clients[i % 2] ?? client).get('/export/offers.csv', service));
  const most = (CALLS_PER_MINUTE.key + LEASE_CALLS) / 21;
  expect(statuses[200]).toBeLessThanOrEqual(most);
  expect(statuses[200]).toBeGreaterThan(most - 5);
  expect((statuses[200] ?? 0) + (statuses[429] ?? 0)).toBe(70);
  expect((await client.get('/api/admin/offers.php')).status).toBe(200);
});

test('applies no rate limits with RATE_LIMITS=off', async () => {
  const { appHost } = await api.startAnother({ RATE_LIMITS: 'off' });
  const { client } = await registerUser(appHost);
  expect(await sendAtOnce(300, () => client.query('user.identity.me'))).toEqual({ 200: 300 });
});
