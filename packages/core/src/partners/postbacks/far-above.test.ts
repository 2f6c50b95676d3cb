import { PAYOUT_FAR_ABOVE } from '@inaam/contracts/postbacks/inbox';
import { replayInput } from '@inaam/contracts/postbacks/replay';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rejudgeParked, replayPostbacks } from './replay.ts';
import { buildReply } from './reply.ts';

/** First payouts far above the offer's reward amount. Such a payout is probably in points, not in money. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`update networks set params = params || '{"goal_id": "goal"}' where slug = ${network.slug}`;
});
afterEach(() => setRatio(20));
afterAll(() => core.close());

const { startOffer, send, readState, readLastCall } = createJudgingHelpers(
  () => core,
  () => network,
);
const setRatio = (ratio: number) =>
  core.database.sql`
    update networks set payout_ratio = ${ratio}, updated_at = now() + interval '1 second' where slug = ${network.slug}`;
const replay = async ({ transaction }: StartedOffer, filters: object = {}) => {
  const [row] = await core.database.sql<{ id: number }[]>`
    select id from postbacks where transaction_id = ${transaction} order by id desc limit 1`;
  const input = replayInput.parse({ postback_id: row?.id, ...filters });
  return (await replayPostbacks(core.as(anyAdmin), input)).changed;
};

// The reward amount is ₹20 and the ratio 20.
const LIMIT = '400';
const ABOVE = '400.01';
const parked = { outcome: 'parked', reason: PAYOUT_FAR_ABOVE, alert: PAYOUT_FAR_ABOVE };

test('parks a payout far above the reward amount with an alert, and does not count it', async () => {
  const [start, other] = [await startOffer(), await startOffer()];
  const judgement = await send(start, 'approved', { payout: ABOVE });
  expect(judgement).toMatchObject({ outcome: 'parked', completionId: null });
  expect(buildReply(judgement)).toMatchObject({ status: 200, body: '{"success":true,"status":"parked"}' });
  expect(await readLastCall(start.transaction)).toEqual(parked);
  expect(await readState(start)).toBeUndefined();
  expect(await send(other, 'approved', { payout: LIMIT })).toMatchObject({ outcome: 'accepted' });
});

test('counts the parked payout only after a manager replays it alone, not with the whole inbox', async () => {
  const start = await startOffer();
  await send(start, 'approved', { payout: ABOVE });
  const all = { postback_id: undefined, outcome: 'parked' };
  expect(await replay(start, all)).toEqual([]);
  expect(await replay(start)).toMatchObject([{ from: 'parked', from_reason: PAYOUT_FAR_ABOVE, to: 'accepted' }]);
  expect(await readState(start)).toMatchObject({ status: 'approved', revenue: 40_001 });
  expect(await send(start, 'approved', { payout: ABOVE })).toMatchObject({ outcome: 'repeat' });
  expect(await readLastCall(start.transaction)).toMatchObject({ alert: null });
});

test('parks the payout after a lower pending payout, but counts it if a manager replayed it as pending', async () => {
  const [start, other] = [await startOffer(), await startOffer()];
  await send(start, 'pending', { payout: '5' });
  expect(await send(start, 'approved', { payout: ABOVE })).toMatchObject({ outcome: 'parked' });
  expect(await readState(start)).toMatchObject({ status: 'pending', revenue: 0 });
  await send(other, 'pending', { payout: ABOVE });
  await replay(other);
  expect(await send(other, 'approved', { payout: ABOVE })).toMatchObject({ outcome: 'accepted' });
});

describe('the ratio', () => {
  // A ratio of 0 switches the check off.
  test.each([0, 21])('of %i lets a parked payout count when it is judged again', async (ratio) => {
    const start = await startOffer();
    await send(start, 'approved', { payout: ABOVE });
    await setRatio(ratio);
    await rejudgeParked(core.as(anyAdmin));
    expect(await readLastCall(start.transaction)).toMatchObject({ outcome: 'accepted' });
  });

  test('has no effect if the reward amount is 0', async () => {
    const start = await startOffer();
    await core.database.sql`update offers set reward_paise = 0 where id = ${start.offerId}`;
    expect(await send(start, 'approved', { payout: ABOVE })).toMatchObject({ outcome: 'accepted' });
  });

  test('multiplies a goal’s own payout, or else the reward amount', async () => {
    const start = await startOffer();
    const goals = [
      { goal_id: 'install', name: '', payout_paise: null, gives_spin: false },
      { goal_id: 'buy', name: '', payout_paise: 50_000, gives_spin: true },
    ];
    await core.database.sql`
      update offers set goals = ${JSON.stringify(goals)}::text::jsonb where id = ${start.offerId}`;
    expect(await send(start, 'approved', { goal: 'install', payout: ABOVE })).toMatchObject({ outcome: 'parked' });
    const buy = { ...start, transaction: `${start.transaction}-buy` };
    expect(await send(buy, 'approved', { goal: 'buy', payout: ABOVE })).toMatchObject({ outcome: 'accepted' });
  });
});
