import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeOffers, updateOffer } from '../../ledger/offers/save.ts';
import { feedPresets } from '../presets/presets.ts';
import { item, type Listing, startListing } from './listing.fixture.ts';
import { refreshDueFeeds } from './refresh.ts';
import { getFeed, saveFeed } from './settings.ts';

let core: TestCore;
let listing: Listing;
beforeAll(async () => {
  core = await createTestCore();
  listing = await startListing();
});
afterAll(async () => {
  listing.close();
  await core.close();
});
const makeItems = (count: number) => Array.from({ length: count }, (_, i) => item(`f-${i}`));

/** A new network for each test. */
let network: number;
beforeEach(async () => {
  Object.assign(listing, { offers: [], status: 200, requests: 0 });
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  network = row?.id ?? 0;
});

const save = (schedule: FeedSettings['schedule']) => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  const settings = { ...preset.settings, url: `${listing.origin}/`, schedule };
  return saveFeed(core.as(anyAdmin), { network_id: network, settings, secret: 'feed secret 12' });
};
/** Refreshes the feed as if it were due. */
async function refresh(): Promise<number> {
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  return refreshDueFeeds({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } });
}
const listOffers = () => core.database.sql<{ id: number; title: string; active: boolean }[]>`
  select id, title, active from offers where network_id = ${network} order by id`;
const activate = async () => {
  await core.database.sql`update offers set active = true where network_id = ${network}`;
};

test('fetches a list when it is due, and schedules the next fetch with jitter', async () => {
  expect((await save({ every_minutes: 60, apply: 'ask' })).due_at).not.toBeNull();
  listing.offers = makeItems(2);
  expect(await refresh()).toBe(1);
  expect(await refreshDueFeeds({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } })).toBe(0);
  expect(listing.requests).toBe(1);
  const { due_at, checked_at, error } = await getFeed(core.services, network);
  const pause = (Date.parse(due_at ?? '') - Date.parse(checked_at ?? '')) / 60_000;
  expect(pause).toBeGreaterThan(53);
  expect(pause).toBeLessThan(67);
  expect(error).toBeNull();
  // The differences are only proposed, not imported.
  expect(await listOffers()).toEqual([]);
});

test('varies the pauses between fetches', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  const pauses: number[] = [];
  for (let i = 0; i < 4; i++) {
    await refresh();
    const [row] = await core.database.sql<{ minutes: number }[]>`
      select extract(epoch from feed_due_at - now())::float8 / 60 as minutes from networks where id = ${network}`;
    pauses.push(row?.minutes ?? 0);
  }
  for (const pause of pauses) {
    expect(Math.round(pause)).toBeGreaterThanOrEqual(54);
    expect(Math.round(pause)).toBeLessThanOrEqual(66);
  }
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('skips the list of an inactive network', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  await core.database.sql`update networks set active = false where id = ${network}`;
  expect([await refresh(), listing.requests]).toEqual([0, 0]);
  await core.database.sql`update networks set active = true where id = ${network}`;
  expect([await refresh(), listing.requests]).toEqual([1, 1]);
});

test('skips a list without a schedule', async () => {
  expect((await save(null)).due_at).toBeNull();
  await refresh();
  expect(listing.requests).toBe(0);
});

test('imports changes automatically, and keeps fields that an admin changed', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = makeItems(2);
  await refresh();
  const [first, second] = await listOffers();
  expect([first, second]).toMatchObject([
    { title: 'Offer f-0', active: false },
    { title: 'Offer f-1', active: false },
  ]);
  await updateOffer(core.as(anyAdmin), { offer_id: second?.id ?? 0, title: 'Our own words' });
  listing.offers = [item('f-0', { name_short: 'New from the feed' }), item('f-1', { name_short: 'Also new' })];
  await refresh();
  expect((await listOffers()).map(({ title }) => title)).toEqual(['New from the feed', 'Our own words']);
});

test('deactivates an offer that left the list, and reactivates it when it is listed again', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = makeItems(2);
  await refresh();
  await activate();
  await save({ every_minutes: 60, apply: 'ask' });
  listing.offers = [item('f-0')];
  await refresh();
  expect((await listOffers()).map(({ active }) => active)).toEqual([true, false]);
  listing.offers = makeItems(2);
  await refresh();
  expect((await listOffers()).map(({ active }) => active)).toEqual([true, true]);
});

test('does not reactivate an offer that was archived while it was not listed', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = makeItems(2);
  await refresh();
  await activate();
  listing.offers = [item('f-0')];
  await refresh();
  const [, second] = await listOffers();
  await changeOffers(core.as(anyAdmin), { offer_ids: [second?.id ?? 0], action: 'archive' });
  listing.offers = makeItems(2);
  await refresh();
  expect((await listOffers()).map(({ active }) => active)).toEqual([true, false]);
});

test('does not reactivate an offer that an admin deactivated', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = makeItems(1);
  await refresh();
  await activate();
  const [offer] = await listOffers();
  await updateOffer(core.as(anyAdmin), { offer_id: offer?.id ?? 0, is_active: false });
  await refresh();
  expect(await listOffers()).toMatchObject([{ active: false }]);
});

test('deactivates nothing and reports a problem if a list loses most of its offers at once', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = makeItems(12);
  await refresh();
  await activate();
  listing.offers = makeItems(2);
  await refresh();
  expect((await listOffers()).every(({ active }) => active)).toBe(true);
  expect((await getFeed(core.services, network)).error).toMatch(/^Most offers left the list at once/);
});

test.each([
  ['five of five', 5, 5, false],
  ['six of twelve, a half', 12, 6, false],
  ['seven of thirteen, more than a half', 13, 7, true],
])(
  'deactivates lost offers only if at most five or at most half of the offers are lost: %s',
  async (_, before, lost, isBroken) => {
    await save({ every_minutes: 60, apply: 'all' });
    listing.offers = makeItems(before);
    await refresh();
    await activate();
    listing.offers = makeItems(before).slice(lost);
    await refresh();
    const active = (await listOffers()).filter((offer) => offer.active);
    expect(active).toHaveLength(isBroken ? before : before - lost);
    expect((await getFeed(core.services, network)).error !== null).toBe(isBroken);
  },
);

test('stores a failure for the network’s page, and clears it after a successful fetch', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  listing.status = 500;
  await refresh();
  expect((await getFeed(core.services, network)).error).toBe('The network answered with status 500');
  listing.status = 200;
  await refresh();
  expect((await getFeed(core.services, network)).error).toBeNull();
});
