import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { insertPastCompletion, type PastCompletion } from '@inaam/testing/factories/dated-rows';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDashboard } from '../../insight/dashboard/dashboard.ts';

/**
 * A later change of a completion counts for the day of completion. A spin counts for the day of the spin in offer
 * figures, and for the day of completion in conversion figures.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const PAYOUT = 2000;

async function makePastCompletion(status: 'pending' | 'approved') {
  const { offer_id: offerId } = await makeOffer(core, { reward_amount: PAYOUT, spinner_config: nearlyCertainOdds(5) });
  const user = await makeUser(core);
  return { offerId, user, ...(await insertPastCompletion(core, network, user, offerId, { daysAgo: 3, status })) };
}

const send = ({ clickId, transactionId }: PastCompletion, status: string) =>
  postback(core, network, { click_id: clickId, transaction_id: transactionId, status });

/** Returns the figures of each day that has any, with the number of days before today. */
const readOfferDays = (offerId: number) => core.database.sql`
  select ist_day(now()) - day as days_ago, sum(completions) as completions, sum(revenue_paise)::int as revenue,
    sum(spins) as spins, sum(won_paise)::int as won
  from offer_days_now() where offer_id = ${offerId} group by 1
  having sum(completions) <> 0 or sum(revenue_paise) <> 0 or sum(spins) <> 0 order by 1 desc`;
const readConversionDays = (offerId: number) => core.database.sql`
  select ist_day(now()) - day as days_ago, sum(completions) as completions, sum(revenue_paise)::int as revenue,
    sum(won) as won, sum(won_revenue_paise)::int as won_revenue
  from conversion_days_now() where offer_id = ${offerId} group by 1
  having sum(completions) <> 0 or sum(revenue_paise) <> 0 or sum(won) <> 0 order by 1 desc`;

describe('three days after the completion', () => {
  test('a reversal removes the revenue from the day of completion', async () => {
    const past = await makePastCompletion('approved');
    await send(past, 'reversed');
    expect(await readOfferDays(past.offerId)).toEqual([{ days_ago: 3, completions: 1, revenue: 0, spins: 0, won: 0 }]);
    expect(await readConversionDays(past.offerId)).toEqual([
      { days_ago: 3, completions: 1, revenue: 0, won: 0, won_revenue: 0 },
    ]);
  });

  test('a confirmation counts for the day of the first report', async () => {
    const past = await makePastCompletion('pending');
    expect(await readOfferDays(past.offerId)).toEqual([]);
    await send(past, 'approved');
    expect(await readOfferDays(past.offerId)).toEqual([
      { days_ago: 3, completions: 1, revenue: PAYOUT, spins: 0, won: 0 },
    ]);
    expect(await readConversionDays(past.offerId)).toEqual([
      { days_ago: 3, completions: 1, revenue: PAYOUT, won: 0, won_revenue: 0 },
    ]);
  });

  test('a spin counts for today in offer figures and for the day of completion in conversion figures', async () => {
    const past = await makePastCompletion('approved');
    await settleWithRoll(core, past.completionId);
    expect(await readOfferDays(past.offerId)).toEqual([
      { days_ago: 3, completions: 1, revenue: PAYOUT, spins: 0, won: 0 },
      { days_ago: 0, completions: 0, revenue: 0, spins: 1, won: 500 },
    ]);
    expect(await readConversionDays(past.offerId)).toEqual([
      { days_ago: 3, completions: 1, revenue: PAYOUT, won: 1, won_revenue: PAYOUT },
    ]);
  });

  test('charts, the change feed and a recount agree', async () => {
    const days = async () =>
      (await getDashboard(core.kernel, 7)).series.map(({ conversions, revenue, voucher_cost, margin }) => ({
        conversions,
        revenue,
        voucher_cost,
        margin,
      }));
    const before = await days();
    const past = await makePastCompletion('approved');
    await send(past, 'reversed');
    const after = await days();
    const [was, is] = [before.at(-4), after.at(-4)];
    expect(is).toEqual({ ...was, conversions: (was?.conversions ?? 0) + 1 });
    expect(after.toSpliced(-4, 1)).toEqual(before.toSpliced(-4, 1));
    const shown = await readOfferDays(past.offerId);
    expect(shown).toEqual([{ days_ago: 3, completions: 1, revenue: 0, spins: 0, won: 0 }]);
    await core.database.sql`select advance_change_feed('figures', 1000000000)`;
    expect(await days()).toEqual(after);
    expect(await readOfferDays(past.offerId)).toEqual(shown);
    await core.database.sql`select recount()`;
    expect(await days()).toEqual(after);
    expect(await readOfferDays(past.offerId)).toEqual(shown);
  });
});
