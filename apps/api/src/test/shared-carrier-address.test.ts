import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeAccountsAtAddress, phoneBrowser } from '@inaam/testing/factories/fraud';
import { makeOffer } from '@inaam/testing/factories/offers';
import { takeSample } from '@inaam/testing/sampling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { PASSWORD, signInAdmin } from './support/people.ts';

/** Tests honest users behind the IP address of a mobile carrier, with a fraud ring at the same address. */

const ADDRESS = '203.0.113.77';
const HONEST_USERS = 200;
/** Number of honest users who sign in, start the offer and spin in a run. */
const FOLLOWED_USERS = 100;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

test(`serves a sample of ${HONEST_USERS} users with a device each, at the IP address of a blocked ring`, async () => {
  const { core } = api;
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core);
  const passwordHash = await api.services.passwords.hash(PASSWORD);
  const from = { ip: ADDRESS, passwordHash };
  const honest = await makeAccountsAtAddress(core, {
    ...from,
    accounts: HONEST_USERS,
    devices: HONEST_USERS,
    withinMinutes: 20_000,
    name: 'honest',
  });
  const ring = await makeAccountsAtAddress(core, {
    ...from,
    accounts: 20,
    devices: 3,
    withinMinutes: 20_000,
    name: 'ring',
  });
  const { client: admin } = await signInAdmin(api);
  const looksShared = async () => {
    const { body } = await admin.query('admin.fraud.evidence', { kind: 'ip', key: ADDRESS });
    return body.result.data.shared;
  };
  expect(await looksShared()).toMatch(/looks like a mobile carrier’s shared address/);
  const ids = ring.map(({ id }) => id).join(',');
  const flagged = await admin.post('/api/admin/fraud-detection.php', { action: 'bulk_flag_users', user_ids: ids });
  expect(flagged.body).toMatchObject({ done: 20, unchanged: 0, refused: [] });
  for (let i = 0; i < 3; i++) {
    const block = { action: 'block_device', device_fingerprint: `ring-${i}` };
    expect((await admin.post('/api/admin/fraud-detection.php', block)).status).toBe(200);
  }

  const signIn = async (email: string, i: number, device: string) => {
    const client = new Client(api.appHost, ADDRESS);
    const headers = { 'user-agent': phoneBrowser(i) };
    const login = { email, password: PASSWORD, deviceFingerprint: device };
    return { client, answer: await client.post('/api/login.php', login, headers) };
  };
  const statuses: number[] = [];
  const followed = takeSample([...honest.entries()], FOLLOWED_USERS);
  const queue = [...followed];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [i, { email }] = next;
      const { client, answer } = await signIn(email, i, `honest-${i}`);
      statuses.push(answer.status);
      const started = await client.post('/api/click-offer.php', { offerId });
      const clickId = new URL(started.body.redirectUrl).searchParams.get('sub') ?? '';
      await postback(core, network, { click_id: clickId, transaction_id: clickId, status: 'approved' });
      statuses.push(started.status, (await client.post('/api/spin.php', { offerId })).status);
    }
  };
  // Two workers, because two hashes run at once.
  await Promise.all([worker(), worker()]);
  expect(statuses).toHaveLength(followed.length * 3);
  expect(new Set(statuses)).toEqual(new Set([200]));

  const [member] = ring;
  expect((await signIn(member?.email ?? '', 0, 'ring-0')).answer.status).toBe(403);
  expect((await signIn(member?.email ?? '', 0, 'fresh')).answer).toMatchObject({
    status: 403,
    body: { error: 'Account suspended due to suspicious activity' },
  });
  // The address still counts as shared.
  expect(await looksShared()).toMatch(/looks like a mobile carrier’s shared address/);
}, 90_000);
