import { type FeedSettings, feedApplyInput } from '@inaam/contracts/networks/feed';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { updateOffer } from '../../ledger/offers/save.ts';
import { approveRequest, refuseRequest } from '../../office/approvals/decide.ts';
import { listRequests } from '../../office/approvals/list.ts';
import { feedPresets } from '../presets/presets.ts';
import { applyFeed, previewFeed } from './import.ts';
import { item, type Listing, startListing } from './listing.fixture.ts';
import { refreshDueFeeds } from './refresh.ts';
import { getFeed, saveFeed } from './settings.ts';

/** A payout that a feed lowers is the same question as one that a person lowers: who pays for the odds. */

let core: TestCore;
let listing: Listing;
let asha: AdminActor;
let ravi: AdminActor;
let network: number;
let offer: number;

beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'two_owners' } });
  listing = await startListing();
});
afterAll(async () => {
  listing.close();
  await core.close();
});

const servicesOf = () => ({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } });
const preview = () => previewFeed(servicesOf(), network);
const stored = async () =>
  (
    await core.database.sql<{ title: string; paise: number }[]>`
      select title, reward_paise::float8 as paise from offers where id = ${offer}`
  )[0];
const ownRequests = async () =>
  (await listRequests(core.kernel, asha)).requests.filter(({ is_own, status }) => is_own && status === 'waiting');
/** Takes over all that the list says of the offer, by hand. */
async function take() {
  const { hash, changed } = await preview();
  const fields = changed.flatMap(({ changes }) => changes.map(({ field }) => field));
  const input = { network_id: network, hash, changed: [{ external_id: 'f-0', fields }] };
  return applyFeed(core.as(asha), feedApplyInput.parse(input));
}
/** Looks at the list as if its time had come. */
async function look(): Promise<string | null> {
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  await refreshDueFeeds(servicesOf());
  return (await getFeed(core.services, network)).error;
}
const lists = (payout: string, title: string) => {
  listing.offers = [item('f-0', { payout, name_short: title })];
};

/** An offer of the feed that pays ₹100 and costs ₹40 a spin. */
beforeEach(async () => {
  asha = await makeAdmin(core);
  ravi = await makeAdmin(core);
  const { slug } = await makeNetwork(core);
  network = Number((await core.database.sql`select id from networks where slug = ${slug}`)[0]?.['id']);
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('there is no preset');
  const schedule: FeedSettings['schedule'] = { every_minutes: 60, apply: 'changes' };
  const settings = { ...preset.settings, url: `${listing.origin}/`, schedule };
  await saveFeed(core.as(asha), { network_id: network, settings, secret: 'feed secret 12' });
  lists('100', 'As it was');
  const { hash } = await preview();
  await applyFeed(core.as(asha), feedApplyInput.parse({ network_id: network, hash, new: ['f-0'] }));
  offer = Number((await core.database.sql`select id from offers where network_id = ${network}`)[0]?.['id']);
  await updateOffer(core.as(asha), { offer_id: offer, spinner_config: [{ amount: 80, tenths: 500 }] });
});

test('by hand it is asked for, and the rest is taken over; agreed to, the feed is followed again', async () => {
  lists('0.5', 'As it is');
  expect(await take()).toEqual({ created: 0, updated: 1, deactivated: 0, waiting: 1 });
  expect(await stored()).toEqual({ title: 'As it is', paise: 100_00 });
  const [request] = await ownRequests();
  expect(request).toMatchObject({
    kind: 'odds',
    title: 'Change the odds of “As it is”',
    facts: [
      ['Odds now', '₹80 at 50%'],
      ['Odds asked for', '₹80 at 50%'],
      ['Expected cost a spin', '₹40'],
      ['Payout now', '₹100'],
      ['Payout asked for', '₹0.50'],
    ],
  });
  // While it waits it is ours: nothing takes it over, and nobody is asked again.
  expect((await preview()).changed).toMatchObject([{ changes: [{ field: 'reward_amount', is_ours: true }] }]);
  expect(await look()).toBeNull();
  expect(await stored()).toEqual({ title: 'As it is', paise: 100_00 });
  await approveRequest(core.as(ravi), request?.request_id ?? 0);
  expect(await stored()).toEqual({ title: 'As it is', paise: 50 });
  lists('120', 'As it is');
  expect(await look()).toBeNull();
  expect(await stored()).toEqual({ title: 'As it is', paise: 120_00 });
});

test('what was refused stays as it was', async () => {
  lists('0.5', 'As it was');
  expect(await take()).toEqual({ created: 0, updated: 0, deactivated: 0, waiting: 1 });
  const [request] = await ownRequests();
  await refuseRequest(core.as(ravi), { request_id: request?.request_id ?? 0, reason: 'Deactivate it' });
  await look();
  expect(await stored()).toMatchObject({ paise: 100_00 });
});

test('a lower payout that still pays for the odds, and a higher one, ask nobody', async () => {
  lists('60', 'As it was');
  expect(await take()).toMatchObject({ updated: 1, waiting: 0 });
  lists('70', 'As it was');
  expect(await look()).toBeNull();
  expect(await stored()).toMatchObject({ paise: 70_00 });
  expect(await ownRequests()).toEqual([]);
});

test('an automatic look leaves it, says why, and takes the rest over', async () => {
  lists('0.5', 'As it is');
  expect(await look()).toBe(
    '1 lower payout was not taken over: the odds of the offer would then cost more than one person may decide. ' +
      'Fetch the list and apply it to ask another owner.',
  );
  expect(await stored()).toEqual({ title: 'As it is', paise: 100_00 });
  expect((await preview()).changed).toMatchObject([{ changes: [{ field: 'reward_amount', is_ours: false }] }]);
  expect(await core.database.sql`select 1 from approvals where summary ->> 'offer_id' = ${String(offer)}`).toEqual([]);
});

test('an owner alone has it taken over, by hand and by itself', async () => {
  const { operators } = core.services;
  const alone = { operators: { ...operators, approvals: { ...operators.approvals, when: 'off' as const } } };
  lists('0.5', 'As it was');
  const { hash } = await preview();
  const changed = [{ external_id: 'f-0', fields: ['reward_amount' as const] }];
  const input = feedApplyInput.parse({ network_id: network, hash, changed });
  expect(await applyFeed({ ...core.as(asha), ...alone }, input)).toMatchObject({ updated: 1, waiting: 0 });
  lists('0.4', 'As it was');
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  await refreshDueFeeds({ ...servicesOf(), ...alone });
  expect(await stored()).toMatchObject({ paise: 40 });
});

test('so is the goal that gives the spin, where the feed pays less for it', async () => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('there is no preset');
  const events = { events: 'goals', event_id: 'id', event_name: 'name', event_payout: 'payout' };
  const settings = { ...preset.settings, url: `${listing.origin}/`, fields: { ...preset.settings.fields, ...events } };
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal"}'::jsonb where id = ${network}`;
  await saveFeed(core.as(asha), { network_id: network, settings, secret: 'feed secret 12' });
  const listsGoals = (buy: string) => {
    const goals = [
      { id: 'install', name: 'Install', payout: '1' },
      { id: 'buy', name: 'Buy', payout: buy },
    ];
    listing.offers = [item('f-0', { payout: '100', name_short: 'As it was', goals })];
  };
  const paidFor = async () => {
    const [row] = await core.database.sql<{ paise: number | null }[]>`
      select (g ->> 'payout_paise')::float8 as paise from offers, jsonb_array_elements(goals) g
      where id = ${offer} and (g ->> 'gives_spin')::boolean`;
    return row?.paise;
  };
  listsGoals('90');
  expect(await take()).toMatchObject({ updated: 1, waiting: 0 });
  expect(await paidFor()).toBe(90_00);
  listsGoals('0.5');
  expect(await take()).toMatchObject({ updated: 0, waiting: 1 });
  expect(await paidFor()).toBe(90_00);
  const [request] = await ownRequests();
  expect(request?.facts.slice(-2)).toEqual([
    ['Payout now', '₹90'],
    ['Payout asked for', '₹0.50'],
  ]);
  await approveRequest(core.as(ravi), request?.request_id ?? 0);
  expect(await paidFor()).toBe(50);
});
