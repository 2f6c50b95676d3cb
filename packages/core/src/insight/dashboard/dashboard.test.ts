import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDashboard } from './dashboard.ts';

/** Tests which rows the dashboard leaves out. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

test('leaves out pending completions', async () => {
  const { offer_id: offerId } = await makeOffer(core);
  const [confirmed, waiting] = [await makeUser(core), await makeUser(core)];
  await completeOffer(core, network, confirmed, offerId);
  const call = { click_id: await makeClick(core, waiting, offerId), transaction_id: 'waits', status: 'pending' };
  await postback(core, network, call);
  await waitForChangeFeed(core);
  const { stats, recentConversions } = await getDashboard(core.kernel, 7);
  expect([stats.total_conversions, stats.conversions_today]).toEqual([1, 1]);
  expect(recentConversions.map(({ email }) => email)).toEqual([confirmed.email]);
});

test('counts available vouchers, but not won and expired vouchers', async () => {
  await addStock(core, { amount: 21, count: 3 });
  await addStock(core, { amount: 22, count: 2, expiry: '2099-01-01' });
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where expiry_date = '2099-01-01'`;
  await core.database.sql`select expire_due_vouchers(100)`;
  await makeWinner(core, network, 21);
  await waitForChangeFeed(core);
  const { stats } = await getDashboard(core.kernel, 7);
  expect([stats.available_vouchers, stats.used_vouchers, stats.total_rewards_given]).toEqual([2, 0, 1]);
});

test('counts new users since midnight IST, and active offers only', async () => {
  const { sql } = core.database;
  await sql`update users set created_at = now() - interval '3 days'`;
  const [before, since] = [await makeUser(core), await makeUser(core)];
  const at = (id: number, by: string) => sql`
    update users set created_at = (ist_day(now())::timestamp at time zone 'Asia/Kolkata') + ${by}::interval
    where id = ${id}`;
  await at(before.id, '-1 microsecond');
  await at(since.id, '0 seconds');
  await makeOffer(core, { is_active: false });
  const [active] = await sql<{ offers: number }[]>`select count(*)::int as offers from offers where active`;
  const { stats } = await getDashboard(core.kernel, 7);
  expect([stats.new_users_today, stats.active_offers]).toEqual([1, active?.offers]);
});
