import { randomUUID } from 'node:crypto';
import { sampling } from '@inaam/testing/sampling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { makeUsers, newAddress } from './support/many-accounts.ts';
import { PASSWORD, registerUser } from './support/people.ts';

let api: TestApi;
let second: Api;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  second = await api.startAnother();
});
afterAll(() => api.close());

/** Counts password comparisons in all processes while work runs. */
async function countHashes<T>(work: () => Promise<T>): Promise<{ hashes: number; result: T }> {
  let hashes = 0;
  const all = [api.services, second.services];
  const original = all.map(({ passwords }) => passwords);
  for (const [i, services] of all.entries()) {
    const passwords = original[i] ?? services.passwords;
    services.passwords = {
      ...passwords,
      verify: (password, phc) => {
        hashes++;
        return passwords.verify(password, phc);
      },
    };
  }
  try {
    return { result: await work(), hashes };
  } finally {
    for (const [i, services] of all.entries()) services.passwords = original[i] ?? services.passwords;
  }
}

test('limits 200 parallel guesses at an account to 10 hashes, and still lets its owner’s browser in', async () => {
  const device = `dev-${randomUUID().slice(0, 8)}`;
  const { email, client: ownerClient } = await registerUser(api.appHost, '192.0.2.20', device);
  const { hashes, result } = await countHashes(() =>
    Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const client = new Client((i % 2 ? api : second).appHost, newAddress());
        return client.post('/api/login.php', { email, password: `guess ${i}` });
      }),
    ),
  );
  expect(hashes).toBeGreaterThan(0);
  expect(hashes).toBeLessThanOrEqual(10);
  expect(result.filter(({ status }) => status === 401)).toHaveLength(hashes);
  const rest = result.filter(({ status }) => status !== 401);
  expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([429]));
  for (const { headers } of rest) expect(Number(headers['retry-after'])).toBeGreaterThan(800);
  // The browser cookie lets the owner in from any IP address. Without the cookie the right password is limited like the
  // guesses, even with the fingerprint, which anyone can send.
  const owner = { email, password: PASSWORD, deviceFingerprint: device };
  expect((await new Client(api.appHost, newAddress()).post('/api/login.php', owner)).status).toBe(429);
  const knownBrowser = new Client(api.appHost, newAddress());
  knownBrowser.cookies.set('inaam_browser', ownerClient.cookies.get('inaam_browser') ?? '');
  expect((await knownBrowser.post('/api/login.php', owner)).status).toBe(200);
});

const HONEST_USERS = sampling().isLong ? 1000 : 150;
test(`${HONEST_USERS} users behind one IP address can all sign in`, async () => {
  const emails = await makeUsers(api, HONEST_USERS);
  const statuses: number[] = [];
  // Signs in 100 users at a time, as many as the queue of hashes takes on the smallest machine.
  for (let i = 0; i < emails.length; i += 100) {
    const crowd = emails.slice(i, i + 100).map((email, k) => {
      const client = new Client((k % 2 ? api : second).appHost, '203.0.113.200');
      return client.post('/api/login.php', { email, password: PASSWORD });
    });
    for (const { status } of await Promise.all(crowd)) statuses.push(status);
  }
  expect(statuses).toEqual(Array(HONEST_USERS).fill(200));
}, 180_000);
