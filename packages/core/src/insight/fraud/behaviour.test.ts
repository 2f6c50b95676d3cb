import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { readBehaviour } from './behaviour.ts';

/** What counts as fast, with a completion at each bound and one just beyond it, and what does not count at all. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const behaviourOf = (...users: TestUser[]) =>
  core.kernel.read((_, sql) =>
    readBehaviour(
      sql,
      users.map(({ id }) => id),
    ),
  );

/** A completion so many seconds after the registration and after its click. */
async function completed(user: TestUser, registered: number, clicked: number) {
  const { offer_id: offerId } = await makeOffer(core);
  const done = await completeOffer(core, network, user, offerId);
  await rewriteFacts(core, async (sql) => {
    await sql`
      update completions set completed_at = (select created_at from users where id = ${user.id})
        + make_interval(secs => ${registered}) where id = ${done.completionId}`;
    await sql`
      update clicks set created_at = (select completed_at from completions where id = ${done.completionId})
        - make_interval(secs => ${clicked}) where click_id = ${done.clickId}`;
  });
  return done;
}

test('ten minutes after registering is fast, a second later is not', async () => {
  const user = await makeUser(core);
  await completed(user, 600, 60);
  expect((await behaviourOf(user)).soonAfterRegistering).toEqual({ most: 1, accounts: 0 });
  await completed(user, 601, 60);
  expect((await behaviourOf(user)).soonAfterRegistering).toEqual({ most: 1, accounts: 0 });
});

test('30 seconds after a click are fast, a second later is not', async () => {
  const user = await makeUser(core);
  await completed(user, 3600, 30);
  expect((await behaviourOf(user)).soonAfterClick).toEqual({ most: 1, accounts: 0 });
  await completed(user, 3600, 31);
  expect((await behaviourOf(user)).soonAfterClick).toEqual({ most: 1, accounts: 0 });
});

test('an account counts from its third fast completion on, and the one with the most is told', async () => {
  const [two, three, four] = [await makeUser(core), await makeUser(core), await makeUser(core)];
  for (const [user, times] of [
    [two, 2],
    [three, 3],
    [four, 4],
  ] as const)
    for (let i = 0; i < times; i++) await completed(user, 60, 10);
  expect(await behaviourOf(two, three, four)).toEqual({
    soonAfterRegistering: { most: 4, accounts: 2 },
    soonAfterClick: { most: 4, accounts: 2 },
    completions: 9,
    reversed: 0,
  });
});

test('what an admin credits is not the doing of the account; reversals are counted, and other accounts are not', async () => {
  const [user, other] = [await makeUser(core), await makeUser(core)];
  const { offer_id: offerId } = await makeOffer(core);
  await creditCompletion(core.as(anyAdmin), { user_id: user.id, offer_id: offerId, reason: 'A screenshot' });
  await completed(other, 60, 10);
  const { clickId, transactionId } = await completed(user, 7200, 600);
  await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  expect(await behaviourOf(user)).toEqual({
    soonAfterRegistering: { most: 0, accounts: 0 },
    soonAfterClick: { most: 0, accounts: 0 },
    completions: 1,
    reversed: 1,
  });
});
