import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endpointCreateInput, type WebhookEvent } from '@inaam/contracts/webhooks/webhooks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { createSampler } from '@inaam/testing/sampling';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWebhookSender, getRetryAfter, type WebhookSender } from './deliver.ts';
import { deliveryDetail, listDeliveries, replayDeliveries, testEndpoint } from './deliveries.ts';
import { createEndpoint, listEndpoints, rotateEndpoint, updateEndpoint } from './endpoints.ts';

/** Tests webhooks with an HTTP receiver that verifies requests with the library of the Standard Webhooks project. */

interface Call {
  box: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: Record<string, string>;
  body: string;
  query: URLSearchParams;
}

const calls: Call[] = [];
/** The response of each receiver by name (`box`); 204 by default. */
const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver');
    const box = pathname.slice(1);
    const { type, data } = body ? (JSON.parse(body) as Pick<Call, 'type' | 'data'>) : { type: '', data: {} };
    const headers = request.headers as Record<string, string>;
    calls.push({ box, id: headers['webhook-id'] ?? '', type, data, headers, body, query: searchParams });
    const { status, headers: more } = answers.get(box) ?? { status: 204 };
    response.writeHead(status, more).end();
  });
});

let core: TestCore;
let network: TestNetwork;
let origin: string;
let sender: WebhookSender;
const command = () => ({ ...core.as(anyAdmin), outgoingRequestPolicy: { trustedOrigin: origin } });

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  core = await createTestCore();
  network = await makeNetwork(core);
  sender = createWebhookSender({ ...core.services, outgoingRequestPolicy: { trustedOrigin: origin } }, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await sender.stop();
  receiver.closeAllConnections();
  receiver.close();
  await core.close();
});

let box: string;
beforeEach(() => {
  box = randomUUID();
});
// Deactivates the endpoints, so that the next test's events go only to its own endpoints.
afterEach(() => core.database.sql`update webhook_endpoints set active = false`);

const makeEndpoint = async (events: WebhookEvent[] = [], name = box) => {
  const input = endpointCreateInput.parse({ kind: 'webhook', name, url: `${origin}/${name}`, events });
  const { endpoint, secret } = await createEndpoint(command(), input);
  return { id: endpoint.endpoint_id, secret: secret ?? '' };
};
/** Sends deliveries until none is due. */
async function sendAll(): Promise<void> {
  await waitForChangeFeed(core);
  await sender.tick();
  await sender.waitUntilIdle();
}
const getCalls = (name = box) => calls.filter((call) => call.box === name);
const types = (name = box) => getCalls(name).map(({ type, data }) => `${type} ${String(data.completion_id ?? '')}`);
const endPause = () =>
  core.database.sql`update webhook_deliveries set due_at = now() where status = 'queued' and attempts > 0`;
const reverse = (completionId: number) =>
  core.database.sql`select reverse_completion(${completionId}::bigint, '{"kind":"system","name":"test"}'::jsonb, null)`;

describe('events', () => {
  test('are sent in order and signed, with one ID per event', async () => {
    const { secret } = await makeEndpoint();
    const { completionId, user, offerId } = await makeReadyToSpin(core, network, 811);
    await settleWithRoll(core, completionId);
    await sendAll();
    await addStock(core, { amount: 811, count: 1 });
    await core.database.sql`
      select mark_voucher_used('{"kind":"user","name":"u"}'::jsonb, ${user.id}::bigint,
        (select voucher_id from voucher_awards where completion_id = ${completionId}))`;
    await reverse(completionId);
    await core.database.sql`update users set suspended_at = now() where id = ${user.id}`;
    await sendAll();
    const nameEvent = (kind: string) => `${kind} ${completionId}`;
    expect(types()).toEqual([
      nameEvent('completion.confirmed'),
      nameEvent('spin.settled'),
      nameEvent('win.owed'),
      nameEvent('win.filled'),
      nameEvent('voucher.used'),
      nameEvent('completion.reversed'),
      'user.suspended ',
    ]);
    for (const { body, headers } of getCalls()) {
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, headers)).toThrow();
    }
    const [confirmed] = getCalls();
    expect(confirmed?.id).toBe(`completion-confirmed-${completionId}`);
    expect(confirmed?.data).toMatchObject({ user_id: user.id, offer_id: offerId, payout: 20, currency: 'INR' });
    expect(getCalls()[5]?.data).toMatchObject({ payout: 20, was_confirmed: true });
    // After a restore of the database, the change feed may read the same rows again. It must not repeat deliveries.
    const before = await core.database.sql`select count(*) from webhook_deliveries`;
    await core.database.sql`select consume_changes_for_webhooks('1', '1000000000')`;
    expect(await core.database.sql`select count(*) from webhook_deliveries`).toEqual(before);
  });

  test('contain payouts that add up to the revenue, for any order of confirmations and reversals', async () => {
    await makeEndpoint(['completion.confirmed', 'completion.adopted', 'completion.reversed']);
    const { offer_id: offerId } = await makeOffer(core);
    const random = createSampler();
    const report = async (...statuses: [status: string, payout: string][]) => {
      const user = await makeUser(core);
      const click = await makeClick(core, user, offerId);
      const transaction = randomUUID();
      for (const [status, payout] of statuses) {
        await postback(core, network, { click_id: click, transaction_id: transaction, status, payout });
        if (random() < 0.5) await waitForChangeFeed(core);
      }
    };
    await report(['approved', '12.34']);
    await report(['pending', '5'], ['approved', '7.77']);
    await report(['approved', '3.21'], ['reversed', '3.21']);
    await report(['pending', '5'], ['reversed', '5'], ['approved', '6']);
    await report(['reversed', '9.99'], ['approved', '9.99']);
    await sendAll();
    const paise = getCalls().reduce((sum, { type, data }) => {
      const { payout, previous_payout: previous, was_confirmed: counted } = data as Record<string, number>;
      if (type === 'completion.confirmed') return sum + Math.round((payout ?? 0) * 100);
      if (type === 'completion.adopted') return sum + Math.round((payout ?? 0) * 100 - (previous ?? 0) * 100);
      return counted ? sum - Math.round((payout ?? 0) * 100) : sum;
    }, 0);
    const [figures] = await core.database.sql<{ paise: number }[]>`
      select sum(revenue_paise)::int as paise from offer_days_now() where offer_id = ${offerId}`;
    expect(paise).toBe(2011);
    expect(figures?.paise).toBe(2011);
  });

  test('are sent only to active endpoints that subscribe to their kind', async () => {
    const { id } = await makeEndpoint(['spin.settled']);
    await makeWinner(core, network, 812);
    await sendAll();
    expect(getCalls().map(({ type }) => type)).toEqual(['spin.settled']);
    await updateEndpoint(command(), { endpoint_id: id, active: false });
    await makeWinner(core, network, 812);
    await sendAll();
    await updateEndpoint(command(), { endpoint_id: id, active: true });
    await sendAll();
    expect(getCalls()).toHaveLength(1);
  });

  test('report low stock once, and again only after a refill', async () => {
    await makeEndpoint(['stock.low']);
    await makeOffer(core, { spinner_config: [{ amount: 813, permille: 10 }] });
    const note = () => core.database.sql`select record_low_stock(7)`;
    const listCallsOf813 = () => getCalls().filter(({ data }) => data.amount === 813);
    await note();
    await note();
    await sendAll();
    expect(listCallsOf813().map(({ data }) => data)).toEqual([{ amount: 813, available: 0, owed: 0, per_day: 0 }]);
    await addStock(core, { amount: 813, count: 2 });
    await note();
    for (let i = 0; i < 2; i++) await makeWinner(core, network, 813);
    await note();
    await sendAll();
    expect(listCallsOf813()).toHaveLength(2);
    expect(new Set(listCallsOf813().map(({ id }) => id)).size).toBe(2);
  });

  test('report low stock with the daily average of wins in two weeks, including wins without a voucher', async () => {
    await makeEndpoint(['stock.low']);
    await addStock(core, { amount: 814, count: 2 });
    for (let i = 0; i < 7; i++) await makeWinner(core, network, 814);
    await core.database.sql`select record_low_stock(7)`;
    await sendAll();
    const of814 = getCalls().filter(({ data }) => data.amount === 814);
    expect(of814.map(({ data }) => data)).toEqual([{ amount: 814, available: 0, owed: 5, per_day: 0.5 }]);
  });
});

describe('deliveries', () => {
  test('are retried with the same ID without delaying later events, and fail after the last retry', async () => {
    const { id } = await makeEndpoint(['completion.confirmed']);
    const { offer_id: offerId } = await makeOffer(core);
    answers.set(box, { status: 500 });
    const first = await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    answers.delete(box);
    const second = await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    const name = (completionId: number) => `completion-confirmed-${completionId}`;
    expect(getCalls().map((call) => call.id)).toEqual([first, second].map(({ completionId }) => name(completionId)));
    const at = async (event: string) =>
      (await listDeliveries(core.kernel, list({ endpoint: id, search: event }))).deliveries;
    expect(await at(name(first.completionId))).toMatchObject([
      { status: 'queued', attempts: 1, last_status: 500, problem: 'It answered with status 500' },
    ]);
    // The second attempt of the first delivery succeeds.
    await endPause();
    await sendAll();
    expect(getCalls().map((call) => call.id)).toEqual(
      [first, second, first].map(({ completionId }) => name(completionId)),
    );
    const [row] = await at(name(first.completionId));
    expect(row).toMatchObject({ status: 'delivered', attempts: 2, problem: null });
    expect((await deliveryDetail(core.kernel, row?.delivery_id ?? 0)).tries.map(({ status }) => status)).toEqual([
      500, 204,
    ]);
    // No attempt of the third delivery succeeds.
    answers.set(box, { status: 503, headers: { 'retry-after': '100000' } });
    const third = await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    for (let more = 0; more < 9; more++) {
      await endPause();
      await sendAll();
    }
    expect(await at(name(third.completionId))).toMatchObject([{ status: 'failed', attempts: 10 }]);
    // The endpoint is not disabled, because the failures have lasted only for a short time.
    expect(await readEndpoint(id)).toMatchObject({ disabled_at: null, failing_since: expect.any(String) });
    answers.delete(box);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await replayDeliveries(command(), { endpoint_id: id, failed_since: since })).toBe(1);
    await sendAll();
    expect(await at(name(third.completionId))).toMatchObject([{ status: 'delivered', attempts: 11 }]);
    expect(await readEndpoint(id)).toMatchObject({ failing_since: null });
    // Selected deliveries are sent again with the same IDs.
    const all = (await listDeliveries(core.kernel, list({ endpoint: id }))).deliveries;
    const chosen = all.slice(0, 2).map(({ delivery_id }) => delivery_id);
    expect(await replayDeliveries(command(), { delivery_ids: chosen })).toBe(2);
    const before = getCalls().length;
    await sendAll();
    expect(
      getCalls()
        .slice(before)
        .map((call) => call.id)
        .toSorted(),
    ).toEqual([second, third].map(({ completionId }) => name(completionId)).toSorted());
  });

  const readEndpoint = async (id: number) =>
    (await listEndpoints(core.kernel)).find(({ endpoint_id: each }) => each === id);
  const list = (input: { endpoint: number; search?: string }) => ({
    page: 1,
    limit: 50,
    status: 'all' as const,
    kind: 'all' as const,
    search: undefined,
    total: 'exact' as const,
    ...input,
  });

  test('disable an endpoint after three days of failures, and continue once the endpoint is activated', async () => {
    const { id } = await makeEndpoint(['completion.confirmed']);
    const { offer_id: offerId } = await makeOffer(core);
    answers.set(box, { status: 502 });
    await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    // Simulates nine failed attempts over the given time, and makes the last attempt.
    const failAfter = async (failingFor: string) => {
      await core.database.sql`
        update webhook_endpoints set failing_since = now() - ${failingFor}::interval where id = ${id}`;
      await core.database.sql`
        update webhook_deliveries set attempts = 9, status = 'queued', due_at = now(), settled_at = null
        where endpoint_id = ${id}`;
      await endPause();
      await sendAll();
    };
    await failAfter('71 hours 55 minutes');
    expect(await readEndpoint(id)).toMatchObject({ disabled_at: null });
    await core.database.sql`delete from webhook_attempts
      where delivery_id in (select id from webhook_deliveries where endpoint_id = ${id})`;
    await failAfter('72 hours 1 minute');
    expect(await readEndpoint(id)).toMatchObject({
      disabled_at: expect.any(String),
      disabled_reason: 'Nothing has arrived for days: It answered with status 502',
    });
    answers.delete(box);
    calls.length = 0;
    const { completionId } = await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    expect(getCalls()).toEqual([]);
    await updateEndpoint(command(), { endpoint_id: id, active: true });
    expect(await readEndpoint(id)).toMatchObject({ disabled_at: null, disabled_reason: null, failing_since: null });
    await sendAll();
    expect(getCalls().map((call) => call.id)).toEqual([`completion-confirmed-${completionId}`]);
    // A response with status 410 disables the endpoint immediately.
    answers.set(box, { status: 410 });
    await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    expect(await readEndpoint(id)).toMatchObject({ disabled_reason: 'It answered that it is gone (410)' });
  });

  test('are retried after growing pauses of up to a day, or after the pause that the receiver asks for', () => {
    const pauses = Array.from({ length: 10 }, (_, attempts) => getRetryAfter(attempts, null));
    expect(pauses[9]).toBeNull();
    const days = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 86_400;
    expect(days).toBeGreaterThan(2.7);
    expect(days).toBeLessThan(3.6);
    expect(getRetryAfter(0, 3600)).toBe(3600);
    expect(getRetryAfter(0, 10_000_000)).toBe(86_400);
  });

  test('are signed with both secrets only during a rotation', async () => {
    const { id, secret } = await makeEndpoint(['completion.confirmed']);
    const { secret: next } = await rotateEndpoint(command(), { endpoint_id: id, overlap_hours: 1 });
    const { offer_id: offerId } = await makeOffer(core);
    await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    await core.database.sql`update webhook_endpoints set previous_until = now() where id = ${id}`;
    await completeOffer(core, network, await makeUser(core), offerId);
    await sendAll();
    const [both, alone] = getCalls();
    const isSignedBy = (key: string, call: Call | undefined) => {
      try {
        new Webhook(key).verify(call?.body ?? '', call?.headers ?? {});
        return true;
      } catch {
        return false;
      }
    };
    expect([isSignedBy(secret, both), isSignedBy(next, both)]).toEqual([true, true]);
    expect([isSignedBy(secret, alone), isSignedBy(next, alone)]).toEqual([false, true]);
    const [stored] = await core.database.sql<{ secret: string }[]>`
      select secret from webhook_endpoints where id = ${id}`;
    expect(stored?.secret).toMatch(/^sealed:v1:/);
  });

  test('never reach a private address, which is rejected when an endpoint is saved and when it is called', async () => {
    const add = (url: string) =>
      createEndpoint(command(), { kind: 'webhook', name: randomUUID(), url, events: [] }).catch(
        (error: Error) => error.message,
      );
    expect(await add('https://10.1.2.3/hook')).toBe('url: the address is not on the public internet');
    expect(await add('https://[::1]/hook')).toBe('url: the address is not on the public internet');
    expect(await add('http://hooks.example.com/')).toBe('url: the address must be https');
    // A host name that resolves to a private address is only detected when the endpoint is called.
    const { endpoint } = await createEndpoint(command(), {
      kind: 'webhook',
      name: box,
      url: 'https://localhost:1/hook',
      events: [],
    });
    const tried = await testEndpoint(command(), endpoint.endpoint_id);
    expect(tried).toMatchObject({ status: 'queued', problem: 'The address is not on the public internet' });
  });

  test('include test events, which are sent immediately and return their outcome', async () => {
    const { id } = await makeEndpoint([]);
    const tried = await testEndpoint(command(), id);
    expect(tried).toMatchObject({ status: 'delivered', attempts: 1, last_status: 204 });
    expect(getCalls()).toMatchObject([{ id: tried.event_id, type: 'endpoint.test' }]);
  });
});

test('calls a tracker once for each event of its own traffic source', async () => {
  const url = `${origin}/${box}?cid={source_click}&sum={payout}&st={status}&event_id={event_id}`;
  const input = endpointCreateInput.parse({ kind: 'tracker', name: box, url, source: 'Flow-1' });
  await createEndpoint(command(), input);
  const { offer_id: offerId } = await makeOffer(core);
  const [referred, others] = [await makeUser(core), await makeUser(core)];
  const from = (user: number, source: string) =>
    core.database.sql`select record_user_traffic_source(${user}::bigint, ${source}, 'click & 1')`;
  await from(referred.id, 'flow-1');
  await from(referred.id, 'flow-2');
  await from(others.id, 'unknown');
  const { completionId } = await completeOffer(core, network, referred, offerId);
  await completeOffer(core, network, others, offerId);
  await reverse(completionId);
  await sendAll();
  expect(getCalls().map(({ query }) => Object.fromEntries(query))).toEqual([
    { cid: 'click & 1', sum: '20', st: 'approved', event_id: `completion-confirmed-${completionId}` },
    { cid: 'click & 1', sum: '20', st: 'reversed', event_id: `completion-reversed-${completionId}` },
  ]);
  expect(() => endpointCreateInput.parse({ ...input, url: 'https://a.example/?c={click}' })).toThrow(
    /\{click\} is not a known macro/,
  );
});

test('loses no event if processes are killed at any time, and keeps first attempts in order', async () => {
  const { id } = await makeEndpoint(['completion.confirmed']);
  const { offer_id: offerId } = await makeOffer(core);
  const fixture = fileURLToPath(new URL('./sender.fixture.ts', import.meta.url));
  const key = Buffer.from('a key of thirty-two bytes, no more', 'utf8').subarray(0, 32).toString('hex');
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [fixture, core.url, key, origin], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };
  const expected: string[] = [];
  const load = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { completionId } = await completeOffer(core, network, await makeUser(core), offerId);
      expected.push(`completion-confirmed-${completionId}`);
      if (n % 5 === 0) await waitForChangeFeed(core);
    }
    await waitForChangeFeed(core);
  };
  for (let round = 0; round < 2; round++) {
    const [one, two] = await Promise.all([start(), start()]);
    const had = getCalls().length;
    const loading = load(12);
    // Waits until the processes have sent some events, and then kills the processes.
    while (getCalls().length < had + 4 + round * 5) await new Promise((done) => setTimeout(done, 5));
    for (const child of [one, two]) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await loading;
    // Ends the leases of the dead processes.
    await core.database.sql`update webhook_endpoints set leased_until = now() where id = ${id}`;
  }
  await sendAll();
  await endPause();
  await sendAll();
  const ids = getCalls().map((call) => call.id);
  // A set keeps the first position of each ID, so this checks that first attempts arrived in order.
  expect([...new Set(ids)]).toEqual(expected);
  expect(ids.length).toBeGreaterThanOrEqual(expected.length);
  const [left] = await core.database.sql<{ n: number }[]>`
    select count(*)::int as n from webhook_deliveries where endpoint_id = ${id} and status <> 'delivered'`;
  expect(left?.n).toBe(0);
}, 120_000);
