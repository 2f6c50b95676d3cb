import { randomUUID } from 'node:crypto';
import { offerUpdateInput } from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { updateOffer } from '../../ledger/offers/save.ts';

/** One click can lead to several transactions; each postback changes only the one that it names. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set payout_ceiling_paise = 10000,
      params = params || '{"goal_id": "goal", "parent_id": "parent"}'::jsonb
    where slug = ${network.slug}`;
});
afterAll(() => core.close());

const { startOffer, send, readState } = createJudgingHelpers(
  () => core,
  () => network,
);
const install = { goal_id: 'install', name: 'Install', payout_paise: 500, gives_spin: false };
const buy = { goal_id: 'buy', name: 'Buy', payout_paise: 4000, gives_spin: true };

async function startGoalOffer(more: object): Promise<StartedOffer> {
  const { offer_id: offerId } = await makeOffer(core, { offer_goals: [install, buy], ...more });
  const user = await makeUser(core);
  return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
}
/** Returns the started offer with another transaction of the same click. */
const withTransaction = (start: StartedOffer, name: string): StartedOffer => ({
  ...start,
  transaction: `${start.transaction}-${name}`,
});
const listLedgerDifferences = () => core.database.sql`select * from ledger_differences()`;

describe('a goal of an offer whose goals are removed', () => {
  test.each(['pending', 'approved'])('gives no spin and counts once if it was %s before the removal', async (first) => {
    const start = await startGoalOffer({});
    const step = withTransaction(start, 'install');
    await send(step, first, { goal: 'install', payout: '5' });
    await updateOffer(core.as(anyAdmin), offerUpdateInput.parse({ offer_id: String(start.offerId), offer_goals: [] }));
    await send(step, 'approved', { goal: 'install', payout: '5', again: '1' });
    expect(await readState(start)).toMatchObject({ status: 'pending', revenue: 500 });
    expect(await listLedgerDifferences()).toEqual([]);
  });
});

describe('a reversal of a transaction that does not count yet', () => {
  test('reverses nothing else, and takes effect when its transaction counts', async () => {
    const start = await startGoalOffer({
      goals_in_order: true,
      offer_goals: [install, { ...install, goal_id: 'level' }, buy],
    });
    expect((await send(withTransaction(start, 'install'), 'approved', { goal: 'install', payout: '5' })).outcome).toBe(
      'accepted',
    );
    const early = withTransaction(start, 'buy');
    expect((await send(early, 'approved', { goal: 'buy', payout: '40' })).outcome).toBe('parked');
    expect((await send(early, 'reversed')).outcome).toBe('parked');
    expect(await readState(start)).toMatchObject({ status: 'pending', revenue: 500 });
    await send(withTransaction(start, 'level'), 'approved', { goal: 'level', payout: '5' });
    expect((await send(early, 'approved', { goal: 'buy', payout: '40', again: '1' })).outcome).toBe('accepted');
    expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 1000 });
    expect(await listLedgerDifferences()).toEqual([]);
  });

  test('stays parked if its transaction was refused, also when another transaction of the click counts', async () => {
    for (const arrivesLast of [false, true]) {
      const start = await startOffer();
      const refused = withTransaction(start, 'too much');
      expect((await send(refused, 'approved', { payout: '500' })).outcome).toBe('refused');
      if (!arrivesLast) expect((await send(refused, 'reversed')).outcome).toBe('parked');
      expect((await send(withTransaction(start, 'right'), 'approved', { payout: '20' })).outcome).toBe('accepted');
      if (arrivesLast) expect((await send(refused, 'reversed')).outcome).toBe('parked');
      expect(await readState(start)).toMatchObject({ status: 'approved', outcome: 'waiting' });
    }
  });
});

test.each([
  ['a listed goal', 'install'],
  ['an unlisted goal', 'bonus'],
])('counts %s with its pending payout if it is confirmed without a payout', async (_, goal) => {
  const start = await startGoalOffer({});
  const step = withTransaction(start, goal);
  await send(step, 'pending', { goal, payout: '9.99' });
  expect((await send(step, 'approved', { goal })).outcome).toBe('accepted');
  expect(await readState(start)).toMatchObject({ revenue: 999 });
});

describe('a manual credit', () => {
  test('is unchanged by the reversal of a goal that was never reached', async () => {
    const start = await startGoalOffer({});
    await creditCompletion(core.as(anyAdmin), {
      user_id: start.user.id,
      offer_id: start.offerId,
      reason: 'A screenshot',
    });
    expect((await send(withTransaction(start, 'install'), 'reversed', { goal: 'install' })).outcome).toBe('parked');
    expect(await readState(start)).toMatchObject({ status: 'approved' });
  });

  test('is unchanged by an earlier, parked reversal of the goal that gives the spin', async () => {
    const start = await startGoalOffer({});
    await send(withTransaction(start, 'buy'), 'reversed', { goal: 'buy' });
    await creditCompletion(core.as(anyAdmin), {
      user_id: start.user.id,
      offer_id: start.offerId,
      reason: 'A screenshot',
    });
    await send(withTransaction(start, 'install'), 'approved', { goal: 'install', payout: '5' });
    // The credit counts the ₹40 of the goal that gives the spin. The goal 'install' adds its ₹5.
    expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 4500 });
  });
});

test('reverses a manual credit, whichever click the network counted', async () => {
  const start = await startOffer();
  const last = await makeClick(core, start.user, start.offerId);
  await creditCompletion(core.as(anyAdmin), {
    user_id: start.user.id,
    offer_id: start.offerId,
    reason: 'A screenshot',
  });
  expect(last).not.toBe(start.click);
  expect((await send(start, 'approved', { payout: '10' })).outcome).toBe('accepted');
  expect((await send(start, 'reversed')).outcome).toBe('reversed');
  expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 0 });
});

test('finds the transaction to reverse by its goal, regardless of case, if the reversal has its own id', async () => {
  const start = await startGoalOffer({});
  await send(withTransaction(start, 'install'), 'approved', { goal: 'install', payout: '5' });
  await send(withTransaction(start, 'buy'), 'approved', { goal: 'buy', payout: '40' });
  expect((await send(withTransaction(start, 'own-id'), 'reversed', { goal: 'BUY' })).outcome).toBe('reversed');
  expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 500 });
});
