import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOperationsMetrics } from './operations.ts';
import { sendTestPage } from './send-test-page.ts';

/** Tests what each metric counts. Each test also has rows that the metric must leave out. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core, 'counted');
});
afterAll(() => core.close());

const figures = () => getOperationsMetrics(core.kernel);

test('counts postbacks of the last minute by network and outcome, and all unprocessed postbacks', async () => {
  const { slug } = network;
  await insertPastPostback(core, slug, { outcome: 'accepted' });
  await insertPastPostback(core, slug, { ago: '45 seconds', outcome: 'accepted' });
  await insertPastPostback(core, slug, { ago: '61 seconds', outcome: 'accepted' });
  await insertPastPostback(core, slug, { ago: '2 hours', outcome: 'refused' });
  await insertPastPostback(core, slug, { outcome: null });
  await insertPastPostback(core, slug, { ago: '2 hours', outcome: null });
  await insertPastPostback(core, 'no-such-network', { outcome: 'refused' });
  const { postbacks, unjudged } = await figures();
  expect(postbacks.toSorted((a, b) => a.outcome.localeCompare(b.outcome))).toEqual([
    { network: 'counted', outcome: 'accepted', count: 2 },
    { network: 'unknown', outcome: 'refused', count: 1 },
    { network: 'counted', outcome: 'unjudged', count: 1 },
  ]);
  expect(unjudged).toBe(2);
});

test('reports when a test alert was last sent', async () => {
  expect((await figures()).test_page_at).toBeNull();
  await sendTestPage(core.as(anyAdmin));
  const [row] = await core.database.sql<{ at: number }[]>`
    select extract(epoch from at)::float8 as at from audit_log where action = 'operations.send_test_page'`;
  expect((await figures()).test_page_at).toBe(row?.at);
});

describe('stock', () => {
  test('counts free, awarded and owed vouchers by amount, without expired ones', async () => {
    const amount = 611;
    await addStock(core, { amount, count: 1, expiry: '2099-01-01' });
    await addStock(core, { amount, count: 3 });
    await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1
      where amount_paise = ${amount * 100} and expiry_date = '2099-01-01'`;
    await core.database.sql`select expire_due_vouchers(100)`;
    await makeWinner(core, network, amount);
    await waitForChangeFeed(core);
    expect((await figures()).stock).toEqual([
      { amount_paise: amount * 100, free: 2, awarded: 1, owed: 0, owed_seconds: 0 },
    ]);
  });

  test('reports the age of the oldest owed win', async () => {
    const amount = 612;
    const first = await makeWinner(core, network, amount);
    await makeWinner(core, network, amount);
    await core.database.sql`
      update owed_wins set owed_since = now() - interval '2 hours' where completion_id = ${first.completionId}`;
    const owed = (await figures()).stock.find(({ amount_paise }) => amount_paise === amount * 100);
    expect(owed).toMatchObject({ free: 0, awarded: 0, owed: 2 });
    expect(owed?.owed_seconds).toBeGreaterThanOrEqual(7200);
    expect(owed?.owed_seconds).toBeLessThan(7300);
  });
});

const minutesAgo = (minutes: number) => core.database.sql`now() - make_interval(mins => ${minutes}::int)`;
const DAY = 24 * 60;

test('counts messages that failed in the last day, and reports the delay of queued ones', async () => {
  const { sql } = core.database;
  const message = (status: string, settledMinutes: number | null, dueMinutes: number) => sql`
    insert into messages (kind, event_key, recipient, status, due_at, settled_at)
    values ('reset_password', ${randomUUID()}, 'a@example.invalid', ${status}, ${minutesAgo(dueMinutes)},
      ${settledMinutes === null ? null : minutesAgo(settledMinutes)})`;
  await message('failed', DAY - 1, DAY);
  await message('failed', DAY + 1, 2 * DAY);
  await message('sent', 5, 4 * DAY);
  await message('suppressed', 5, 4 * DAY);
  expect((await figures()).messages).toEqual({ queued: 0, failed: 1, overdue_seconds: 0 });
  await message('queued', null, -60);
  expect((await figures()).messages).toEqual({ queued: 1, failed: 1, overdue_seconds: 0 });
  await message('queued', null, 10);
  await message('queued', null, 3);
  const late = (await figures()).messages;
  expect(late).toMatchObject({ queued: 3, failed: 1 });
  expect(late.overdue_seconds).toBeGreaterThanOrEqual(600);
  expect(late.overdue_seconds).toBeLessThan(700);
});

test('counts webhook deliveries that failed in the last day, and reports the delay of queued ones', async () => {
  const { sql } = core.database;
  const [endpoint] = await sql<{ id: number }[]>`
    insert into webhook_endpoints (kind, name, url, secret) values ('webhook', 'e', 'https://e.example', 's')
    returning id`;
  const delivery = (status: string, settledMinutes: number | null, dueMinutes: number) => sql`
    insert into webhook_deliveries (endpoint_id, kind, event_key, at, data, status, due_at, attempts, settled_at)
    values (${endpoint?.id ?? 0}, 'spin.settled', ${randomUUID()}, now(), '{}', ${status}, ${minutesAgo(dueMinutes)}, 3,
      ${settledMinutes === null ? null : minutesAgo(settledMinutes)})`;
  await delivery('failed', DAY - 1, DAY);
  await delivery('failed', DAY + 1, 2 * DAY);
  await delivery('delivered', 5, 4 * DAY);
  expect((await figures()).webhooks).toEqual({ queued: 0, failed: 1, overdue_seconds: 0 });
  await delivery('queued', null, -60);
  expect((await figures()).webhooks).toEqual({ queued: 1, failed: 1, overdue_seconds: 0 });
  await delivery('queued', null, 10);
  const late = (await figures()).webhooks;
  expect(late).toMatchObject({ queued: 2, failed: 1 });
  expect(late.overdue_seconds).toBeGreaterThanOrEqual(600);
  expect(late.overdue_seconds).toBeLessThan(700);
});

test('adds up counts of security events of the last minute', async () => {
  const { sql } = core.database;
  await sql`delete from security_events`;
  const event = (kind: string, seconds: number, count: number) => sql`
    insert into security_events (at, kind, realm, count)
    values (now() - make_interval(secs => ${seconds}::int), ${kind}, 'user', ${count})`;
  await event('sign_in_failed', 0, 3);
  await event('sign_in_failed', 40, 2);
  await event('sign_in_failed', 61, 50);
  await event('locked_out', 3600, 1);
  // An event from a process with a clock that is ahead must not count.
  await event('locked_out', -30, 1);
  expect((await figures()).security).toEqual([{ kind: 'sign_in_failed', count: 5 }]);
});

test('counts won and lost spins, without unspun completions', async () => {
  await waitForChangeFeed(core);
  const before = (await figures()).spins;
  await makeWinner(core, network, 613);
  await makeReadyToSpin(core, network, 613);
  await waitForChangeFeed(core);
  expect((await figures()).spins).toEqual({ won: before.won + 1, lost: before.lost });
});

test('counts active offers with odds that cost more than the network pays', async () => {
  const countLosingOffers = async () => (await figures()).losing_offers;
  await core.database.sql`update offers set active = false`;
  const odds = [{ amount: 100, permille: 100 }];
  await makeOffer(core, { spinner_config: odds, reward_amount: 1000 });
  expect(await countLosingOffers()).toBe(0);
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: odds, reward_amount: 999 });
  expect(await countLosingOffers()).toBe(1);
  // The network pays more than the offer says.
  const click_id = await makeClick(core, await makeUser(core), offerId);
  await postback(core, network, { click_id, transaction_id: 'pays-more', status: 'approved', payout: '11' });
  await waitForChangeFeed(core);
  expect(await countLosingOffers()).toBe(0);
  await makeOffer(core, { spinner_config: odds, reward_amount: 0, is_active: false });
  expect(await countLosingOffers()).toBe(0);
});
