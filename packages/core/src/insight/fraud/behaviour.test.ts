import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { readBehaviour } from './behaviour.ts';

/** Tests each limit for fast completions, at the limit and just beyond, and completions that never count as fast. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const readBehaviourOfUsers = (...users: TestUser[]) =>
  core.kernel.read((_, sql) =>
    readBehaviour(
      sql,
      users.map(({ id }) => id),
    ),
  );

/** Completes an offer this many seconds after the registration (`registered`) and after the click (`clicked`). */
async function completeAfter(user: TestUser, registered: number, clicked: number) {
  const { offer_id: offerId } = await makeOffer(core);
  const completion = await completeOffer(core, network, user, offerId);
  await rewriteFacts(core, async (sql) => {
    await sql`
      update completions set completed_at = (select created_at from users where id = ${user.id})
        + make_interval(secs => ${registered}) where id = ${completion.completionId}`;
    await sql`
      update clicks set created_at = (select completed_at from completions where id = ${completion.completionId})
        - make_interval(secs => ${clicked}) where click_id = ${completion.clickId}`;
  });
  return completion;
}

test('counts a completion ten minutes after registration as fast, but not a second later', async () => {
  const user = await makeUser(core);
  await completeAfter(user, 600, 60);
  expect((await readBehaviourOfUsers(user)).soonAfterRegistering).toEqual({ most: 1, accounts: 0 });
  await completeAfter(user, 601, 60);
  expect((await readBehaviourOfUsers(user)).soonAfterRegistering).toEqual({ most: 1, accounts: 0 });
});

test('counts a completion 30 seconds after its click as fast, but not a second later', async () => {
  const user = await makeUser(core);
  await completeAfter(user, 3600, 30);
  expect((await readBehaviourOfUsers(user)).soonAfterClick).toEqual({ most: 1, accounts: 0 });
  await completeAfter(user, 3600, 31);
  expect((await readBehaviourOfUsers(user)).soonAfterClick).toEqual({ most: 1, accounts: 0 });
});

test('counts accounts with three or more fast completions, and reports the highest number of an account', async () => {
  const [two, three, four] = [await makeUser(core), await makeUser(core), await makeUser(core)];
  for (const [user, times] of [
    [two, 2],
    [three, 3],
    [four, 4],
  ] as const)
    for (let i = 0; i < times; i++) await completeAfter(user, 60, 10);
  expect(await readBehaviourOfUsers(two, three, four)).toEqual({
    soonAfterRegistering: { most: 4, accounts: 2 },
    soonAfterClick: { most: 4, accounts: 2 },
    completions: 9,
    reversed: 0,
  });
});

test('leaves out credits by an admin and other accounts, and counts reversals', async () => {
  const [user, other] = [await makeUser(core), await makeUser(core)];
  const { offer_id: offerId } = await makeOffer(core);
  await creditCompletion(core.as(anyAdmin), { user_id: user.id, offer_id: offerId, reason: 'A screenshot' });
  await completeAfter(other, 60, 10);
  const { clickId, transactionId } = await completeAfter(user, 7200, 600);
  await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  expect(await readBehaviourOfUsers(user)).toEqual({
    soonAfterRegistering: { most: 0, accounts: 0 },
    soonAfterClick: { most: 0, accounts: 0 },
    completions: 1,
    reversed: 1,
  });
});
