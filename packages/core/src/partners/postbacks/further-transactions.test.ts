import { randomUUID } from 'node:crypto';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { userActor } from '@inaam/testing/factories/identity';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getCompletionTrace } from '../../insight/conversions/completion-trace.ts';
import { listConversions } from '../../insight/conversions/list-conversions.ts';
import { spin } from '../../ledger/spins/spin.ts';

/** Further transactions of an offer without goals: their money counts, with an alert and without a second spin. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal"}' where slug = ${network.slug}`;
});
afterAll(() => core.close());
afterEach(async () => {
  expect(await core.database.sql`select what from figure_differences()`).toEqual([]);
  expect(await ledgerDifferences(core.database.sql)).toEqual([]);
});

const { startOffer, send, readState, readLastCall } = createJudgingHelpers(
  () => core,
  () => network,
);

const alert = 'A further transaction of this completion was counted';
const withNewTransaction = (start: StartedOffer) => ({ ...start, transaction: randomUUID() });
/** Starts the offer again, as in a second tab that was open before the completion. */
async function startAgain({ user, offerId }: StartedOffer): Promise<string> {
  const clickId = randomUUID();
  await core.database.sql`
    insert into clicks (click_id, user_id, offer_id) values (${clickId}, ${user.id}, ${offerId})`;
  return clickId;
}

test('counts the money of a further transaction with an alert, and gives no second spin', async () => {
  const start = await startOffer();
  const first = await send(start, 'approved', { payout: '10' });
  const second = withNewTransaction(start);
  expect(await send(second, 'approved', { payout: '2.5' })).toMatchObject({
    outcome: 'accepted',
    completionId: first.completionId,
  });
  expect(await readLastCall(second.transaction)).toEqual({ outcome: 'accepted', reason: null, alert });
  expect(await send(second, 'approved', { payout: '2.5' })).toMatchObject({ outcome: 'repeat' });
  // If the postback has no payout, the offer's own amount counts.
  const third = withNewTransaction(start);
  expect(await send(third, 'approved')).toMatchObject({ outcome: 'accepted' });
  expect(await send(withNewTransaction(start), 'approved', { payout: '0' })).toMatchObject({ outcome: 'repeat' });
  const sum = 1000 + 250 + 2000;
  expect(await readState(start)).toMatchObject({
    completions: 1,
    payout_paise: 1000,
    revenue: sum,
    revenue_of_offer: sum,
  });
  const { conversions } = await listConversions(core.services, conversionListInput.parse({ search: start.user.email }));
  expect(conversions[0]).toMatchObject({
    revenue_amount: sum / 100,
    goals: [
      { goal_id: '', amount: 2.5, status: 'approved' },
      { goal_id: '', amount: 20, status: 'approved' },
    ],
  });
  const trace = await getCompletionTrace(core.services, first.completionId ?? 0);
  expect(trace.goals).toMatchObject([
    { goal_id: null, payout_amount: 2.5 },
    { goal_id: null, payout_amount: 20 },
  ]);
  expect((await spin(core.as(userActor(start.user.id)), { offerId: start.offerId, clientSeed: '' })).success).toBe(
    true,
  );
  expect(await readState(start)).toMatchObject({ spins: 1 });
});

test('counts a further transaction whether it names the completion’s goal, a paid goal or a new goal', async () => {
  const start = await startOffer();
  await send(start, 'approved', { goal: 'install', payout: '10' });
  for (const [name, payout] of [
    ['install', '1'],
    ['level_5', '2'],
    ['level_5', '3'],
  ] as const) {
    const call = withNewTransaction(start);
    expect(await send(call, 'approved', { goal: name, payout })).toMatchObject({ outcome: 'accepted' });
    expect(await readLastCall(call.transaction)).toMatchObject({ alert });
  }
  expect(await readState(start)).toMatchObject({ completions: 1, revenue: 1600 });
  // The offer's payout does not replace the missing payout of a goal.
  expect(await send(withNewTransaction(start), 'approved', { goal: 'level_5' })).toMatchObject({ outcome: 'repeat' });
  expect(await send(withNewTransaction(start), 'approved', { goal: 'seen' })).toMatchObject({ outcome: 'repeat' });
});

test('lets a further transaction be pending, confirmed and reversed alone, even for another click', async () => {
  const start = await startOffer();
  await send(start, 'approved', { payout: '10' });
  const second = { ...withNewTransaction(start), click: await startAgain(start) };
  expect(await send(second, 'pending', { payout: '2' })).toMatchObject({ outcome: 'pending' });
  expect(await readLastCall(second.transaction)).toMatchObject({ alert: null });
  expect(await send(second, 'approved', { payout: '3' })).toMatchObject({ outcome: 'accepted' });
  expect(await readLastCall(second.transaction)).toMatchObject({ alert });
  expect(await readState(start)).toMatchObject({ revenue: 1300 });
  // No other click may report the transaction, whether that click exists or not.
  for (const click of [start.click, 'never-given']) {
    expect(await send({ ...second, click }, 'approved', { payout: '3' })).toMatchObject({ outcome: 'refused' });
  }
  // A reversal with a separate id is matched by the click.
  expect(await send({ ...second, transaction: randomUUID() }, 'reversed')).toMatchObject({ outcome: 'reversed' });
  expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 1000 });
});

test.each([
  ['the same transaction id', (second: StartedOffer) => second],
  ['another transaction id and the same click', withNewTransaction],
])('does not pay a further transaction if a reversal with %s came first', async (_, getReversal) => {
  const start = await startOffer();
  await send(start, 'approved', { payout: '10' });
  const second = { ...withNewTransaction(start), click: await startAgain(start) };
  const early = getReversal(second);
  expect(await send(early, 'reversed')).toMatchObject({ outcome: 'parked' });
  expect(await send(second, 'approved', { payout: '3' })).toMatchObject({ outcome: 'accepted' });
  const [reversal] = await core.database.sql`
    select outcome, alert from postbacks where transaction_id = ${early.transaction} and kind = 'reverse'`;
  expect(reversal).toEqual({ outcome: 'reversed', alert: null });
  expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 1000 });
});

test('counts a further transaction while the first is pending, but does not confirm the completion', async () => {
  const start = await startOffer();
  await send(start, 'pending', { payout: '10' });
  const second = withNewTransaction(start);
  expect(await send(second, 'approved', { payout: '2' })).toMatchObject({ outcome: 'accepted' });
  expect(await readLastCall(second.transaction)).toMatchObject({
    alert: 'Confirmed with a different transaction than the pending one',
  });
  expect(await readState(start)).toMatchObject({ status: 'pending', completions: 0, revenue: 200 });
  await send(start, 'approved', { payout: '10' });
  expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 1200 });
});

test('counts a further transaction once if it is sent ten times at the same time', async () => {
  const start = await startOffer();
  await send(start, 'approved', { payout: '10' });
  const second = withNewTransaction(start);
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(second, 'approved', { payout: '3' })));
  expect(replies.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
  expect(await readState(start)).toMatchObject({ revenue: 1300 });
});
