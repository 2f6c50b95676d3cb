import { randomUUID } from 'node:crypto';
import { offerUpdateInput } from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createJudgingHelpers, type Started } from '@inaam/testing/factories/started-offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { updateOffer } from '../../ledger/offers/save.ts';

/** Two things that one click has earned, or might have: each call speaks of the one that it names. */

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

const { started, send, state } = createJudgingHelpers(
  () => core,
  () => network,
);
const install = { goal_id: 'install', name: 'Install', payout_paise: 500, gives_spin: false };
const buy = { goal_id: 'buy', name: 'Buy', payout_paise: 4000, gives_spin: true };

async function startedWith(more: object): Promise<Started> {
  const { offer_id: offerId } = await makeOffer(core, { offer_goals: [install, buy], ...more });
  const user = await makeUser(core);
  return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
}
/** One of the transactions of a click. */
const named = (it: Started, name: string): Started => ({ ...it, transaction: `${it.transaction}-${name}` });
const faults = () => core.database.sql`select * from ledger_differences()`;

describe('a step that was paid, of an offer whose goals are taken away', () => {
  test.each(['pending', 'approved'])('is that step for ever (%s): it gives no spin and counts once', async (first) => {
    const it = await startedWith({});
    const step = named(it, 'install');
    await send(step, first, { goal: 'install', payout: '5' });
    await updateOffer(core.as(anyAdmin), offerUpdateInput.parse({ offer_id: String(it.offerId), offer_goals: [] }));
    await send(step, 'approved', { goal: 'install', payout: '5', again: '1' });
    expect(await state(it)).toMatchObject({ status: 'pending', revenue: 500 });
    expect(await faults()).toEqual([]);
  });
});

describe('a reversal of what does not count, or not yet', () => {
  test('takes nothing else back, and what it names when that counts at last', async () => {
    const it = await startedWith({
      goals_in_order: true,
      offer_goals: [install, { ...install, goal_id: 'level' }, buy],
    });
    expect((await send(named(it, 'install'), 'approved', { goal: 'install', payout: '5' })).outcome).toBe('accepted');
    const early = named(it, 'buy');
    expect((await send(early, 'approved', { goal: 'buy', payout: '40' })).outcome).toBe('parked');
    expect((await send(early, 'reversed')).outcome).toBe('parked');
    expect(await state(it)).toMatchObject({ status: 'pending', revenue: 500 });
    await send(named(it, 'level'), 'approved', { goal: 'level', payout: '5' });
    expect((await send(early, 'approved', { goal: 'buy', payout: '40', again: '1' })).outcome).toBe('accepted');
    expect(await state(it)).toMatchObject({ status: 'reversed', revenue: 1000 });
    expect(await faults()).toEqual([]);
  });

  test('of one that was refused waits, before what came in its place and behind it', async () => {
    for (const isBehind of [false, true]) {
      const it = await started();
      const refused = named(it, 'too much');
      expect((await send(refused, 'approved', { payout: '500' })).outcome).toBe('refused');
      if (!isBehind) expect((await send(refused, 'reversed')).outcome).toBe('parked');
      expect((await send(named(it, 'right'), 'approved', { payout: '20' })).outcome).toBe('accepted');
      if (isBehind) expect((await send(refused, 'reversed')).outcome).toBe('parked');
      expect(await state(it)).toMatchObject({ status: 'approved', outcome: 'waiting' });
    }
  });
});

test.each([
  ['a step', 'install'],
  ['what is none of the offer’s', 'bonus'],
])('%s that is confirmed without a sum counts as it was announced', async (_, goal) => {
  const it = await startedWith({});
  const step = named(it, goal);
  await send(step, 'pending', { goal, payout: '9.99' });
  expect((await send(step, 'approved', { goal })).outcome).toBe('accepted');
  expect(await state(it)).toMatchObject({ revenue: 999 });
});

describe('what an admin credited is left alone', () => {
  test('by the reversal of a step that was never reached', async () => {
    const it = await startedWith({});
    await creditCompletion(core.as(anyAdmin), { user_id: it.user.id, offer_id: it.offerId, reason: 'A screenshot' });
    expect((await send(named(it, 'install'), 'reversed', { goal: 'install' })).outcome).toBe('parked');
    expect(await state(it)).toMatchObject({ status: 'approved' });
  });

  test('by a reversal that waited before', async () => {
    const it = await startedWith({});
    await send(named(it, 'buy'), 'reversed', { goal: 'buy' });
    await creditCompletion(core.as(anyAdmin), { user_id: it.user.id, offer_id: it.offerId, reason: 'A screenshot' });
    await send(named(it, 'install'), 'approved', { goal: 'install', payout: '5' });
    expect(await state(it)).toMatchObject({ status: 'approved', revenue: 500 });
  });
});

test('a reversal takes back what an admin credited, by whichever click the network counted it', async () => {
  const it = await started();
  const last = await makeClick(core, it.user, it.offerId);
  await creditCompletion(core.as(anyAdmin), { user_id: it.user.id, offer_id: it.offerId, reason: 'A screenshot' });
  expect(last).not.toBe(it.click);
  expect((await send(it, 'approved', { payout: '10' })).outcome).toBe('accepted');
  expect((await send(it, 'reversed')).outcome).toBe('reversed');
  expect(await state(it)).toMatchObject({ status: 'reversed', revenue: 0 });
});

test('a reversal with an id of its own names the goal in whatever capitals', async () => {
  const it = await startedWith({});
  await send(named(it, 'install'), 'approved', { goal: 'install', payout: '5' });
  await send(named(it, 'buy'), 'approved', { goal: 'buy', payout: '40' });
  expect((await send(named(it, 'of its own'), 'reversed', { goal: 'BUY' })).outcome).toBe('reversed');
  expect(await state(it)).toMatchObject({ status: 'reversed', revenue: 500 });
});
