import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionFileInput, conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userListInput } from '@inaam/contracts/identity/users';
import { reportInput } from '@inaam/contracts/insights/report';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { completeOffers, makeHouse, makeMilestone, settleMilestones } from '@inaam/testing/factories/milestones';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOffersForAdmin } from '../../ledger/offers/list-for-admin.ts';
import { updateFinishRates } from '../../ledger/offers/rates.ts';
import { conversionsFile, listConversions } from '../conversions/list-conversions.ts';
import { getDashboard } from '../dashboard/dashboard.ts';
import { getOperationsMetrics } from '../dashboard/operations.ts';
import { listFraud } from '../fraud/list.ts';
import { listOfferClicks } from '../offer-clicks/list-offer-clicks.ts';
import { listUsers } from '../users/list-users.ts';
import { getUserProfile } from '../users/user-profile.ts';
import { getReport } from './report.ts';
import { listRecentDailyFigures } from './series.ts';
import { getUserStats } from './user-stats.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const NEEDED_COMPLETIONS = 2;
const PRIZE_RUPEES = 25;

/** Reads every figure that adds up completions, spins, wins or costs, by name. */
async function readFigures(userId: number, milestone: number): Promise<Record<string, unknown>> {
  const { kernel, services } = core;
  const [dashboard, conversions, searched, clicks, users, fraud, report, series, metrics, own, profile, offers, file] =
    await Promise.all([
      getDashboard(kernel, 7),
      listConversions(services, conversionListInput.parse({})),
      // The last argument is the number of matching users up to which a search lists them. With 0, the search uses the
      // users' counters, as it otherwise does only if very many users match.
      listConversions(services, conversionListInput.parse({ search: 'example' }), undefined, 0),
      listOfferClicks(kernel, offerClickListInput.parse({})),
      listUsers(kernel, userListInput.parse({})),
      listFraud(kernel, fraudListInput.parse({})),
      getReport(kernel, reportInput.parse({})),
      listRecentDailyFigures(kernel, 1),
      getOperationsMetrics(kernel),
      getUserStats(services, userId),
      getUserProfile(kernel, userId),
      listOffersForAdmin(kernel, offerListInput.parse({ limit: 100 })),
      conversionsFile(services, conversionFileInput.parse({})),
    ]);
  await updateFinishRates(kernel);
  const [today] = series;
  const [rates] = await core.database.sql`select coalesce(sum(finished), 0)::int as finished from offer_rates`;
  const { stats } = dashboard;
  const user = users.users.find(({ user_id }) => user_id === userId);
  const offer = offers.offers.find(({ offer_id }) => offer_id === milestone);
  return {
    'dashboard: active_offers': stats.active_offers,
    'dashboard: total_conversions': stats.total_conversions,
    'dashboard: conversions_today': stats.conversions_today,
    'dashboard: total_revenue': stats.total_revenue,
    'dashboard: total_rewards_given': stats.total_rewards_given,
    'dashboard: total_voucher_value': stats.total_voucher_value,
    'dashboard: recentConversions': dashboard.recentConversions.length,
    'chart and digest: conversions': today?.conversions,
    'chart and digest: spins': today?.spins,
    'chart and digest: wins': today?.wins,
    'chart and digest: voucher_cost': today?.voucher_cost,
    'chart and digest: margin': today?.margin,
    'report: conversions': report.offers.reduce((sum, { conversions: n }) => sum + n, 0),
    'report: voucher_cost': report.offers.reduce((sum, { voucher_cost: cost }) => sum + cost, 0),
    'conversions: total': conversions.pagination.total,
    'conversions: overallStats': conversions.overallStats,
    'conversions of a search: total': searched.pagination.total,
    'conversions of a search: overallStats': searched.overallStats,
    'conversions.csv: rows': file.rows.length,
    'clicks: total': clicks.pagination.total,
    'clicks: stats': clicks.stats,
    'user list: figures': [user?.total_completions, user?.spins_used, user?.total_vouchers_won],
    'user list: total': users.pagination.total,
    'user page: voucher_value': profile.user.voucher_value,
    'user page: completions': profile.completions.length,
    'fraud: stats': fraud.stats,
    'metrics: spins': metrics.spins,
    'finish rates: finished': rates?.finished,
    'offer list: total_completions, spins_used': [offer?.total_completions, offer?.spins_used],
    'user-stats: total_completions': own.stats.total_completions,
    'user-stats: spins_used': own.stats.spins_used,
    'user-stats: total_vouchers_won': own.stats.total_vouchers_won,
    'user-stats: total_voucher_value': own.stats.total_voucher_value,
    'user-stats: vouchers_by_amount': own.stats.vouchers_by_amount,
    'user-stats: milestone_vouchers': own.stats.milestone_vouchers,
    'user-stats: milestone_value': own.stats.milestone_value,
    'user-stats: milestone_progress': own.stats.milestone_progress,
    'user-stats: completions': own.completions.length,
  };
}

/** The figures that a won milestone changes. All other figures of {@link readFigures} stay the same. */
const COSTS = {
  'dashboard: total_voucher_value': PRIZE_RUPEES,
  'chart and digest: voucher_cost': PRIZE_RUPEES,
  'chart and digest: margin': 2 * 20 - PRIZE_RUPEES,
  'report: voucher_cost': PRIZE_RUPEES,
  'user page: voucher_value': PRIZE_RUPEES,
  'user page: completions': NEEDED_COMPLETIONS + 1,
  'user-stats: total_vouchers_won': 1,
  'user-stats: total_voucher_value': PRIZE_RUPEES,
  'user-stats: vouchers_by_amount': { [PRIZE_RUPEES]: 1 },
  'user-stats: milestone_vouchers': 1,
  'user-stats: milestone_value': PRIZE_RUPEES,
  'user-stats: completions': NEEDED_COMPLETIONS + 1,
};

it('counts a milestone’s prize as a cost and as the user’s voucher, and lists the milestone among the user’s completions, but counts no completion, spin or win', async () => {
  const house = await makeHouse(core, NEEDED_COMPLETIONS);
  const milestone = await makeMilestone(core, house, NEEDED_COMPLETIONS, PRIZE_RUPEES);
  await addStock(core, { amount: PRIZE_RUPEES, count: 1 });
  const user = await makeUser(core);
  await completeOffers(core, house, user, 0, NEEDED_COMPLETIONS);
  await waitForChangeFeed(core);
  const before = await readFigures(user.id, milestone);
  expect(before).toMatchObject({
    'dashboard: total_conversions': NEEDED_COMPLETIONS,
    'dashboard: active_offers': NEEDED_COMPLETIONS,
    'conversions: total': NEEDED_COMPLETIONS,
    'conversions of a search: total': NEEDED_COMPLETIONS,
    'user-stats: milestone_progress': NEEDED_COMPLETIONS,
  });

  await settleMilestones(core);
  const [reached] = await core.database.sql<{ id: number }[]>`
    select id from completions where user_id = ${user.id} and source = 'house'`;
  await settleWithRoll(core, reached?.id ?? 0);
  // The figures must be right before and after the change feed has read the new completion and spin, and after a
  // recount.
  const expected = { ...before, ...COSTS };
  expect(await readFigures(user.id, milestone)).toEqual(expected);
  await waitForChangeFeed(core);
  // The metrics contain only what the change feed has read. So this is the first check that would notice if they
  // counted the milestone's spin.
  expect(await readFigures(user.id, milestone)).toEqual(expected);
  await core.database.sql`select recount()`;
  expect(await readFigures(user.id, milestone)).toEqual(expected);
  expect(await ledgerDifferences(core.database.sql)).toEqual([]);
});

it('tells a user how far the next milestone is', async () => {
  const user = await makeUser(core);
  const read = async () => (await getUserStats(core.services, user.id)).stats;
  expect(await read()).toMatchObject({ milestone_progress: 0, next_milestone: NEEDED_COMPLETIONS });
  await core.database.sql`update offers set active = false where external_offer_id = ${String(NEEDED_COMPLETIONS)}`;
  expect(await read()).toMatchObject({ next_milestone: null });
});
