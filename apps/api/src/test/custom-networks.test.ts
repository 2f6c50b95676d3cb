import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CustomNetwork, customNetworks, type NetworkEvent } from './custom-networks.fixture.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { createCallers } from './support/callers.ts';
import { Client } from './support/client.ts';

/**
 * Networks without a preset: an admin creates them, and the test sends their postbacks. Genuine postbacks count once,
 * reversals undo them, forged postbacks change nothing. At the end every place that shows money shows the same sum.
 */

const ORIGIN = 'http://localhost:3000';
const ADDRESS = '198.51.100.77';

let api: TestApi;
let admin: Client;
/** A second owner, who approves requests of the first one. */
let second: Client;
let signInUser: () => Promise<Client>;
/** Received webhook events by id. */
const events = new Map<string, { type: string; data: { payout?: number; was_confirmed?: boolean } }>();
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    events.set(String(request.headers['webhook-id']), JSON.parse(body));
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, 'localhost', done));
  const port = (receiver.address() as AddressInfo).port;
  api = await createTestApi({ RATE_LIMITS: 'off', SANDBOX_PORT: String(port) });
  const caller = await createCallers(api);
  const signInAs = async (host: TestApi['adminHost'], name: 'admin' | 'user') => {
    const client = new Client(host, '192.0.2.1');
    const [cookie = '', value = ''] = ((await caller(name)).headers['cookie'] ?? '').split('=');
    client.cookies.set(cookie, value);
    return client;
  };
  admin = await signInAs(api.adminHost, 'admin');
  second = await signInAs(api.adminHost, 'admin');
  signInUser = () => signInAs(api.appHost, 'user');
  await mutate('admin.webhooks.create', {
    kind: 'webhook',
    name: 'Bookkeeping',
    url: `http://localhost:${port}/events`,
  });
});
afterAll(async () => {
  await api.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function mutate(path: string, input: unknown) {
  const answer = await admin.mutate(path, input);
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body.result.data;
}
/**
 * Settles with the last call of `requestAndApprove`. The calls run one after the other, so that the first pending
 * request in the list is the caller's own.
 */
let pendingRequests: Promise<unknown> = Promise.resolve();
/** Requests a change as one owner and approves the request as the second owner. */
function requestAndApprove(path: string, input: unknown): Promise<void> {
  const request = pendingRequests.then(async () => {
    expect(await admin.mutate(path, input), path).toMatchObject({ status: 202 });
    const { requests } = (await second.query('admin.approvals.list')).body.result.data;
    const answer = await second.mutate('admin.approvals.approve', { request_id: requests[0].request_id });
    expect(answer, path).toMatchObject({ status: 200 });
  });
  pendingRequests = request.catch(() => undefined);
  return request;
}
async function fetchData(path: string, input?: unknown) {
  const answer = await admin.query(path, input);
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.body.result.data;
}

/** The expected revenue in paise, by offer. */
const expected = new Map<number, bigint>();
const addExpected = (offerId: number, { rate }: CustomNetwork, { amount, currency }: NetworkEvent, sign = 1n): void => {
  const [whole = '0', part = ''] = amount.split('.');
  const micros = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  const paise = (micros * rate(currency) * 100n + 500_000_000_000n) / 1_000_000_000_000n;
  expected.set(offerId, (expected.get(offerId) ?? 0n) + sign * paise);
};
const rupees = (paise: bigint) => Number(paise) / 100;
const sumExpected = () => [...expected.values()].reduce((sum, paise) => sum + paise, 0n);

async function makeOffer(network: CustomNetwork, networkId: number, more: object = {}): Promise<number> {
  const { offer } = await mutate('admin.offers.create', {
    title: `${network.slug} offer`,
    description: 'To be done.',
    offer_url: 'https://partner.example/go',
    external_offer_id: randomUUID(),
    network_id: networkId,
    reward_amount: 110,
    ...more,
  });
  return offer.offer_id;
}

/** Starts the offer as a new user and reads the click id from the link. */
async function startOffer(network: CustomNetwork, offerId: number): Promise<string> {
  const { status, body } = await (await signInUser()).post('/api/click-offer.php', { offerId });
  expect(status).toBe(200);
  return new URL(body.redirectUrl).searchParams.get(String(network.settings['click_param'])) ?? '';
}

function send(
  network: CustomNetwork,
  event: NetworkEvent,
  { secret = network.secret, from = ADDRESS, tamper = (text: string) => text } = {},
) {
  const { method, path = '', query, body, headers } = network.call(event, secret, ORIGIN);
  const search = query === '' ? '' : `?${tamper(query)}`;
  const url = `/postback/${network.slug}${path}${search}`;
  return new Client(api.appHost, from).send(method, url, body === undefined ? undefined : tamper(body), headers);
}

const networkWithGoals = customNetworks.find(({ slug }) => slug === 'mango-ads') as CustomNetwork;

/** Computes the value of each key once; later callers wait for the same result. */
function memoize<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = cache.get(key) ?? make(key);
    cache.set(key, known);
    return known;
  };
}

/** Plays all events of a network once, when the first test needs them. */
const playEvents = memoize(async (network: CustomNetwork): Promise<number> => {
  const makeEarned = (click: string, amount: string, more: Partial<NetworkEvent> = {}): NetworkEvent => ({
    click,
    id: randomUUID(),
    amount,
    kind: 'earned',
    ...more,
  });
  const reverse = (event: NetworkEvent): NetworkEvent => ({
    ...event,
    kind: 'reversed',
    amount: network.slug === 'chai-media' ? `-${event.amount}` : event.amount,
    ...(network.ownReversalId && { id: randomUUID(), reverses: event.id }),
  });

  // A second person must approve a new active network.
  await requestAndApprove('admin.networks.create', { slug: network.slug, secret: network.secret, ...network.settings });
  const { networks } = await fetchData('admin.networks.list');
  const { network_id: networkId } = networks.find(({ slug }: { slug: string }) => slug === network.slug);
  const offerId = await makeOffer(network, networkId);
  const expectReply = (answer: { status: number; body: unknown }, text: string | undefined) => {
    expect(answer).toMatchObject({ status: 200 });
    if (text !== undefined) expect(answer.body).toBe(text);
  };

  const counted = makeEarned(await startOffer(network, offerId), '1.37');
  expectReply(await send(network, counted), network.replies.credited(counted));
  addExpected(offerId, network, counted);
  // Repeats the postback five times at once.
  for (const again of await Promise.all(Array.from({ length: 5 }, () => send(network, counted)))) {
    expectReply(again, network.replies.again(counted));
  }

  const reversed = makeEarned(await startOffer(network, offerId), '0.73');
  expectReply(await send(network, reversed), network.replies.credited(reversed));
  const reversal = reverse(reversed);
  expect((await send(network, reversal)).status).toBeLessThan(300);
  expect((await send(network, reversal)).status).toBeLessThan(300);
  // The reversal arrives before its completion.
  const late = makeEarned(await startOffer(network, offerId), '3');
  expect((await send(network, reverse(late))).status).toBeLessThan(300);
  expectReply(await send(network, late), network.replies.credited(late));

  const target = makeEarned(await startOffer(network, offerId), '2.5');
  const forged = [
    await send(network, target, { secret: 'not the secret of this one' }),
    ...(network.isUnsigned
      ? [await send(network, target, { from: '203.0.113.5' })]
      : [
          await send(network, target, { tamper: (text) => text.replace('2.5', '9.5') }),
          await send(network, target, { tamper: (text) => text.replace(target.click, counted.click) }),
        ]),
  ];
  for (const { status } of forged) expect([400, 403]).toContain(status);
  const { conversions } = await fetchData('admin.completions.list', { offer_id: offerId, limit: 100 });
  expect(conversions).toHaveLength(3);
  expect(conversions.filter((row: { reversed: boolean }) => row.reversed)).toHaveLength(2);
  return networkId;
});

/** Plays goals in several currencies. One goal gives the spin, and another one is reversed alone. */
const playGoals = memoize(async (network: CustomNetwork): Promise<void> => {
  const networkId = await playEvents(network);
  const offerId = await makeOffer(network, networkId, {
    offer_goals: [
      { goal_id: 'signup', name: 'Sign up', gives_spin: false },
      { goal_id: 'level-9', gives_spin: false },
      { goal_id: 'purchase', gives_spin: true },
    ],
  });
  const click = await startOffer(network, offerId);
  const goal = async (name: string, amount: string, currency?: string) => {
    const event: NetworkEvent = {
      click,
      id: randomUUID(),
      amount,
      goal: name,
      kind: 'earned',
      ...(currency && { currency }),
    };
    expect(await send(network, event)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await send(network, event)).toMatchObject({ status: 200 });
    addExpected(offerId, network, event);
    return event;
  };
  await goal('signup', '0.07', 'EUR');
  const level = await goal('level-9', '1.11');
  await goal('purchase', '4.4', 'EUR');
  const reversal: NetworkEvent = { ...level, id: randomUUID(), reverses: level.id, kind: 'reversed' };
  expect(await send(network, reversal)).toMatchObject({ status: 200, body: { status: 'reversed' } });
  addExpected(offerId, network, level, -1n);
  // A postback in a currency without a rate waits until a rate is set.
  const other = await startOffer(network, offerId);
  const yen: NetworkEvent = {
    click: other,
    id: randomUUID(),
    amount: '100',
    currency: 'JPY',
    goal: 'purchase',
    kind: 'earned',
  };
  expect(await send(network, yen)).toMatchObject({ status: 200, body: { status: 'parked' } });
  // A second person must approve a new rate.
  await requestAndApprove('admin.networks.update', {
    network_id: networkId,
    rates: [
      { currency: 'EUR', rate: 91, from: '2020-01-01' },
      { currency: 'JPY', rate: 0.55, from: '2020-01-01' },
    ],
  });
  expected.set(offerId, (expected.get(offerId) ?? 0n) + 5500n);
});

test.each(customNetworks.map((network) => [network.slug, network] as const))(
  'counts genuine postbacks of %s once, applies reversals, and refuses forged postbacks',
  async (_, network) => {
    expect(await playEvents(network)).toBeGreaterThan(0);
  },
);

test('counts each goal in its currency and reverses a single goal', async () => {
  await playGoals(networkWithGoals);
  expect(expected.size).toBeGreaterThan(1);
});

test('shows the same sum to the paisa on the dashboard, in lists, a CSV export, traces and webhook events', {
  timeout: 60_000,
}, async () => {
  await Promise.all(customNetworks.map(playEvents));
  await playGoals(networkWithGoals);
  await waitForChangeFeed(api.core);
  const all = rupees(sumExpected());
  const { stats } = await fetchData('admin.insights.dashboard');
  expect(Number(stats.total_revenue)).toBe(all);

  const { conversions, overallStats } = await fetchData('admin.completions.list', { limit: 1000 });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;
  expect(overallStats.totalRevenue).toBe(all);
  expect(sum(conversions.map((row: { revenue_amount: number }) => row.revenue_amount))).toBe(all);
  expect((await fetchData('admin.clicks.list', { limit: 1000 })).stats.totalRevenue).toBe(all);

  const { offers } = await fetchData('admin.offers.list', { limit: 1000 });
  for (const { offer_id, total_revenue } of offers) expect(total_revenue).toBe(rupees(expected.get(offer_id) ?? 0n));

  const file = (await admin.get('/export/conversions.csv')).body.split('\r\n').filter(Boolean);
  // Each cell is quoted; the file starts with a byte order mark.
  const column = file[0]
    .slice(2, -1)
    .split('","')
    .findIndex((name: string) => name.includes('revenue_amount'));
  expect(column).toBeGreaterThan(0);
  let fileTotal = 0;
  for (const line of file.slice(1)) {
    fileTotal += Math.round(Number(line.slice(1, -1).split('","')[column]) * 100);
  }
  expect(fileTotal / 100).toBe(all);
  expect(file).toHaveLength(conversions.length + 1);

  // The revenue of each user, and the trace of each conversion.
  const { users } = await fetchData('admin.users.list', { limit: 1000 });
  expect(sum(users.map((row: { total_revenue_generated: number }) => row.total_revenue_generated))).toBe(all);
  const chains = await Promise.all(
    conversions.map(({ completion_id }: { completion_id: number }) =>
      fetchData('admin.completions.completionTrace', { completion_id }),
    ),
  );
  const chained = chains.flatMap(({ completion, goals }) =>
    [completion, ...goals].filter(({ status }) => status === 'approved').map(({ payout_amount }) => payout_amount),
  );
  expect(sum(chained)).toBe(all);

  const sumEvents = () =>
    [...events.values()].reduce((total, { type, data }) => {
      const paise = Math.round((data.payout ?? 0) * 100);
      if (type === 'completion.confirmed' || type === 'goal.confirmed') return total + paise;
      if (type === 'completion.reversed' || type === 'goal.reversed') return total - (data.was_confirmed ? paise : 0);
      return total;
    }, 0) / 100;
  await expect
    .poll(async () => (await fetchData('admin.webhooks.endpoints')).endpoints[0].queued, { timeout: 40_000 })
    .toBe(0);
  expect(sumEvents()).toBe(all);
});
