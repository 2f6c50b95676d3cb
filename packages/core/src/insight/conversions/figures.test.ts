import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spin } from '../../ledger/spins/spin.ts';

/** Compares the counters of conversions with sums over the completions and spins after every change. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const readCountedDays = () => core.database.sql`
  select day::text, offer_id, google, sum(completions) as completions, sum(lost) as lost, sum(won) as won,
    sum(revenue_paise) as revenue, sum(lost_revenue_paise) as lost_revenue, sum(won_revenue_paise) as won_revenue,
      sum(won_paise) as won_paise
  from conversion_days_now() group by 1, 2, 3 having sum(completions) > 0 order by 1, 2, 3`;
const facts = () => core.database.sql`
  select ist_day(c.completed_at)::text as day, c.offer_id, u.provider_uid is not null as google,
    count(*) as completions,
    count(*) filter (where s.outcome = 'lost') as lost, count(*) filter (where s.outcome in ('won', 'owed')) as won,
    coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0) as revenue,
    coalesce(sum(c.payout_paise) filter (where c.status = 'approved' and s.outcome = 'lost'), 0) as lost_revenue,
    coalesce(sum(c.payout_paise) filter (where c.status = 'approved' and s.outcome in ('won', 'owed')), 0) as won_revenue,
    coalesce(sum(s.amount_paise), 0) as won_paise
  from completion_states c join spin_states s on s.completion_id = c.id join users u on u.id = c.user_id group by 1,
    2, 3
    order by 1, 2, 3`;

/** Lists counters (by day, for all days, by user) that differ from sums over the completions and spins. */
const differences = () => core.database.sql`select what from figure_differences()`;
const consumeChanges = () => core.database.sql`select advance_change_feed('figures', 1000000)`;

test('keeps the counters correct after spins, reversals, a changed payout and a linked provider', async () => {
  await addStock(core, { amount: 5, count: 3 });
  const offers = [];
  for (const reward_amount of [1000, 2550]) {
    offers.push(await makeOffer(core, { reward_amount, spinner_config: [{ amount: 5, permille: 500 }] }));
  }
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      makeUser(core, i < 2 ? { providerUid: `figures-${i}`, passwordHash: null } : {}),
    ),
  );
  for (const [index, user] of users.entries()) {
    for (const { offer_id } of offers) {
      const { clickId, transactionId } = await completeOffer(core, network, user, offer_id);
      const reverse = () =>
        postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
      if (index % 4 === 1) await reverse();
      else await spin(core.as(userActor(user.id)), { offerId: offer_id, clientSeed: '' });
      if (index % 4 === 2) await reverse();
    }
  }
  expect(await readCountedDays()).toEqual(await facts());
  expect(await differences()).toEqual([]);
  await consumeChanges();
  expect(await differences()).toEqual([]);

  const late = await makeUser(core);
  const clickId = await makeClick(core, late, offers[0]?.offer_id ?? 0);
  const call = { click_id: clickId, transaction_id: 'figures-pending', payout: '7.5', currency: 'INR' };
  await postback(core, network, { ...call, status: 'pending' });
  expect(await readCountedDays()).toEqual(await facts());
  await consumeChanges();
  await postback(core, network, { ...call, payout: '9.25', status: 'approved' });
  expect(await readCountedDays()).toEqual(await facts());
  expect(await differences()).toEqual([]);

  await core.database
    .sql`update users set provider_uid = 'figures-late-' || id where id in (${users[4]?.id ?? 0}, ${late.id})`;
  const kept = await readCountedDays();
  expect(kept).toEqual(await facts());
  expect(await differences()).toEqual([]);
  await consumeChanges();
  expect(await differences()).toEqual([]);
  await core.database.sql`select recount()`;
  expect(await readCountedDays()).toEqual(kept);
  expect(await differences()).toEqual([]);
});
