import { randomUUID } from 'node:crypto';
import { buildUnsubscribeUrl } from '@inaam/core/outbox/messages/queries';
import { makeClick, makeNetwork, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { takeInTurn } from '@inaam/testing/sampling';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Caller, type CallerName, callers, createCallers } from './support/callers.ts';
import { Client } from './support/client.ts';
import { PASSWORD } from './support/people.ts';
import { listRoutes } from './support/registered-routes.ts';

/**
 * Who may call which path: a row for each registered method and path, a column for each caller. A registered path
 * without a row fails the first tests. packages/router/src/authorisation.test.ts has the same table for procedures.
 */

type Statuses = readonly [number, number, number, number, number, number, number, number, number, number];
interface Row {
  who: Statuses;
  /** Body of a valid call, as JSON or a form. All records that the body names exist. */
  body?: (caller: Caller) => object | Promise<object>;
  query?: (caller: Caller) => string | Promise<string>;
}

// In the order of `callers`:
//                          none user susp bloc admi deac read writ revo foreign
const open: Statuses = /* */ [200, 200, 200, 200, 200, 200, 200, 200, 200, 200];
const redirected: Statuses = [302, 302, 302, 302, 302, 302, 302, 302, 302, 302];
const userReads: Statuses = [401, 200, 403, 403, 401, 401, 401, 401, 401, 200];
const userWrites: Statuses = [401, 200, 403, 403, 401, 401, 401, 401, 401, 403];
const adminReads: Statuses = [401, 401, 401, 401, 200, 401, 200, 200, 401, 200];
const adminWrites: Statuses = [401, 401, 401, 401, 200, 401, 403, 200, 401, 403];
const reports: Statuses = [204, 204, 204, 204, 204, 204, 204, 204, 204, 403];
const signOut: Statuses = [200, 200, 200, 200, 200, 200, 200, 200, 200, 403];

const signUp = () => ({ firstName: 'A', lastName: 'B', email: `${randomUUID()}@example.com`, password: PASSWORD });
const buildSignedPostback = async () => {
  const clickId = await makeClick(api.core, await makeUser(api.core), offerId);
  return signQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
};
const unsubscribeQuery = async () => {
  const { id } = await makeUser(api.core);
  return new URL(buildUnsubscribeUrl(api.services, id, 'spin_ready')).search.slice(1);
};
const offerFields = () => ({
  title: 'T',
  description: 'D',
  offer_url: 'https://partner.example/a',
  external_offer_id: randomUUID(),
});
const newOffer = async () => (await makeOffer(api.core)).offer_id;
const newVoucher = async (): Promise<number> => {
  const [code] = await addStock(api.core, { amount: 5, count: 1 });
  const [id = 0] = await findVoucherIds(api.core, [code ?? '']);
  return id;
};

const table: Record<'appHost' | 'adminHost', Record<string, Row>> = {
  appHost: {
    'GET /robots.txt': { who: open },
    'GET /.well-known/change-password': { who: redirected },
    // A service key counts instead of a session, and these keys lack the scope for sign-ups.
    'POST /api/register.php': { who: [200, 200, 200, 403, 200, 200, 403, 403, 401, 403], body: signUp },
    'POST /api/login.php': {
      who: [401, 200, 403, 403, 401, 401, 401, 401, 401, 403],
      body: ({ email }) => ({ email, password: PASSWORD }),
    },
    'POST /api/firebase-auth.php': {
      who: [401, 401, 401, 403, 401, 401, 401, 401, 401, 403],
      body: () => ({ idToken: 'not.a.token' }),
    },
    'POST /api/logout.php': { who: signOut },
    'GET /api/offers.php': { who: userReads },
    'POST /api/click-offer.php': { who: userWrites, body: () => ({ offerId }) },
    'POST /api/spin.php': {
      // Allowed callers learn that the offer is not completed yet.
      who: [401, 409, 403, 403, 401, 401, 401, 401, 401, 403],
      body: () => ({ offerId }),
    },
    'GET /api/user-stats.php': { who: userReads },
    'GET /api/openapi.json': { who: open },
    'GET /api/docs': { who: open },
    'GET /postback/:network': { who: open, query: buildSignedPostback },
    'POST /postback/:network': { who: open, query: buildSignedPostback },
    'GET /postback/:network/*': { who: open, query: buildSignedPostback },
    'POST /postback/:network/*': { who: open, query: buildSignedPostback },
    // The token names the recipient; a mail program sends no session.
    'POST /unsubscribe': { who: [200, 200, 200, 200, 200, 200, 200, 200, 200, 403], query: unsubscribeQuery },
    'GET /unsubscribe': { who: open },
    'GET /fairness.json': { who: open },
    'POST /csp-reports': { who: reports, body: () => ({}) },
  },
  adminHost: {
    'GET /robots.txt': { who: open },
    'GET /.well-known/change-password': { who: redirected },
    'POST /api/admin/login.php': {
      who: [401, 401, 401, 401, 200, 401, 401, 401, 401, 403],
      body: ({ username }) => ({ username, password: PASSWORD }),
    },
    'POST /api/admin/logout.php': { who: signOut },
    'POST /api/admin/register.php': {
      who: [401, 401, 401, 401, 200, 401, 403, 403, 401, 403],
      // Other roles need the approval of a second owner.
      body: () => ({
        username: randomUUID(),
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
        role: 'analyst',
      }),
    },
    'GET /api/admin/dashboard.php': { who: adminReads },
    'GET /api/admin/offers.php': { who: adminReads },
    'POST /api/admin/offers.php': { who: adminWrites, body: offerFields },
    'PUT /api/admin/offers.php': {
      who: adminWrites,
      body: async () => ({ offer_id: await newOffer(), title: 'New' }),
    },
    'DELETE /api/admin/offers.php': { who: adminWrites, query: async () => `offer_id=${await newOffer()}` },
    'GET /api/admin/vouchers.php': { who: adminReads },
    'POST /api/admin/vouchers.php': { who: adminWrites, body: () => ({ voucher_type: 'amazon', quantity: 1 }) },
    'PUT /api/admin/vouchers.php': {
      who: adminWrites,
      body: async () => ({ voucher_id: await newVoucher(), status: 'expired' }),
    },
    'DELETE /api/admin/vouchers.php': { who: adminWrites, query: async () => `voucher_id=${await newVoucher()}` },
    'GET /api/admin/conversions.php': { who: adminReads },
    'GET /api/admin/users.php': { who: adminReads },
    'GET /api/admin/offer-clicks.php': { who: adminReads },
    'GET /api/admin/fraud-detection.php': { who: adminReads },
    'POST /api/admin/fraud-detection.php': {
      who: adminWrites,
      body: () => new URLSearchParams({ action: 'block_device', device_fingerprint: randomUUID() }),
    },
    'GET /api/admin/openapi.json': { who: adminReads },
    'GET /api/admin/docs': { who: adminReads },
    'POST /csp-reports': { who: reports, body: () => ({}) },
    'GET /export/draws.csv': { who: adminReads, query: () => 'day=2026-07-19' },
    'GET /export/offers.csv': { who: adminReads },
    'GET /export/users.csv': { who: adminReads },
    'GET /export/vouchers.csv': { who: adminReads },
    'GET /export/conversions.csv': { who: adminReads },
    'GET /export/offer-clicks.csv': { who: adminReads },
    'GET /export/fraud.csv': { who: adminReads },
    'GET /export/fraud-ips.csv': { who: adminReads },
    'GET /export/fraud-devices.csv': { who: adminReads },
    'GET /export/cases.csv': { who: adminReads },
    'GET /export/audit.csv': { who: adminReads },
    'GET /export/security-events.csv': { who: adminReads },
    'GET /export/statement-differences.csv': { who: adminReads, query: () => 'statement_id=1' },
  },
};

let api: TestApi;
let makeCaller: (name: CallerName) => Promise<Caller>;
let network: TestNetwork;
let offerId: number;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  network = await makeNetwork(api.core);
  offerId = (await makeOffer(api.core)).offer_id;
  makeCaller = await createCallers(api);
});
afterAll(() => api.close());

const encodeBody = (body: object | undefined): [string | undefined, Record<string, string>] => {
  if (body === undefined) return [undefined, {}];
  if (body instanceof URLSearchParams)
    return [body.toString(), { 'content-type': 'application/x-www-form-urlencoded' }];
  return [JSON.stringify(body), { 'content-type': 'application/json' }];
};

const hosts = ['appHost', 'adminHost'] as const;

test.each(hosts)('lists exactly the registered paths of %s', async (host) => {
  expect(listRoutes(api[host])).toEqual(Object.keys(table[host]).sort());
});

test('detects a registered path that is not listed', async () => {
  const host = Fastify();
  host.get('/api/forgotten.php', async () => ({}));
  expect(listRoutes(host)).toEqual(['GET /api/forgotten.php']);
  await host.close();
});

/** Takes, for each expected status, half of the callers that get it; in a long run, all of them. */
function takeCallers(who: Statuses, index: number): CallerName[] {
  const byStatus = Map.groupBy(callers, (_, i) => who[i]);
  return [...byStatus.values()].flatMap((all) => takeInTurn(all, index, Math.ceil(all.length / 2)));
}

describe.each(hosts)('on %s', (host) => {
  const rows = Object.entries(table[host]).map(([call, row], index) => ({ call, ...row, index }));
  test.each(rows)('answers $call with the status that the table lists for each caller', async (row) => {
    const { call, who, body, query, index } = row;
    const sample = takeCallers(who, index);
    const [method = '', path = ''] = call.split(' ');
    const actual: [string, number][] = [];
    for (const name of sample) {
      const caller = await makeCaller(name);
      const search = query ? `?${await query(caller)}` : '';
      const client = new Client(api[host], caller.address);
      const url = path.replace(':network', network.slug).replace('*', 'none') + search;
      const [sent, type] = encodeBody(await body?.(caller));
      const { status } = await client.send(method, url, sent, { ...caller.headers, ...type });
      actual.push([name, status]);
    }
    expect(actual).toEqual(sample.map((name) => [name, who[callers.indexOf(name)]]));
  });
});
