import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A transaction counts once, either as a completion or as a further payment of a completion. */

let core: TestCore;
let network: Awaited<ReturnType<typeof makeNetwork>>;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set params = params || '{"goal_id":"goal"}'::jsonb where slug = ${network.slug}`;
});
afterAll(() => core.close());

const call = (click_id: string, transaction_id: string, goal: string) =>
  postback(core, network, { click_id, transaction_id, status: 'approved', payout: '20', goal });

const goals = [
  { goal_id: 'install', name: 'Install', payout_paise: 2000, gives_spin: true },
  { goal_id: 'purchase', name: 'Purchase', payout_paise: 2000, gives_spin: false },
];

describe.each([
  ['an offer without goals', {}],
  ['an offer with goals', { offer_goals: goals }],
])('%s', (name, offer) => {
  test('creates no completion for another user from a transaction that already counted as a payment', async () => {
    const { offer_id } = await makeOffer(core, offer);
    const ownClick = await makeClick(core, await makeUser(core), offer_id);
    const otherUser = await makeUser(core);
    const otherClick = await makeClick(core, otherUser, offer_id);
    await call(ownClick, `${name} 1`, 'install');
    const judgement = await call(ownClick, `${name} 2`, 'purchase');
    expect(judgement.outcome).toBe('accepted');
    expect(await call(otherClick, `${name} 2`, 'purchase')).toMatchObject({
      outcome: 'refused',
      reason: 'This transaction was counted for another click',
      completionId: null,
    });
    // The other user has no completion, not even one that waits for its goal.
    expect(await core.database.sql`select 1 from completions where user_id = ${otherUser.id}`).toEqual([]);
    expect(await core.database.sql`select * from ledger_differences()`).toEqual([]);
    // The transaction still belongs to the first user's click.
    expect((await call(ownClick, `${name} 2`, 'purchase')).outcome).toBe('repeat');
  });

  test('counts a transaction for only one of two clicks that report it at the same time', async () => {
    const { offer_id } = await makeOffer(core, offer);
    for (let round = 0; round < 5; round++) {
      const ownClick = await makeClick(core, await makeUser(core), offer_id);
      const otherClick = await makeClick(core, await makeUser(core), offer_id);
      await call(ownClick, `${name} first ${round}`, 'install');
      const judgements = await Promise.all([
        call(ownClick, `${name} both ${round}`, 'purchase'),
        call(otherClick, `${name} both ${round}`, 'purchase'),
      ]);
      expect(judgements.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    }
    expect(await core.database.sql`select * from ledger_differences()`).toEqual([]);
  });
});
