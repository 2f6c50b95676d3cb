import { FIRST_MILESTONES } from '@inaam/contracts/offers/milestones';
import { type OfferCreate, offerListInput } from '@inaam/contracts/offers/offers';
import { checkProof } from '@inaam/contracts/spins/draw';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeClick, postback } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import {
  completeOffers,
  makeHouse,
  makeMilestone,
  settleMilestones,
  type TestHouse,
} from '@inaam/testing/factories/milestones';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { createSampler } from '@inaam/testing/sampling';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateNetwork } from '../../partners/networks/save.ts';
import { recordClick } from '../clicks/click.ts';
import { creditCompletion } from '../completions/credit.ts';
import { listOffersForAdmin } from '../offers/list-for-admin.ts';
import { listOffersForUser } from '../offers/list-for-user.ts';
import { changeOffers, createOffer, deactivateOffer, updateOffer } from '../offers/save.ts';
import { spin } from '../spins/spin.ts';
import { completeMilestones } from './complete-milestones.ts';
import { createHouse } from './create-house.ts';

let core: TestCore;
let house: TestHouse;
let two: number;
let three: number;

beforeAll(async () => {
  core = await createTestCore();
  house = await makeHouse(core, 5);
  two = await makeMilestone(core, house, 2);
  three = await makeMilestone(core, house, 3);
  await addStock(core, { amount: 25, count: 3 });
});
afterAll(() => core.close());

afterEach(async () => expect(await ledgerDifferences(core.database.sql)).toEqual([]));

const findOffer = async (user: TestUser, offerId: number) =>
  (await listOffersForUser(core.services, user.id)).offers.find(({ offer_id }) => offer_id === offerId);

/** Lists a user's completions of milestones, with the offer's ID and the state. */
const listReached = (user: TestUser) => core.database.sql<{ id: number; offer: number; state: string }[]>`
  select id, offer_id as offer, state from completion_states
  where user_id = ${user.id} and source = 'house' order by offer_id`;

describe('House, the network of milestones', () => {
  it('is created once, with four milestones that are all off', async () => {
    await Promise.all([
      createHouse(core.services, 'https://app.example'),
      createHouse(core.services, 'https://a.example'),
    ]);
    const [network] = await core.database.sql`
      select count(*)::int as networks, bool_or(active) as active from networks where slug = 'house'`;
    expect(network).toEqual({ networks: 1, active: false });
    const { offers } = await listOffersForAdmin(core.kernel, offerListInput.parse({ limit: 100 }));
    const first = offers.filter((offer) => offer.network === 'House' && !offer.is_active);
    expect(first.map((offer) => Number(offer.external_offer_id)).sort((a, b) => a - b)).toEqual([...FIRST_MILESTONES]);
  });

  it('lets only owners change milestones, and refuses another number of completions, a payout, and offers of partners', async () => {
    const manager = core.as({ ...anyAdmin, role: 'manager' });
    const owner = core.as(anyAdmin);
    const key = core.as({ kind: 'service', id: 1, name: 'key', ip: null, scopes: ['offers:write'] });
    for (const who of [manager, key]) {
      await expect(updateOffer(who, { offer_id: two, is_active: false })).rejects.toMatchObject({
        code: 'ROLE_TOO_LOW',
      });
      await expect(changeOffers(who, { offer_ids: [two], action: 'activate' })).rejects.toMatchObject({
        code: 'ROLE_TOO_LOW',
      });
      await expect(deactivateOffer(who, two)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
    }
    const badInput = (field: string) => ({ code: 'BAD_INPUT', field });
    const [usual] = house.offers;
    await expect(updateOffer(owner, { offer_id: two, external_offer_id: '4' })).rejects.toMatchObject(
      badInput('external_offer_id'),
    );
    await expect(updateOffer(owner, { offer_id: two, reward_amount: 100 })).rejects.toMatchObject(
      badInput('reward_amount'),
    );
    await expect(updateOffer(owner, { offer_id: usual ?? 0, network_id: house.houseId })).rejects.toMatchObject(
      badInput('network_id'),
    );
    await updateOffer(owner, { offer_id: two, title: 'Two offers' });
    expect((await findRow(two)).title).toBe('Two offers');
  });

  it('refuses a number of completions that is not a whole number from 1 to 9999', async () => {
    const input = {
      title: 'Many',
      description: 'Many offers.',
      offer_url: 'https://app.example/profile',
      category: 'App',
      model: 'CPA',
      targeting: 'ALL',
      reward_amount: 0,
      is_active: true,
      offer_goals: [],
      goals_in_order: false,
      country_quotas: [],
      network_id: house.houseId,
    } satisfies Omit<OfferCreate, 'external_offer_id'>;
    for (const external_offer_id of ['ten', '0', '2.5', '10000']) {
      await expect(createOffer(core.as(anyAdmin), { ...input, external_offer_id })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        field: 'external_offer_id',
      });
    }
  });

  it('refuses changes to its settings', async () => {
    await expect(
      updateNetwork(core.as(anyAdmin), { network_id: house.houseId, is_active: true }),
    ).rejects.toMatchObject({ code: 'HOUSE_NETWORK' });
  });
});

async function findRow(offerId: number) {
  const { offers } = await listOffersForAdmin(core.kernel, offerListInput.parse({ limit: 100 }));
  const found = offers.find(({ offer_id }) => offer_id === offerId);
  if (!found) throw new Error('the offer is not listed');
  return found;
}

describe('a milestone', () => {
  it('is completed by the completion that reaches it, then listed, and spun like any offer', async () => {
    const user = await makeUser(core);
    await completeOffers(core, house, user, 0, 1);
    await settleMilestones(core);
    expect(await findOffer(user, two)).toBeUndefined();
    await completeOffers(core, house, user, 1, 2);
    await settleMilestones(core);
    expect(await findOffer(user, two)).toMatchObject({
      milestone: 2,
      completed: true,
      pending: false,
      spinner_used: false,
      click_id: null,
    });
    expect(await findOffer(user, three)).toBeUndefined();
    const result = await spin(core.as(userActor(user.id)), { offerId: two, clientSeed: 'mine' });
    expect(await checkProof(result.proof)).toMatchObject({ ok: true });
    const [reached] = await core.database.sql`
      select payout_paise, revenue_paise, spun_at is not null as spun from completion_states
      where user_id = ${user.id} and offer_id = ${two}`;
    expect(reached).toEqual({ payout_paise: 0, revenue_paise: 0, spun: true });
  });

  it('cannot be started or credited by hand', async () => {
    const user = await makeUser(core);
    const start = () =>
      recordClick(
        { kernel: core.kernel, secrets: core.services.secrets, actor: { ...userActor(user.id), ip: null } },
        { offerId: two, device: null, userAgent: null },
      );
    await expect(start()).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    await expect(
      creditCompletion(core.as(anyAdmin), { user_id: user.id, offer_id: two, reason: 'He asked' }),
    ).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
  });

  it('is completed only once when two completions and two processes reach it concurrently', async () => {
    const user = await makeUser(core);
    await completeOffers(core, house, user, 0, 1);
    const clicks = await Promise.all(house.offers.slice(1, 3).map((offerId) => makeClick(core, user, offerId)));
    await Promise.all(
      clicks.map((click) =>
        postback(core, house.network, { click_id: click, transaction_id: `both-${click}`, status: 'approved' }),
      ),
    );
    await waitForChangeFeed(core);
    await Promise.all([completeMilestones(core.services), completeMilestones(core.services)]);
    const reached = await listReached(user);
    expect(reached.map(({ offer }) => offer)).toEqual([two, three]);
    // A second run completes no milestone again.
    await core.database.sql`insert into due_milestones (user_id, offer_id) values (${user.id}, ${two})`;
    await settleMilestones(core);
    expect(await listReached(user)).toEqual(reached);
  });

  it('withholds the unused spin after a reversal, and gives no second spin', async () => {
    const user = await makeUser(core);
    const [done] = await completeOffers(core, house, user, 0, 2);
    await settleMilestones(core);
    await reverse(done);
    await settleMilestones(core);
    expect(await listReached(user)).toMatchObject([{ offer: two, state: 'withheld' }]);
    await expect(spin(core.as(userActor(user.id)), { offerId: two, clientSeed: '' })).rejects.toMatchObject({
      code: 'COMPLETION_REVERSED',
    });
    await completeOffers(core, house, user, 2, 3);
    await settleMilestones(core);
    expect(await listReached(user)).toMatchObject([{ offer: two, state: 'withheld' }]);
  });

  it('stays won when a completion is reversed after the spin', async () => {
    const user = await makeUser(core);
    const [done] = await completeOffers(core, house, user, 0, 2);
    await settleMilestones(core);
    const [reached] = await listReached(user);
    await settleWithRoll(core, reached?.id ?? 0);
    await reverse(done);
    await settleMilestones(core);
    expect(await listReached(user)).toMatchObject([{ offer: two, state: 'won' }]);
  });

  it('is not completed if a reversal arrives before the job completes it', async () => {
    const user = await makeUser(core);
    const [done] = await completeOffers(core, house, user, 0, 2);
    await waitForChangeFeed(core);
    await reverse(done);
    await completeMilestones(core.services);
    expect(await listReached(user)).toEqual([]);
    await settleMilestones(core);
    expect(await core.database.sql`select from due_milestones where user_id = ${user.id}`).toHaveLength(0);
  });

  it('cannot be spun before the hold of the completions that reached it ends', async () => {
    await core.database.sql`update networks set hold_seconds = 3600 where slug = ${house.network.slug}`;
    const user = await makeUser(core);
    await completeOffers(core, house, user, 0, 2);
    await core.database.sql`update networks set hold_seconds = 0 where slug = ${house.network.slug}`;
    await settleMilestones(core);
    expect(await findOffer(user, two)).toMatchObject({ completed: true, pending: true });
  });

  it('that was off when the user had enough completions is reached by the next completion', async () => {
    const user = await makeUser(core);
    await updateOffer(core.as(anyAdmin), { offer_id: two, is_active: false });
    await completeOffers(core, house, user, 0, 3);
    await settleMilestones(core);
    expect((await listReached(user)).map(({ offer }) => offer)).toEqual([three]);
    await updateOffer(core.as(anyAdmin), { offer_id: two, is_active: true });
    await settleMilestones(core);
    expect(await listReached(user)).toHaveLength(1);
    await completeOffers(core, house, user, 3, 4);
    await settleMilestones(core);
    expect((await listReached(user)).map(({ offer }) => offer)).toEqual([two, three]);
  });
});

const reverse = (done: Awaited<ReturnType<typeof completeOffer>> | undefined) =>
  postback(core, house.network, {
    click_id: done?.clickId ?? '',
    transaction_id: done?.transactionId ?? '',
    status: 'reversed',
  });

it('completes and withholds milestones as a simple model does, over random histories', async () => {
  const random = createSampler();
  const users = await Promise.all([0, 1, 2].map(() => makeUser(core)));
  const histories = users.map((user) => ({
    user,
    /** The postbacks of completed offers, by offer ID. */
    done: new Map<number, { clickId: string; transactionId: string; reversed: boolean }>(),
    /** The states of reached milestones by offer ID, in the order of {@link listReached}. */
    reached: new Map<number, 'not_spun' | 'withheld' | 'won'>(),
  }));
  const milestones = [
    { offer: two, needed: 2 },
    { offer: three, needed: 3 },
  ];
  for (let n = 0; n < 40; n++) {
    const history = histories[Math.floor(random() * histories.length)];
    if (!history) continue;
    const { user, done, reached } = history;
    const act = random();
    if (act < 0.5) {
      const offerId = house.offers.find((id) => !done.has(id));
      if (offerId) done.set(offerId, { ...(await completeOffer(core, house.network, user, offerId)), reversed: false });
    } else if (act < 0.75) {
      const paid = [...done.values()].find(({ reversed }) => !reversed);
      if (paid) {
        await reverse({ completionId: 0, ...paid });
        paid.reversed = true;
      }
    } else {
      const ready = (await listReached(user)).find(({ state }) => state === 'not_spun');
      if (ready) {
        await settleWithRoll(core, ready.id);
        reached.set(ready.offer, 'won');
      }
    }
    if (random() < 0.5) continue;
    await settleMilestones(core);
    for (const each of histories) {
      const count = [...each.done.values()].filter(({ reversed }) => !reversed).length;
      for (const { offer, needed } of milestones) {
        const was = each.reached.get(offer);
        if (was === undefined && count >= needed) each.reached.set(offer, 'not_spun');
        if (was === 'not_spun' && count < needed) each.reached.set(offer, 'withheld');
      }
      const rows = (await listReached(each.user)).map(({ offer, state }) => [offer, state === 'owed' ? 'won' : state]);
      expect(rows).toEqual([...each.reached].sort(([a], [b]) => a - b));
    }
  }
}, 60_000);
