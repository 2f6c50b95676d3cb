import { randomUUID } from 'node:crypto';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import type { Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

let api: TestApi;
let admin: Client;
let user: Client;
beforeAll(async () => {
  api = await createTestApi({ APPROVALS: 'always' }, { jobs: false });
  ({ client: admin } = await signInAdmin(api));
  ({ client: user } = await registerUser(api.appHost));
});
afterAll(() => api.close());

interface Call {
  who: 'user' | 'admin';
  url: string;
  payload: string;
  type?: string;
}

const form = 'application/x-www-form-urlencoded';
const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 10, expiry_date: '2099-12-31' };

/** Sends a call. Returns the exact answer, without headers that differ per call. */
async function send(key: string, { who, url, payload, type = 'application/json' }: Call) {
  const { cookies } = who === 'admin' ? admin : user;
  const response = await (who === 'admin' ? api.adminHost : api.appHost).inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': type,
      'idempotency-key': key,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  const { date: _date, 'x-request-id': _id, 'idempotency-replayed': replayed, ...headers } = response.headers;
  return { replayed, answer: { status: response.statusCode, headers, body: response.rawPayload.toString('utf8') } };
}

test.each<[kind: string, status: number, body: RegExp, call: () => Promise<Call>]>([
  [
    'a success',
    200,
    /^\{"success":true,/,
    async () => ({
      who: 'admin',
      url: '/api/admin/vouchers.php',
      payload: JSON.stringify({ ...voucher, voucher_code: 'Ü "1"\\' }),
    }),
  ],
  [
    'a request for approval',
    202,
    /^\{"success":true,"message":"/,
    async () => {
      const name = `o${randomUUID().slice(0, 8)}`;
      const owner = { username: name, email: `${name}@example.com`, password: PASSWORD, role: 'owner' };
      return { who: 'admin', url: '/api/admin/register.php', payload: JSON.stringify(owner) };
    },
  ],
  [
    'a conflict',
    409,
    /^\{"error":"Offer not completed yet"\}$/,
    async () => {
      const { offer_id: offerId } = await makeOffer(api.core);
      return { who: 'user', url: '/api/spin.php', payload: JSON.stringify({ offerId }) };
    },
  ],
  [
    'a missing record',
    404,
    /^\{"error":"/,
    async () => ({ who: 'user', url: '/api/click-offer.php', payload: JSON.stringify({ offerId: 2_000_000_000 }) }),
  ],
  [
    'an invalid field',
    400,
    /^\{"error":"offerId: /,
    async () => ({ who: 'user', url: '/api/spin.php', payload: JSON.stringify({ offerId: 'x' }) }),
  ],
  [
    'a form with an invalid field',
    400,
    /^\{"error":"/,
    async () => ({
      who: 'admin',
      url: '/api/admin/fraud-detection.php',
      payload: 'action=flag_user&user_id=x',
      type: form,
    }),
  ],
  [
    'an insufficient role',
    403,
    /^\{"error":"/,
    async () => {
      await api.core.database.sql`update admins set role = 'support'`;
      return {
        who: 'admin',
        url: '/api/admin/vouchers.php',
        payload: JSON.stringify({ ...voucher, voucher_code: randomUUID() }),
      };
    },
  ],
])('repeats the first answer to the byte: %s', async (_, status, body, call) => {
  const prepared = await call();
  const key = randomUUID();
  const first = await send(key, prepared);
  expect(first).toMatchObject({ replayed: undefined, answer: { status, body: expect.stringMatching(body) } });
  for (let i = 0; i < 2; i++) expect(await send(key, prepared)).toEqual({ replayed: 'true', answer: first.answer });
});
