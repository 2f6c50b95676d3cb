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
const many = (count: number) => Array.from({ length: count }, (_, i) => item(`f-${i}`));

/** The network of each test. */
let network: number;
beforeEach(async () => {
  Object.assign(listing, { offers: [], status: 200, asked: 0 });
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  network = row?.id ?? 0;
});

const save = (schedule: FeedSettings['schedule']) => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('there is no preset');
  const settings = { ...preset.settings, url: `${listing.origin}/`, schedule };
  return saveFeed(core.as(anyAdmin), { network_id: network, settings, secret: 'feed secret 12' });
};
/** As if the time had come. */
async function look(): Promise<number> {
  await core.database.sql`update networks set feed_due_at = now() - interval '1 second' where id = ${network}`;
  return refreshDueFeeds({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } });
}
const offersOf = () => core.database.sql<{ id: number; title: string; active: boolean }[]>`
  select id, title, active from offers where network_id = ${network} order by id`;
const activate = async () => {
  await core.database.sql`update offers set active = true where network_id = ${network}`;
};

test('a list is looked at when it is due, and the next look is spread around its pause', async () => {
  expect((await save({ every_minutes: 60, apply: 'ask' })).due_at).not.toBeNull();
  listing.offers = many(2);
  expect(await look()).toBe(1);
  expect(await refreshDueFeeds({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } })).toBe(0);
  expect(listing.asked).toBe(1);
  const { due_at, checked_at, error } = await getFeed(core.services, network);
  const pause = (Date.parse(due_at ?? '') - Date.parse(checked_at ?? '')) / 60_000;
  expect(pause).toBeGreaterThan(53);
  expect(pause).toBeLessThan(67);
  expect(error).toBeNull();
  // What differs is a proposal.
  expect(await offersOf()).toEqual([]);
});

test('looks are spread: their pauses differ', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  const pauses: number[] = [];
  for (let i = 0; i < 4; i++) {
    await look();
    const [row] = await core.database.sql<{ minutes: number }[]>`
      select extract(epoch from feed_due_at - now())::float8 / 60 as minutes from networks where id = ${network}`;
    pauses.push(Math.round(row?.minutes ?? 0));
  }
  for (const pause of pauses) {
    expect(pause).toBeGreaterThanOrEqual(54);
    expect(pause).toBeLessThanOrEqual(66);
  }
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('one of a network that is switched off is not looked at', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  await core.database.sql`update networks set active = false where id = ${network}`;
  expect([await look(), listing.asked]).toEqual([0, 0]);
  await core.database.sql`update networks set active = true where id = ${network}`;
  expect([await look(), listing.asked]).toEqual([1, 1]);
});

test('one without a schedule is not looked at', async () => {
  expect((await save(null)).due_at).toBeNull();
  await look();
  expect(listing.asked).toBe(0);
});

test('what may be taken over by itself is, and what was changed here stays', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(2);
  await look();
  const [first, second] = await offersOf();
  expect([first, second]).toMatchObject([
    { title: 'Offer f-0', active: false },
    { title: 'Offer f-1', active: false },
  ]);
  await updateOffer(core.as(anyAdmin), { offer_id: second?.id ?? 0, title: 'Our own words' });
  listing.offers = [item('f-0', { name_short: 'Theirs, new' }), item('f-1', { name_short: 'Theirs, too' })];
  await look();
  expect((await offersOf()).map(({ title }) => title)).toEqual(['Theirs, new', 'Our own words']);
});

test('an offer that left the list takes no clicks, whatever is taken over, and comes back with it', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(2);
  await look();
  await activate();
  await save({ every_minutes: 60, apply: 'ask' });
  listing.offers = [item('f-0')];
  await look();
  expect((await offersOf()).map(({ active }) => active)).toEqual([true, false]);
  listing.offers = many(2);
  await look();
  expect((await offersOf()).map(({ active }) => active)).toEqual([true, true]);
});

test('one that was archived while it was away stays archived', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(2);
  await look();
  await activate();
  listing.offers = [item('f-0')];
  await look();
  const [, gone] = await offersOf();
  await changeOffers(core.as(anyAdmin), { offer_ids: [gone?.id ?? 0], action: 'archive' });
  listing.offers = many(2);
  await look();
  expect((await offersOf()).map(({ active }) => active)).toEqual([true, false]);
});

test('one that an admin took away does not come back', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(1);
  await look();
  await activate();
  const [offer] = await offersOf();
  await updateOffer(core.as(anyAdmin), { offer_id: offer?.id ?? 0, is_active: false });
  await look();
  expect(await offersOf()).toMatchObject([{ active: false }]);
});

test('a list that loses most of its offers at once takes none away, and says so', async () => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(12);
  await look();
  await activate();
  listing.offers = many(2);
  await look();
  expect((await offersOf()).every(({ active }) => active)).toBe(true);
  expect((await getFeed(core.services, network)).error).toMatch(/^Most offers left the list at once/);
});

test.each([
  ['five of five', 5, 5, false],
  ['six of twelve, a half', 12, 6, false],
  ['seven of thirteen, more than a half', 13, 7, true],
])('a list that loses %s offers: broken is %s', async (_, before, lost, isBroken) => {
  await save({ every_minutes: 60, apply: 'all' });
  listing.offers = many(before);
  await look();
  await activate();
  listing.offers = many(before).slice(lost);
  await look();
  const left = (await offersOf()).filter(({ active }) => active);
  expect(left).toHaveLength(isBroken ? before : before - lost);
  expect((await getFeed(core.services, network)).error !== null).toBe(isBroken);
});

test('what goes wrong is kept for the page, and the next look clears it', async () => {
  await save({ every_minutes: 60, apply: 'ask' });
  listing.status = 500;
  await look();
  expect((await getFeed(core.services, network)).error).toBe('The network answered with status 500');
  listing.status = 200;
  await look();
  expect((await getFeed(core.services, network)).error).toBeNull();
});
