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

/**
 * A lower payout can make the odds of an offer cost more than one admin may approve. So a payout from a feed needs the
 * same approval as a payout that an admin types.
 */

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

const getServices = () => ({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } });
const preview = () => previewFeed(getServices(), network);
const readStoredOffer = async () =>
  (
    await core.database.sql<{ title: string; paise: number }[]>`
      select title, reward_paise::float8 as paise from offers where id = ${offer}`
  )[0];
const listOwnRequests = async () =>
  (await listRequests(core.kernel, asha)).requests.filter(({ is_own, status }) => is_own && status === 'waiting');
/** Imports all changes of the offer by hand. */
async function importByHand() {
  const { hash, changed } = await preview();
  const fields = changed.flatMap(({ changes }) => changes.map(({ field }) => field));
  const input = { network_id: network, hash, changed: [{ external_id: 'f-0', fields }] };
  return applyFeed(core.as(asha), feedApplyInput.parse(input));
}
/** Refreshes the feed as if it were due. */
async function refresh(): Promise<string | null> {
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  await refreshDueFeeds(getServices());
  return (await getFeed(core.services, network)).error;
}
const setListing = (payout: string, title: string) => {
  listing.offers = [item('f-0', { payout, name_short: title })];
};

/** Imports an offer from the feed that pays ₹100 and costs ₹40 a spin. */
beforeEach(async () => {
  asha = await makeAdmin(core);
  ravi = await makeAdmin(core);
  const { slug } = await makeNetwork(core);
  network = Number((await core.database.sql`select id from networks where slug = ${slug}`)[0]?.['id']);
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  const schedule: FeedSettings['schedule'] = { every_minutes: 60, apply: 'changes' };
  const settings = { ...preset.settings, url: `${listing.origin}/`, schedule };
  await saveFeed(core.as(asha), { network_id: network, settings, secret: 'feed secret 12' });
  setListing('100', 'As it was');
  const { hash } = await preview();
  await applyFeed(core.as(asha), feedApplyInput.parse({ network_id: network, hash, new: ['f-0'] }));
  offer = Number((await core.database.sql`select id from offers where network_id = ${network}`)[0]?.['id']);
  await updateOffer(core.as(asha), { offer_id: offer, spinner_config: [{ amount: 80, permille: 500 }] });
});

test('requests approval for a payout in a manual import, and follows the feed again after approval', async () => {
  setListing('0.5', 'As it is');
  expect(await importByHand()).toEqual({ created: 0, updated: 1, deactivated: 0, waiting: 1 });
  expect(await readStoredOffer()).toEqual({ title: 'As it is', paise: 100_00 });
  const [request] = await listOwnRequests();
  expect(request).toMatchObject({
    kind: 'odds',
    title: 'Change the odds of “As it is”',
    facts: [
      ['Current odds', '₹80 at 50%'],
      ['Requested odds', '₹80 at 50%'],
      ['Expected cost per spin', '₹40'],
      ['Current payout', '₹100'],
      ['Requested payout', '₹0.50'],
    ],
  });
  // While the request waits, the field counts as edited by an admin: no import overwrites it, and no second request is
  // made.
  expect((await preview()).changed).toMatchObject([{ changes: [{ field: 'reward_amount', is_edited_here: true }] }]);
  expect(await refresh()).toBeNull();
  expect(await readStoredOffer()).toEqual({ title: 'As it is', paise: 100_00 });
  await approveRequest(core.as(ravi), request?.request_id ?? 0);
  expect(await readStoredOffer()).toEqual({ title: 'As it is', paise: 50 });
  setListing('120', 'As it is');
  expect(await refresh()).toBeNull();
  expect(await readStoredOffer()).toEqual({ title: 'As it is', paise: 120_00 });
});

test('keeps the payout when the request is refused', async () => {
  setListing('0.5', 'As it was');
  expect(await importByHand()).toEqual({ created: 0, updated: 0, deactivated: 0, waiting: 1 });
  const [request] = await listOwnRequests();
  await refuseRequest(core.as(ravi), { request_id: request?.request_id ?? 0, reason: 'Deactivate it' });
  await refresh();
  expect(await readStoredOffer()).toMatchObject({ paise: 100_00 });
});

test('needs no approval for a payout that still covers the odds, or for a higher payout', async () => {
  setListing('60', 'As it was');
  expect(await importByHand()).toMatchObject({ updated: 1, waiting: 0 });
  setListing('70', 'As it was');
  expect(await refresh()).toBeNull();
  expect(await readStoredOffer()).toMatchObject({ paise: 70_00 });
  expect(await listOwnRequests()).toEqual([]);
});

test('skips the payout in an automatic import, reports the reason, and imports the rest', async () => {
  setListing('0.5', 'As it is');
  expect(await refresh()).toBe(
    '1 lower payout was not imported: the odds of the offer would then cost more than one admin may approve. ' +
      'Fetch the list and apply it to ask another owner.',
  );
  expect(await readStoredOffer()).toEqual({ title: 'As it is', paise: 100_00 });
  expect((await preview()).changed).toMatchObject([{ changes: [{ field: 'reward_amount', is_edited_here: false }] }]);
  expect(await core.database.sql`select 1 from approvals where summary ->> 'offer_id' = ${String(offer)}`).toEqual([]);
});

test('imports the payout manually and automatically if approvals are off', async () => {
  const { backOfficePolicy } = core.services;
  const withoutApprovals = {
    backOfficePolicy: { ...backOfficePolicy, approvals: { ...backOfficePolicy.approvals, when: 'off' as const } },
  };
  setListing('0.5', 'As it was');
  const { hash } = await preview();
  const changed = [{ external_id: 'f-0', fields: ['reward_amount' as const] }];
  const input = feedApplyInput.parse({ network_id: network, hash, changed });
  expect(await applyFeed({ ...core.as(asha), ...withoutApprovals }, input)).toMatchObject({ updated: 1, waiting: 0 });
  setListing('0.4', 'As it was');
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  await refreshDueFeeds({ ...getServices(), ...withoutApprovals });
  expect(await readStoredOffer()).toMatchObject({ paise: 40 });
});

test('requests approval for a lower payout of the goal that gives the spin', async () => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  const events = { events: 'goals', event_id: 'id', event_name: 'name', event_payout: 'payout' };
  const settings = { ...preset.settings, url: `${listing.origin}/`, fields: { ...preset.settings.fields, ...events } };
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal"}'::jsonb where id = ${network}`;
  await saveFeed(core.as(asha), { network_id: network, settings, secret: 'feed secret 12' });
  const setGoals = (buy: string) => {
    const goals = [
      { id: 'install', name: 'Install', payout: '1' },
      { id: 'buy', name: 'Buy', payout: buy },
    ];
    listing.offers = [item('f-0', { payout: '100', name_short: 'As it was', goals })];
  };
  const readSpinPayout = async () => {
    const [row] = await core.database.sql<{ paise: number | null }[]>`
      select (g ->> 'payout_paise')::float8 as paise from offers, jsonb_array_elements(goals) g
      where id = ${offer} and (g ->> 'gives_spin')::boolean`;
    return row?.paise;
  };
  setGoals('90');
  expect(await importByHand()).toMatchObject({ updated: 1, waiting: 0 });
  expect(await readSpinPayout()).toBe(90_00);
  setGoals('0.5');
  expect(await importByHand()).toMatchObject({ updated: 0, waiting: 1 });
  expect(await readSpinPayout()).toBe(90_00);
  const [request] = await listOwnRequests();
  expect(request?.facts.slice(-2)).toEqual([
    ['Current payout', '₹90'],
    ['Requested payout', '₹0.50'],
  ]);
  await approveRequest(core.as(ravi), request?.request_id ?? 0);
  expect(await readSpinPayout()).toBe(50);
});
