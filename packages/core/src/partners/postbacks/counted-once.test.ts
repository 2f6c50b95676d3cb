import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A transaction counts once, whether it came as a completion or as a payment of one. */

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
  test('a transaction that counted as a payment completes nothing for somebody else', async () => {
    const { offer_id } = await makeOffer(core, offer);
    const mine = await makeClick(core, await makeUser(core), offer_id);
    const somebody = await makeUser(core);
    const theirs = await makeClick(core, somebody, offer_id);
    await call(mine, `${name} 1`, 'install');
    const paid = await call(mine, `${name} 2`, 'purchase');
    expect(paid.outcome).toBe('accepted');
    expect(await call(theirs, `${name} 2`, 'purchase')).toMatchObject({
      outcome: 'repeat',
      reason: 'This transaction was counted for another click',
      completionId: paid.completionId,
    });
    // Not even one that awaits its goal.
    expect(await core.database.sql`select 1 from completions where user_id = ${somebody.id}`).toEqual([]);
    expect(await core.database.sql`select * from ledger_differences()`).toEqual([]);
    // For whom it was counted it is what it was before.
    expect((await call(mine, `${name} 2`, 'purchase')).outcome).toBe('repeat');
  });

  test('at once, whichever comes first: it counts for one of the two', async () => {
    const { offer_id } = await makeOffer(core, offer);
    for (let round = 0; round < 5; round++) {
      const mine = await makeClick(core, await makeUser(core), offer_id);
      const theirs = await makeClick(core, await makeUser(core), offer_id);
      await call(mine, `${name} first ${round}`, 'install');
      const together = await Promise.all([
        call(mine, `${name} both ${round}`, 'purchase'),
        call(theirs, `${name} both ${round}`, 'purchase'),
      ]);
      expect(together.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    }
    expect(await core.database.sql`select * from ledger_differences()`).toEqual([]);
  });
});
