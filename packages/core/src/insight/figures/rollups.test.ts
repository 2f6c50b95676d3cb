import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { createSampler } from '@inaam/testing/sampling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerDetail } from '../../ledger/offers/detail.ts';
import { listOffersForAdmin } from '../../ledger/offers/list-for-admin.ts';
import { spin } from '../../ledger/spins/spin.ts';
import { listConversions } from '../conversions/list-conversions.ts';
import { getDashboard } from '../dashboard/dashboard.ts';

let core: TestCore;

beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('shows equal figures of a random history on cards, lists, funnels and charts, also after a recount', async () => {
  const random = createSampler();
  const network = await makeNetwork(core);
  await addStock(core, { amount: 5, count: 6 });
  const offers = await Promise.all(
    [1234, 2000, 999].map((reward) =>
      makeOffer(core, { reward_amount: reward, spinner_config: [{ amount: 5, permille: 600 }] }),
    ),
  );
  const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(core)));
  await Promise.all(
    users.flatMap((user) =>
      offers.map(async ({ offer_id }) => {
        if (random() < 0.25) return;
        const { clickId, transactionId } = await completeOffer(core, network, user, offer_id);
        if (random() < 0.7) await spin(core.as(userActor(user.id)), { offerId: offer_id, clientSeed: '' });
        if (random() < 0.3)
          await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
      }),
    ),
  );

  const { stats, series, owed } = await getDashboard(core.kernel, 7);
  const { overallStats, pagination } = await listConversions(
    core.services,
    conversionListInput.parse({ dateRange: 'today' }),
  );
  const listedOffers = (await listOffersForAdmin(core.kernel, offerListInput.parse({}))).offers;
  const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100;

  expect(stats.total_conversions).toBe(pagination.total);
  expect(stats.total_revenue).toBe(overallStats.totalRevenue);
  expect(stats.total_voucher_value).toBe(overallStats.totalVoucherValue);
  expect(stats.total_rewards_given).toBe(overallStats.totalVoucherWins);
  expect(sum(listedOffers.map((offer) => offer.total_revenue))).toBe(stats.total_revenue);
  expect(sum(listedOffers.map((offer) => offer.total_completions))).toBe(stats.total_conversions);

  expect(series).toHaveLength(7);
  expect(series.at(-1)).toMatchObject({
    users: 8,
    conversions: stats.conversions_today,
    revenue: stats.revenue_today,
    voucher_cost: stats.total_voucher_value,
  });
  expect(sum(series.map((day) => day.margin))).toBe(sum([stats.total_revenue, -stats.total_voucher_value]));
  expect(sum(owed.map(({ count }) => count)) + 6 - stats.available_vouchers).toBe(stats.total_rewards_given);

  for (const { offer_id, total_completions, spins_used } of listedOffers) {
    const { funnel, offer } = await offerDetail(core.kernel, offer_id);
    expect(funnel).toMatchObject({ completions: total_completions, spins: spins_used });
    expect(offer.total_revenue).toBe(listedOffers.find((other) => other.offer_id === offer_id)?.total_revenue);
  }

  const counters = () => core.database.sql`
    select offer_id, sum(clicks) as c, sum(completions) as d, sum(spins) as s, sum(wins) as w, sum(revenue_paise) as r,
      sum(won_paise) as v
    from offer_days_now() group by 1 order by 1`;
  const perUser = () => core.database.sql`select * from user_stats_now() order by user_id`;
  const [before, usersBefore] = [await counters(), await perUser()];
  await core.database.sql`select recount()`;
  expect(await counters()).toEqual(before);
  expect(await perUser()).toEqual(usersBefore);
});
