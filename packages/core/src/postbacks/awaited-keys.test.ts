import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemActor } from '../kernel/actor.ts';
import type { fetchJson as askForJson } from '../networks/feed/fetch.ts';
import { fetchAwaitedKeys } from './awaited-keys.ts';
import { NO_PUBLIC_KEYS } from './read.ts';
import { receivePostback } from './receive.ts';
import { rejudgeParked } from './replay.ts';

/** A network's public keys are on a server of theirs, which does not answer at times. */

const PUBLISHED = 'https://keys.example';
// A row holds none but https addresses, and nobody signs a certificate for this stand-in: it is asked in their place.
vi.mock('../networks/feed/fetch.ts', async (load) => {
  const actual = await load<{ fetchJson: typeof askForJson }>();
  const fetchJson: typeof askForJson = (url, ...more) => actual.fetchJson(new URL(url.pathname, origin), ...more);
  return { ...actual, fetchJson };
});

let core: TestCore;
let server: Server;
let origin: string;
/** What the key server does with a question; undefined: it never answers. */
let answers: { status: number; body: string } | undefined;
let asked = 0;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = JSON.stringify({
  keys: [{ keyId: 7, pem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() }],
});

beforeAll(async () => {
  core = await createTestCore();
  server = createServer((_, response) => {
    asked += 1;
    if (answers) response.writeHead(answers.status).end(answers.body);
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
  asked = 0;
});

/** A network that signs with a private key, and a call of it for somebody's click. */
async function started() {
  const network = await makeNetwork(core);
  // An address of its own: that one of them failed is remembered by it.
  const signing = { kind: 'ecdsa', keys_url: `${PUBLISHED}/${randomUUID()}`, name: 'signature', key_param: 'key_id' };
  await core.database.sql`
    update networks set signing = ${JSON.stringify({ ...signing, encoding: 'base64url' })}::text::jsonb
    where slug = ${network.slug}`;
  const { offer_id } = await makeOffer(core);
  await core.database.sql`
    update offers set network_id = (select id from networks where slug = ${network.slug}) where id = ${offer_id}`;
  const send = async () => {
    const user = await makeUser(core);
    const clickId = await makeClick(core, user, offer_id);
    const query = `click_id=${clickId}&transaction_id=${randomUUID()}&status=approved`;
    const signature = createSign('sha256').update(query).sign(pair.privateKey, 'base64url');
    const judgement = await receivePostback({ ...core.services, outgoingRules: rules() }, network.slug, {
      method: 'GET',
      rawQuery: `${query}&signature=${signature}&key_id=7`,
      rawBody: '',
      contentType: null,
      ip: '198.51.100.1',
    });
    return { user, judgement };
  };
  return { send };
}
const rules = () => ({ trustedOrigin: origin });
const credited = ({ id }: TestUser) => core.database.sql`select 1 from completions where user_id = ${id}`;

test('a call whose keys could not be fetched is stored, and counts by itself once they can', async () => {
  const { send } = await started();
  answers = { status: 503, body: '' };
  const { user, judgement } = await send();
  expect(judgement).toMatchObject({ outcome: 'parked', reason: NO_PUBLIC_KEYS });
  answers = { status: 200, body: keys };
  // A server that has just failed is left alone for a while.
  await fetchAwaitedKeys(core.kernel, rules());
  await rejudgeParked(core.as(systemActor));
  expect(await credited(user)).toHaveLength(0);
  expect(asked).toBe(1);
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 5 * 60_000 + 1 });
  try {
    await fetchAwaitedKeys(core.kernel, rules());
  } finally {
    vi.useRealTimers();
  }
  await rejudgeParked(core.as(systemActor));
  expect(await credited(user)).toHaveLength(1);
  expect(asked).toBe(2);
});

test('calls that come at once ask once, and all of them count', async () => {
  const { send } = await started();
  answers = { status: 200, body: keys };
  const all = await Promise.all(Array.from({ length: 5 }, send));
  expect(all.map(({ judgement }) => judgement?.outcome)).toEqual(Array(5).fill('accepted'));
  expect(asked).toBe(1);
});

test('a key server that never answers keeps no call from being stored within its own time', async () => {
  const { send } = await started();
  answers = undefined;
  expect((await send()).judgement).toMatchObject({ outcome: 'parked', reason: NO_PUBLIC_KEYS });
}, 30_000);
