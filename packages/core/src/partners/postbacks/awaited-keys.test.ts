import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemActor } from '../../kernel/actor.ts';
import { fetchJson } from '../../kernel/fetch-json.ts';
import { fetchAwaitedKeys } from './awaited-keys.ts';
import { fetchKeys } from './public-keys.ts';
import { NO_PUBLIC_KEYS } from './read.ts';
import { receivePostback } from './receive.ts';
import { rejudgeParked } from './replay.ts';

/** Postbacks that arrive while the key server of their network does not answer. */

let core: TestCore;
let server: Server;
let origin: string;
/** The reply of the key server. While undefined, the server never replies. */
let keyServerReply: { status: number; body: string } | undefined;
let requests = 0;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = JSON.stringify({
  keys: [{ keyId: 7, pem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() }],
});

beforeAll(async () => {
  core = await createTestCore();
  server = createServer((_, response) => {
    requests += 1;
    if (keyServerReply) response.writeHead(keyServerReply.status).end(keyServerReply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await core.close();
});
beforeEach(() => {
  requests = 0;
});

/** A network's keys must have an https URL, and the test server has no certificate. So `ask` sends each
 * request to the test server instead. */
const KEYS_ORIGIN = 'https://keys.example';
const ask: typeof fetchJson = (url, ...more) => fetchJson(new URL(url.pathname, origin), ...more);
const rules = () => ({ trustedOrigin: origin });
/** A new URL for each test, because failures are remembered by URL. */
const newAddress = () => `${KEYS_ORIGIN}/${randomUUID()}`;

/** Sends a signed postback before the public keys of its network are fetched. */
async function sendEarly() {
  const network = await makeNetwork(core);
  const signing = { kind: 'ecdsa', keys_url: newAddress(), name: 'signature', key_param: 'key_id' };
  await core.database.sql`
    update networks set signing = ${JSON.stringify({ ...signing, encoding: 'base64url' })}::text::jsonb
    where slug = ${network.slug}`;
  const { offer_id } = await makeOffer(core);
  await core.database.sql`
    update offers set network_id = (select id from networks where slug = ${network.slug}) where id = ${offer_id}`;
  const user = await makeUser(core);
  const query = `click_id=${await makeClick(core, user, offer_id)}&transaction_id=${randomUUID()}&status=approved`;
  const signature = createSign('sha256').update(query).sign(pair.privateKey, 'base64url');
  const { kernel, secrets } = core.services;
  const judgement = await receivePostback({ kernel, secrets }, network.slug, {
    method: 'GET',
    rawQuery: `${query}&signature=${signature}&key_id=7`,
    rawBody: '',
    contentType: null,
    ip: '198.51.100.1',
  });
  return { user, judgement };
}
const findCompletions = ({ id }: TestUser) => core.database.sql`select 1 from completions where user_id = ${id}`;

test('stores a postback whose keys could not be fetched, and counts it after they are fetched', async () => {
  const { user, judgement } = await sendEarly();
  expect(judgement).toMatchObject({ outcome: 'parked', reason: NO_PUBLIC_KEYS });
  const fetchAndRejudge = async () => {
    await fetchAwaitedKeys(core.kernel, rules(), ask);
    await rejudgeParked(core.as(systemActor));
  };
  keyServerReply = { status: 503, body: '' };
  await fetchAndRejudge();
  keyServerReply = { status: 200, body: keys };
  // A server that just failed is not called again for five minutes.
  await fetchAndRejudge();
  expect(await findCompletions(user)).toHaveLength(0);
  expect(requests).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
  try {
    await fetchAndRejudge();
  } finally {
    vi.useRealTimers();
  }
  expect(await findCompletions(user)).toHaveLength(1);
  expect(requests).toBe(2);
});

test('shares one request between simultaneous fetches of the same keys', async () => {
  keyServerReply = { status: 200, body: keys };
  const address = newAddress();
  const all = await Promise.all(Array.from({ length: 5 }, () => fetchKeys(rules(), address, ask)));
  expect(all.map((had) => Object.keys(had?.keys ?? {}))).toEqual(Array.from({ length: 5 }, () => ['7']));
  expect(requests).toBe(1);
});

test('gives up when the key server never replies, and does not ask it again at once', async () => {
  keyServerReply = undefined;
  const address = newAddress();
  expect(await fetchKeys(rules(), address, ask)).toBe(undefined);
  expect(await fetchKeys(rules(), address, ask)).toBe(undefined);
  expect(requests).toBe(1);
});
