import { randomUUID } from 'node:crypto';
import type { OfferCreate } from '@inaam/contracts/offers/offers';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getCompletionTrace } from '../../insight/conversions/completion-trace.ts';
import { listConversions } from '../../insight/conversions/list-conversions.ts';
import { getUserStats } from '../../insight/figures/user-stats.ts';
import { systemActor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { getPrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { recordClick } from '../../ledger/clicks/click.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { listOffersForUser } from '../../ledger/offers/list-for-user.ts';
import { spin } from '../../ledger/spins/spin.ts';
import { listRequestFacts } from '../../office/approvals/describe-request.ts';
import { rejudgeParked } from './replay.ts';

/**
 * Further goals of an offer: each paid event counts and gives no second spin. A reversal takes back only the goal that
 * it names.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal", "parent_id": "parent"}', rates = ${JSON.stringify([
      { currency: 'USD', rate: 84, from: '2020-01-01' },
    ])}::text::jsonb where slug = ${network.slug}`;
});
afterAll(() => core.close());
// Runs after each test, so that a failure names the test that caused it.
afterEach(async () => {
  expect(await core.database.sql`select what from figure_differences()`).toEqual([]);
  expect(await ledgerDifferences(core.database.sql)).toEqual([]);
});

const { startOffer, send, readState, readLastCall } = createJudgingHelpers(
  () => core,
  () => network,
);
const goal = (start: StartedOffer, name: string, payout: string, more: Record<string, string> = {}) =>
  send({ ...start, transaction: `${start.transaction}-${name}` }, 'approved', { goal: name, payout, ...more });
const getCompletionId = async ({ user, offerId }: StartedOffer): Promise<number> => {
  const [row] = await core.database.sql<{ id: number }[]>`
    select id from completions where user_id = ${user.id} and offer_id = ${offerId}`;
  return row?.id ?? 0;
};
/** Reads the revenue and the goals from the list of conversions. */
const readRevenue = async (start: StartedOffer) => {
  const { conversions, overallStats } = await listConversions(core.services, {
    page: 1,
    limit: 50,
    dateRange: 'all',
    search: start.user.email,
  } as Parameters<typeof listConversions>[1]);
  return { row: conversions[0]?.revenue_amount, list: overallStats.totalRevenue, goals: conversions[0]?.goals };
};

describe('a further goal', () => {
  test('adds its payout to every figure, and gives no second spin', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10.01' });
    expect(await goal(start, 'level_5', '3.33')).toMatchObject({ outcome: 'accepted', reason: 'Goal level_5' });
    expect(await goal(start, 'buy', '0.10', { currency: 'USD' })).toMatchObject({ outcome: 'accepted' });
    // A repeat of the goal, and an unpaid goal, add nothing.
    expect(await goal(start, 'level_5', '3.33')).toMatchObject({ outcome: 'repeat' });
    expect(await goal(start, 'seen', '0')).toMatchObject({ outcome: 'repeat' });
    const sum = 1001 + 333 + 840;
    expect(await readState(start)).toMatchObject({
      completions: 1,
      revenue: sum,
      revenue_of_offer: sum,
      payout_paise: 1001,
    });
    await waitForChangeFeed(core);
    expect(await readState(start)).toMatchObject({ completions: 1, revenue: sum, revenue_of_offer: sum });
    expect(await readRevenue(start)).toEqual({
      row: sum / 100,
      list: sum / 100,
      goals: [
        { goal_id: 'level_5', amount: 3.33, status: 'approved' },
        { goal_id: 'buy', amount: 8.4, status: 'approved' },
      ],
    });
    const trace = await getCompletionTrace(core.services, await getCompletionId(start));
    expect(trace.goals).toMatchObject([
      { goal_id: 'level_5', payout_amount: 3.33, currency: 'INR' },
      { goal_id: 'buy', payout_amount: 8.4, reported_payout: '0.1', currency: 'USD', rate: 84 },
    ]);
  });

  test('is reversed alone, and is not reversed with the completion', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10' });
    await goal(start, 'level_5', '3');
    const levelCall = { ...start, transaction: `${start.transaction}-level_5` };
    expect(await send(levelCall, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect(await send(levelCall, 'reversed')).toMatchObject({ outcome: 'repeat' });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 1000 });
    await goal(start, 'level_9', '4');
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 400, revenue_of_offer: 400 });
    expect(await readRevenue(start)).toMatchObject({ row: 4 });
  });

  test('counts with the confirmed payout if the pending payout differs', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10' });
    const levelCall = { ...start, transaction: `${start.transaction}-level_5` };
    expect(await send(levelCall, 'pending', { goal: 'level_5', payout: '3' })).toMatchObject({ outcome: 'pending' });
    expect(await readState(start)).toMatchObject({ revenue: 1000 });
    await waitForChangeFeed(core);
    expect(await send(levelCall, 'approved', { goal: 'level_5', payout: '3.5' })).toMatchObject({
      outcome: 'accepted',
    });
    expect(await readState(start)).toMatchObject({ revenue: 1350, revenue_of_offer: 1350 });
  });

  test('is not paid when its reversal came first', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10' });
    const levelCall = { ...start, transaction: `${start.transaction}-level_5` };
    expect(await send(levelCall, 'reversed', { goal: 'level_5' })).toMatchObject({ outcome: 'parked' });
    await goal(start, 'level_5', '3');
    expect(await readLastCall(levelCall.transaction)).toMatchObject({ outcome: 'accepted' });
    expect(await readState(start)).toMatchObject({ revenue: 1000 });
  });

  test('counts once when it is sent ten times at the same time', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => goal(start, 'level_5', '3')));
    expect(replies.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    expect(await readState(start)).toMatchObject({ revenue: 1300 });
  });
});

describe('a reversal with its own id', () => {
  const sendReversal = (start: StartedOffer, more: Record<string, string> = {}) =>
    send({ ...start, transaction: randomUUID() }, 'reversed', more);

  test('finds its completion by the parent transaction', async () => {
    const start = await startOffer();
    await send(start, 'approved', { payout: '10' });
    expect(await sendReversal(start, { parent: start.transaction })).toMatchObject({
      outcome: 'reversed',
      reason: null,
    });
    expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 0 });
  });

  test('finds its completion by the click, whether it arrives before or after the completion', async () => {
    const [after, before] = [await startOffer(), await startOffer()];
    await send(after, 'approved', { payout: '10' });
    const reversal = { ...after, transaction: randomUUID() };
    expect(await send(reversal, 'reversed')).toMatchObject({ outcome: 'reversed', reason: 'Found by its click' });
    expect(await send(reversal, 'reversed')).toMatchObject({ outcome: 'repeat' });
    const earlyReversal = { ...before, transaction: randomUUID() };
    expect(await send(earlyReversal, 'reversed')).toMatchObject({ outcome: 'parked' });
    expect(await readLastCall(earlyReversal.transaction)).toMatchObject({
      alert: 'Reversal without a known completion',
    });
    await send(before, 'approved', { payout: '10' });
    expect(await readLastCall(earlyReversal.transaction)).toEqual({
      outcome: 'reversed',
      reason: 'Matched when its completion arrived',
      alert: null,
    });
    for (const start of [after, before])
      expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 0 });
  });

  test('is parked if the click has several transactions, or no transaction of this network', async () => {
    const start = await startOffer();
    await send(start, 'approved', { goal: 'install', payout: '10' });
    await goal(start, 'level_5', '3');
    const several = { ...start, transaction: randomUUID() };
    expect(await send(several, 'reversed')).toMatchObject({ outcome: 'parked' });
    expect(await readLastCall(several.transaction)).toMatchObject({ alert: 'Reversal without a known completion' });
    // The goal identifies the transaction.
    expect(await sendReversal(start, { goal: 'level_5' })).toMatchObject({ outcome: 'reversed' });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 1000 });
    const stranger = await makeNetwork(core);
    const otherNetworkParams = { click_id: start.click, transaction_id: randomUUID(), status: 'reversed' };
    expect(await postback(core, stranger, otherNetworkParams)).toMatchObject({ outcome: 'parked' });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 1000 });
  });

  test('reverses a completion that arrives at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const start = await startOffer();
      await Promise.all([send(start, 'approved', { payout: '10' }), sendReversal(start)]);
      expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 0 });
    }
  });
});

describe('the goals that an offer lists', () => {
  const install = { goal_id: 'install', name: 'Install', payout_paise: 500, gives_spin: false };
  const level = { goal_id: 'level_5', name: '', payout_paise: null, gives_spin: false };
  const buy = { goal_id: 'buy', name: 'Buy', payout_paise: 4000, gives_spin: true };
  const withGoals = async (more: Partial<OfferCreate> = {}): Promise<StartedOffer> => {
    const { offer_id: offerId } = await makeOffer(core, { offer_goals: [install, level, buy], ...more });
    const user = await makeUser(core);
    return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
  };
  const readOfferAsUser = async ({ user, offerId }: StartedOffer) => {
    const list = await listOffersForUser(core.services, user.id);
    expect(getPrebuiltJson(list)?.toString()).toBe(JSON.stringify(list));
    return list.offers.find(({ offer_id }) => offer_id === offerId);
  };
  const startAgain = ({ user, offerId }: StartedOffer) =>
    recordClick({ ...core.services, actor: userActor(user.id) }, { offerId, device: null, userAgent: 'test' });

  test('are paid even before the goal that gives the spin; the offer stays open until that goal', async () => {
    const start = await withGoals();
    const readGoals = async () => (await readOfferAsUser(start))?.goals.map(({ name, reached }) => [name, reached]);
    expect(await readGoals()).toEqual([
      ['Install', false],
      ['level_5', false],
      ['Buy', false],
    ]);
    expect(await goal(start, 'install', '')).toMatchObject({ outcome: 'accepted', reason: 'Goal install' });
    expect(await readGoals()).toEqual([
      ['Install', true],
      ['level_5', false],
      ['Buy', false],
    ]);
    expect(await goal(start, 'LEVEL_5', '3.33')).toMatchObject({ outcome: 'accepted', reason: 'Goal level_5' });
    expect(await readGoals()).toEqual([
      ['Install', true],
      ['level_5', true],
      ['Buy', false],
    ]);
    expect(await readState(start)).toMatchObject({
      status: 'pending',
      completions: 0,
      revenue: 833,
      revenue_of_offer: 833,
    });
    expect(await readOfferAsUser(start)).toMatchObject({
      completed: false,
      pending: false,
      started_at: expect.any(String),
    });
    // No other view shows the offer as completed.
    const spinning = spin(core.as(userActor(start.user.id)), { offerId: start.offerId, clientSeed: '' });
    await expect(spinning).rejects.toMatchObject({ code: 'OFFER_NOT_COMPLETED' });
    expect((await getUserStats(core.services, start.user.id)).completions).toEqual([]);
    const traceBefore = await getCompletionTrace(core.services, await getCompletionId(start));
    expect(traceBefore.completion).toMatchObject({ awaits_goal: true, goal_id: 'buy', payout_amount: 40 });
    // The user starts the offer again and completes it with the second click.
    await startAgain(start);
    const [latest] = await core.database.sql<{ click_id: string }[]>`
      select click_id from clicks where user_id = ${start.user.id} order by id desc limit 1`;
    const second = latest?.click_id ?? '';
    expect(await goal({ ...start, click: second }, 'Buy', '12.5')).toMatchObject({ outcome: 'accepted', reason: null });
    expect(await readState(start)).toMatchObject({
      status: 'approved',
      completions: 1,
      revenue: 2083,
      payout_paise: 1250,
    });
    expect(await readOfferAsUser(start)).toMatchObject({
      completed: true,
      goals: [],
      spin_commitment: expect.any(String),
    });
    await expect(startAgain(start)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    await waitForChangeFeed(core);
    expect(await readRevenue(start)).toMatchObject({ row: 20.83 });
    const traceAfter = await getCompletionTrace(core.services, await getCompletionId(start));
    expect(traceAfter.completion).toMatchObject({ awaits_goal: false, goal_id: 'buy', payout_amount: 12.5 });
    expect(traceAfter.goals).toMatchObject([
      { goal_id: 'install', name: 'Install', payout_amount: 5 },
      { goal_id: 'level_5', name: '', payout_amount: 3.33 },
    ]);
    // A reversal takes back only its own goal.
    expect(await send({ ...start, transaction: `${start.transaction}-Buy` }, 'reversed')).toMatchObject({
      outcome: 'reversed',
    });
    expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 833 });
  });

  test('are shown to users up to the goal that gives the spin, unless it is the first', async () => {
    const earlyGoal = { ...install, gives_spin: true };
    const lateGoal = { ...buy, gives_spin: false };
    expect((await readOfferAsUser(await withGoals({ offer_goals: [earlyGoal, level, lateGoal] })))?.goals).toEqual([]);
    const some = await withGoals({ offer_goals: [level, { ...earlyGoal, name_hi: 'इंस्टॉल करें' }, lateGoal] });
    expect((await readOfferAsUser(some))?.goals).toEqual([
      { name: 'level_5', name_hi: null, reached: false },
      { name: 'Install', name_hi: 'इंस्टॉल करें', reached: false },
    ]);
    const unnamed = await withGoals({ task_hi: 'खेलें', offer_goals: [{ ...install, goal_id: '', name: '' }, buy] });
    expect((await readOfferAsUser(unnamed))?.goals).toMatchObject([{ name_hi: 'खेलें' }, { name_hi: null }]);
  });

  test('complete the offer with the last goal alone, and still count earlier goals afterwards', async () => {
    const start = await withGoals();
    expect(await goal(start, 'buy', '')).toMatchObject({ outcome: 'accepted' });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 4000, payout_paise: 4000 });
    expect(await goal(start, 'install', '')).toMatchObject({ outcome: 'accepted' });
    expect(await goal({ ...start, transaction: randomUUID() }, 'install', '9')).toMatchObject({ outcome: 'repeat' });
    expect(await goal({ ...start, transaction: randomUUID() }, 'BUY', '9')).toMatchObject({ outcome: 'repeat' });
    expect(await readState(start)).toMatchObject({ revenue: 4500, completions: 1 });
  });

  test('do not exclude others: unlisted goals count with an alert if paid, and are ignored if unpaid', async () => {
    const start = await withGoals();
    expect(await goal(start, 'ad_seen', '0')).toMatchObject({ outcome: 'ignored' });
    expect(await readOfferAsUser(start)).toMatchObject({ completed: false });
    expect(await goal(start, 'bonus', '2')).toMatchObject({ outcome: 'accepted' });
    expect(await readLastCall(`${start.transaction}-bonus`)).toMatchObject({
      alert: 'Goal bonus is not a goal of the offer',
    });
    expect(await send(start, 'approved', { payout: '1' })).toMatchObject({ outcome: 'accepted' });
    expect(await readLastCall(start.transaction)).toMatchObject({
      alert: 'A postback names no goal, and its offer has goals',
    });
    expect(await readState(start)).toMatchObject({ status: 'pending', revenue: 300 });
  });

  test('can be pending before they are confirmed or reversed', async () => {
    const start = await withGoals();
    await goal(start, 'install', '');
    const purchase = { ...start, transaction: `${start.transaction}-buy` };
    expect(await send(purchase, 'pending', { goal: 'buy', payout: '30' })).toMatchObject({ outcome: 'pending' });
    expect(await readOfferAsUser(start)).toMatchObject({ completed: true, pending: true });
    expect(await send(purchase, 'approved', { goal: 'buy', payout: '31' })).toMatchObject({ outcome: 'accepted' });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 3600, payout_paise: 3100 });
    const other = await withGoals();
    await goal(other, 'install', '');
    const refused = { ...other, transaction: `${other.transaction}-buy` };
    await send(refused, 'pending', { goal: 'buy', payout: '30' });
    expect(await send(refused, 'reversed', { goal: 'buy' })).toMatchObject({ outcome: 'reversed' });
    expect(await readState(other)).toMatchObject({ status: 'reversed', completions: 0, revenue: 500 });
  });

  test('are parked with an alert if they come before a required goal, and count after it arrives', async () => {
    const start = await withGoals({ goals_in_order: true });
    expect(await goal(start, 'buy', '40')).toMatchObject({ outcome: 'parked' });
    expect(await readLastCall(`${start.transaction}-buy`)).toMatchObject({
      reason: 'A goal that comes before it is missing',
      alert: 'Goal buy came before install',
    });
    await goal(start, 'install', '');
    const rejudge = () => rejudgeParked({ ...core.services, actor: systemActor });
    await rejudge();
    expect(await readLastCall(`${start.transaction}-buy`)).toMatchObject({ outcome: 'parked' });
    await goal(start, 'level_5', '1');
    await rejudge();
    expect(await readLastCall(`${start.transaction}-buy`)).toMatchObject({ outcome: 'accepted', alert: null });
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 4600 });
  });

  test('count once each if all arrive at the same time', async () => {
    const start = await withGoals();
    const all = ['install', 'level_5', 'buy', 'install', 'level_5', 'buy'];
    await Promise.all(all.map((name) => goal(start, name, '2')));
    expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 600 });
  });

  test('allow a manual credit of the missing last goal', async () => {
    const start = await withGoals();
    await goal(start, 'install', '');
    await creditCompletion(core.as(anyAdmin), {
      user_id: start.user.id,
      offer_id: start.offerId,
      reason: 'A receipt',
      payout_amount: 700,
    });
    expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 1200 });
    expect(await goal(start, 'buy', '40')).toMatchObject({ outcome: 'repeat' });
  });

  test('allow a manual credit above the limit of a single admin, after approval', async () => {
    const start = await withGoals();
    await goal(start, 'install', '');
    const { approvals } = core.services.backOfficePolicy;
    const two = {
      ...core.services.backOfficePolicy,
      approvals: { ...approvals, when: 'always' as const, creditPaise: 0 },
    };
    const input = { user_id: start.user.id, offer_id: start.offerId, reason: 'A receipt', payout_amount: 700 };
    const command = { ...core.as(await makeAdmin(core)), backOfficePolicy: two };
    await expect(creditCompletion(command, input)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    const [request] = await core.database.sql<{ kind: string; summary: object; request_digest: string }[]>`
      select kind, summary, request_digest from approvals order by id desc limit 1`;
    if (!request) throw new Error('there is no request');
    const approved = { facts: listRequestFacts(request), digest: request.request_digest };
    expect(await creditCompletion({ ...command, approved }, input)).toBe(await getCompletionId(start));
    await expect(creditCompletion(command, input)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 1200 });
  });

  test('are credited by hand once if the commit is retried after its response was lost', async () => {
    const start = await withGoals();
    await goal(start, 'install', '');
    const kernel: Kernel = {
      ...core.kernel,
      runIdempotent: async (work) => {
        await core.kernel.runIdempotent(work);
        return core.kernel.runIdempotent(work);
      },
    };
    const input = { user_id: start.user.id, offer_id: start.offerId, reason: 'A receipt', payout_amount: 700 };
    expect(await creditCompletion({ ...core.as(anyAdmin), kernel }, input)).toBe(await getCompletionId(start));
    const second = creditCompletion({ ...core.as(anyAdmin), kernel }, input);
    await expect(second).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 1200 });
  });
});
