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
const another = (it: StartedOffer) => ({ ...it, transaction: randomUUID() });
/** Starts the offer again, as in a second tab that was open before the completion. */
async function startAgain({ user, offerId }: StartedOffer): Promise<string> {
  const clickId = randomUUID();
  await core.database.sql`
    insert into clicks (click_id, user_id, offer_id) values (${clickId}, ${user.id}, ${offerId})`;
  return clickId;
}

test('adds its money with an alert, and gives no second spin', async () => {
  const it = await startOffer();
  const first = await send(it, 'approved', { payout: '10' });
  const second = another(it);
  expect(await send(second, 'approved', { payout: '2.5' })).toMatchObject({
    outcome: 'accepted',
    completionId: first.completionId,
  });
  expect(await readLastCall(second.transaction)).toEqual({ outcome: 'accepted', reason: null, alert });
  expect(await send(second, 'approved', { payout: '2.5' })).toMatchObject({ outcome: 'repeat' });
  // If the postback has no payout, the offer's own amount counts.
  const third = another(it);
  expect(await send(third, 'approved')).toMatchObject({ outcome: 'accepted' });
  expect(await send(another(it), 'approved', { payout: '0' })).toMatchObject({ outcome: 'repeat' });
  const sum = 1000 + 250 + 2000;
  expect(await readState(it)).toMatchObject({
    completions: 1,
    payout_paise: 1000,
    revenue: sum,
    revenue_of_offer: sum,
  });
  const { conversions } = await listConversions(core.services, conversionListInput.parse({ search: it.user.email }));
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
  expect((await spin(core.as(userActor(it.user.id)), { offerId: it.offerId, clientSeed: '' })).success).toBe(true);
  expect(await readState(it)).toMatchObject({ spins: 1 });
});

test('counts whatever goal it names: that of the completion, one that was paid, or a new one', async () => {
  const it = await startOffer();
  await send(it, 'approved', { goal: 'install', payout: '10' });
  for (const [name, payout] of [
    ['install', '1'],
    ['level_5', '2'],
    ['level_5', '3'],
  ] as const) {
    const call = another(it);
    expect(await send(call, 'approved', { goal: name, payout })).toMatchObject({ outcome: 'accepted' });
    expect(await readLastCall(call.transaction)).toMatchObject({ alert });
  }
  expect(await readState(it)).toMatchObject({ completions: 1, revenue: 1600 });
  // The offer's payout does not replace the missing payout of a goal.
  expect(await send(another(it), 'approved', { goal: 'level_5' })).toMatchObject({ outcome: 'repeat' });
  expect(await send(another(it), 'approved', { goal: 'seen' })).toMatchObject({ outcome: 'repeat' });
});

test('is announced, confirmed and reversed alone, also by another click of the user', async () => {
  const it = await startOffer();
  await send(it, 'approved', { payout: '10' });
  const second = { ...another(it), click: await startAgain(it) };
  expect(await send(second, 'pending', { payout: '2' })).toMatchObject({ outcome: 'pending' });
  expect(await readLastCall(second.transaction)).toMatchObject({ alert: null });
  expect(await send(second, 'approved', { payout: '3' })).toMatchObject({ outcome: 'accepted' });
  expect(await readLastCall(second.transaction)).toMatchObject({ alert });
  expect(await readState(it)).toMatchObject({ revenue: 1300 });
  // No other click may report the transaction, whether that click exists or not.
  for (const click of [it.click, 'never-given']) {
    expect(await send({ ...second, click }, 'approved', { payout: '3' })).toMatchObject({ outcome: 'refused' });
  }
  // A reversal with an id of its own is matched by the click.
  expect(await send({ ...second, transaction: randomUUID() }, 'reversed')).toMatchObject({ outcome: 'reversed' });
  expect(await readState(it)).toMatchObject({ status: 'approved', revenue: 1000 });
});

test.each([
  ['its transaction', (second: StartedOffer) => second],
  ['its click', another],
])('is not paid when a reversal of %s came first', async (_, reversed) => {
  const it = await startOffer();
  await send(it, 'approved', { payout: '10' });
  const second = { ...another(it), click: await startAgain(it) };
  const early = reversed(second);
  expect(await send(early, 'reversed')).toMatchObject({ outcome: 'parked' });
  expect(await send(second, 'approved', { payout: '3' })).toMatchObject({ outcome: 'accepted' });
  const [reversal] = await core.database.sql`
    select outcome, alert from postbacks where transaction_id = ${early.transaction} and kind = 'reverse'`;
  expect(reversal).toEqual({ outcome: 'reversed', alert: null });
  expect(await readState(it)).toMatchObject({ status: 'approved', revenue: 1000 });
});

test('counts before the first transaction is confirmed, and does not confirm the spin', async () => {
  const it = await startOffer();
  await send(it, 'pending', { payout: '10' });
  const second = another(it);
  expect(await send(second, 'approved', { payout: '2' })).toMatchObject({ outcome: 'accepted' });
  expect(await readLastCall(second.transaction)).toMatchObject({
    alert: 'Confirmed with a different transaction than the pending one',
  });
  expect(await readState(it)).toMatchObject({ status: 'pending', completions: 0, revenue: 200 });
  await send(it, 'approved', { payout: '10' });
  expect(await readState(it)).toMatchObject({ status: 'approved', completions: 1, revenue: 1200 });
});

test('counts once if it is sent ten times at the same time', async () => {
  const it = await startOffer();
  await send(it, 'approved', { payout: '10' });
  const second = another(it);
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(second, 'approved', { payout: '3' })));
  expect(replies.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
  expect(await readState(it)).toMatchObject({ revenue: 1300 });
});
