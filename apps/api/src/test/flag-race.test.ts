import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

/** A user sends many requests, to `.php` endpoints and tRPC in two processes, while an admin flags the user. */

const REQUESTS = 500;
/**
 * Minimum number of requests that begin after the flag. If the flag commits slowly, the test sends more requests in
 * total.
 */
const MIN_REQUESTS_AFTER_FLAG = 200;
const AT_ONCE = 40;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'off' }, { jobs: false });
});
afterAll(() => api.close());

test(`refuses each of ${REQUESTS} racing requests that begins after the flag has committed`, async () => {
  await makeNetwork(api.core);
  const { offer_id: offerId } = await makeOffer(api.core);
  const second = await api.startAnother({ RATE_LIMITS: 'off' });
  const { client: first, email, id } = await registerUser(api.appHost, '192.0.2.1', 'racer');
  const elsewhere = new Client(second.appHost, '192.0.2.2');
  const login = { email, password: PASSWORD, deviceFingerprint: 'racer-2' };
  expect((await elsewhere.post('/api/login.php', login)).status).toBe(200);
  const { client: admin } = await signInAdmin(api);

  const calls: ((client: Client) => Promise<Answer>)[] = [
    (client) => client.get('/api/offers.php'),
    (client) => client.query('user.identity.me'),
    (client) => client.post('/api/click-offer.php', { offerId }),
    (client) => client.query('user.insights.stats'),
    (client) => client.get('/api/user-stats.php'),
    (client) => client.mutate('user.clicks.create', { offerId }),
    (client) => client.get('/trpc/user.identity.me,user.offers.list?batch=1'),
    (client) => client.post('/api/spin.php', { offerId }),
  ];
  // A 409 also shows that a click or spin got past authentication.
  const isAdmitted = ({ status }: Answer) => status === 200 || status === 409;

  const seen: { begun: number; isAdmitted: boolean; status: number }[] = [];
  const signedIn: Client[] = [];
  let sent = 0;
  let sentAfterFlag = 0;
  let flagCommittedAt = Number.POSITIVE_INFINITY;
  const flagging: Promise<unknown>[] = [];
  const flag = async () => {
    const answer = await admin.post('/api/admin/fraud-detection.php', { action: 'flag_user', user_id: id });
    flagCommittedAt = performance.now();
    expect(answer.status).toBe(200);
  };
  const worker = async () => {
    for (let number = sent++; number < REQUESTS || sentAfterFlag < MIN_REQUESTS_AFTER_FLAG; number = sent++) {
      if (number === REQUESTS / 2) flagging.push(flag());
      const begun = performance.now();
      if (begun >= flagCommittedAt) sentAfterFlag++;
      const isSignIn = number % 50 === 49;
      const client = isSignIn
        ? new Client(number % 100 === 99 ? api.appHost : second.appHost)
        : number % 2 === 0
          ? first
          : elsewhere;
      const call = calls[number % calls.length];
      const answer = isSignIn || !call ? await client.post('/api/login.php', login) : await call(client);
      if (isSignIn && answer.status === 200) signedIn.push(client);
      seen.push({ begun, isAdmitted: isAdmitted(answer), status: answer.status });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await Promise.all(flagging);

  const early = seen.filter(({ begun }) => begun < flagCommittedAt);
  const late = seen.filter(({ begun }) => begun >= flagCommittedAt);
  expect(seen.length).toBeGreaterThanOrEqual(REQUESTS);
  expect(early.filter((each) => each.isAdmitted).length).toBeGreaterThan(100);
  expect(late.length).toBeGreaterThanOrEqual(MIN_REQUESTS_AFTER_FLAG);
  expect(late.filter((each) => each.isAdmitted)).toEqual([]);
  // Sign-ins get 403 for the suspension, or 503 if the queue of hashes is full; other calls get 401 without a session.
  expect([...new Set(late.map(({ status }) => status))].filter((status) => ![401, 403, 503].includes(status))).toEqual(
    [],
  );
  expect(await api.core.database.sql`select 1 from user_sessions where user_id = ${id}`).toHaveLength(0);

  await admin.post('/api/admin/fraud-detection.php', { action: 'unflag_user', user_id: id });
  for (const client of [first, elsewhere, ...signedIn]) {
    expect((await client.get('/api/offers.php')).status).toBe(401);
  }
}, 60_000);
