import { type FeedApply, feedApplyInput } from '@inaam/contracts/networks/feed';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { updateOffer } from '../../ledger/offers/save.ts';
import { feedPresets } from '../presets/presets.ts';
import { applyFeed, previewFeed } from './import.ts';
import { item, type Listing, startListing } from './listing.fixture.ts';
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

/** A new network for each test. */
let network: number;
const getServices = () => ({ ...core.services, outgoingRequestPolicy: { trustedOrigin: listing.origin } });
const preview = () => previewFeed(getServices(), network);
const apply = (input: Omit<Partial<FeedApply>, 'network_id'>) =>
  applyFeed(core.as(anyAdmin), feedApplyInput.parse({ network_id: network, ...input }));
const listOffers = () =>
  core.database.sql<{ id: number; title: string; active: boolean; reward_paise: number; odds: unknown }[]>`
    select o.id, o.title, o.active, o.reward_paise, p.odds
    from offers o join offer_odds p on p.offer_id = o.id and p.version = o.odds_version
    where o.network_id = ${network} order by o.external_offer_id`;

beforeEach(async () => {
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  network = row?.id ?? 0;
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  await saveFeed(core.as(anyAdmin), {
    network_id: network,
    settings: { ...preset.settings, url: `${listing.origin}/` },
    secret: 'feed secret 12',
  });
});

test('stores the secret and never shows it', async () => {
  expect(await getFeed(core.services, network)).toMatchObject({ secret_hint: '••••t 12' });
  const [entry] = await core.database.sql`
    select note, after::text as after from audit_entries where action = 'networks.update_feed' and subject = ${String(network)}`;
  expect(entry?.note).toBe('The secret was changed');
  expect(entry?.after).not.toContain('feed secret');
});

test('requires the secret again when the feed’s URL changes to another origin', async () => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  const save = (url: string, more: object = {}) =>
    saveFeed(core.as(anyAdmin), {
      network_id: network,
      settings: { ...preset.settings, url },
      ...more,
    });
  await expect(save('https://elsewhere.example/')).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'secret' });
  await save(`${listing.origin}/another/path`);
  await save('https://elsewhere.example/', { secret: '' });
  expect(await getFeed(core.services, network)).toMatchObject({ secret_hint: null });
});

test('creates only the chosen offers, inactive and with the default odds', async () => {
  listing.offers = [item('a'), item('b'), item('c', { link: 'nowhere' })];
  const seen = await preview();
  expect(seen).toMatchObject({
    listed: 3,
    unchanged: 0,
    changed: [],
    gone: [],
    errors: [{ item: 3, external_id: 'c' }],
  });
  expect(seen.new.map(({ external_id }) => external_id)).toEqual(['a', 'b']);
  expect(await listOffers()).toEqual([]);
  expect(await apply({ hash: seen.hash, new: ['a'] })).toEqual({ created: 1, updated: 0, deactivated: 0, waiting: 0 });
  expect(await listOffers()).toMatchObject([
    {
      title: 'Offer a',
      active: false,
      reward_paise: 250,
      odds: [
        { amount: 5, permille: 100 },
        { amount: 10, permille: 50 },
      ],
    },
  ]);
  const again = await preview();
  expect(again).toMatchObject({ unchanged: 1, new: [{ external_id: 'b' }] });
});

test('overwrites a field that an admin has changed, but only if the input names the field', async () => {
  listing.offers = [item('a')];
  await apply({ hash: (await preview()).hash, new: ['a'] });
  const [offer] = await listOffers();
  await updateOffer(core.as(anyAdmin), { offer_id: offer?.id ?? 0, title: 'Our words' });
  listing.offers = [item('a', { name_short: 'Their words', payout: '3' })];
  const seen = await preview();
  expect(seen.changed).toEqual([
    {
      external_id: 'a',
      offer_id: offer?.id,
      title: 'Our words',
      changes: [
        { field: 'title', offer_value: 'Our words', feed_value: 'Their words', is_edited_here: true },
        { field: 'reward_amount', offer_value: 2.5, feed_value: 3, is_edited_here: false },
      ],
    },
  ]);
  await apply({ hash: seen.hash, changed: [{ external_id: 'a', fields: ['reward_amount'] }] });
  expect(await listOffers()).toMatchObject([{ title: 'Our words', reward_paise: 300 }]);
  const rest = await preview();
  expect(rest.changed[0]?.changes).toMatchObject([{ field: 'title', is_edited_here: true }]);
  await apply({ hash: rest.hash, changed: [{ external_id: 'a', fields: ['title'] }] });
  expect(await listOffers()).toMatchObject([{ title: 'Their words' }]);
  expect(await preview()).toMatchObject({ unchanged: 1, changed: [] });
  const audited = await core.database.sql`
    select before, after from audit_entries where action = 'offers.update' and subject = ${String(offer?.id)} and note = 'From the feed'
    order by id`;
  expect(audited).toEqual([
    { before: { reward_amount: 2.5 }, after: { reward_amount: 3 } },
    { before: { title: 'Our words' }, after: { title: 'Their words' } },
  ]);
});

test('matches an offer that an admin created with the same external ID, and treats its fields as edited', async () => {
  await core.database.sql`
    with new_offers as (
      insert into offers (network_id, external_offer_id, title, description, offer_url, category, model, targeting,
        reward_paise)
      values (${network}, 'a', 'By hand', 'Do it', 'https://a.example/a', 'App', 'CPA', 'ALL', 250) returning id
    ) insert into offer_odds (offer_id, version, odds) select id, 1, '[{"amount":5,"permille":100}]' from new_offers`;
  listing.offers = [item('a')];
  const seen = await preview();
  expect(seen.new).toEqual([]);
  expect(seen.changed[0]?.changes).toEqual([
    { field: 'title', offer_value: 'By hand', feed_value: 'Offer a', is_edited_here: true },
  ]);
});

test('reports active imported offers that the list no longer contains, and deactivates chosen ones', async () => {
  listing.offers = [item('a'), item('b')];
  await apply({ hash: (await preview()).hash, new: ['a', 'b'] });
  await core.database.sql`update offers set active = true where network_id = ${network}`;
  listing.offers = [item('b', { link: '' })];
  const seen = await preview();
  expect(seen.gone.map(({ external_id }) => external_id)).toEqual(['a']);
  expect((await listOffers()).map(({ active }) => active)).toEqual([true, true]);
  expect(await apply({ hash: seen.hash, gone: ['a'] })).toEqual({ created: 0, updated: 0, deactivated: 1, waiting: 0 });
  expect((await listOffers()).map(({ active }) => active)).toEqual([false, true]);
  expect((await preview()).gone).toEqual([]);
});

test('applies exactly the difference of the preview, all or nothing', async () => {
  listing.offers = [item('a'), item('b')];
  const seen = await preview();
  await expect(apply({ hash: seen.hash, new: ['a', 'nothing'] })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    field: 'new',
  });
  await expect(apply({ hash: seen.hash, new: ['a', 'a'] })).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('a is named twice'),
  });
  expect(await listOffers()).toEqual([]);
  listing.offers = [item('a', { payout: '99' }), item('b')];
  const other = await preview();
  await expect(apply({ hash: seen.hash, new: ['a'] })).rejects.toMatchObject({ code: 'FEED_CHANGED' });
  const both = await Promise.allSettled([
    apply({ hash: other.hash, new: ['a'] }),
    apply({ hash: other.hash, new: ['a'] }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await listOffers()).toMatchObject([{ reward_paise: 9900 }]);
});

test('rejects with FEED_FAILED, FEED_NOT_SET or NETWORK_NOT_FOUND if a feed cannot be previewed', async () => {
  listing.offers = [];
  await core.database.sql`update networks set feed = jsonb_set(feed, '{items}', '"elsewhere"') where id = ${network}`;
  await expect(preview()).rejects.toMatchObject({ code: 'FEED_FAILED', message: 'There is no list at “elsewhere”' });
  await core.database.sql`update networks set feed = null where id = ${network}`;
  await expect(preview()).rejects.toMatchObject({ code: 'FEED_NOT_SET' });
  await expect(previewFeed(getServices(), 999_999)).rejects.toMatchObject({
    code: 'NETWORK_NOT_FOUND',
  });
});

test('imports events as goals, and keeps the admin’s choice of the spin goal', async () => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  await core.database.sql`update networks set params = params || '{"goal_id": "event"}' where id = ${network}`;
  const fields = {
    ...preset.settings.fields,
    events: 'goals',
    event_id: 'id',
    event_name: 'name',
    event_payout: 'pay',
  };
  await saveFeed(core.as(anyAdmin), {
    network_id: network,
    settings: { ...preset.settings, fields, url: `${listing.origin}/` },
  });
  const readGoals = async () => {
    const [row] = await core.database.sql`select id, goals from offers where network_id = ${network}`;
    return row;
  };
  const [install, buy] = [
    { id: 'install', name: 'Install', pay: '2' },
    { id: 'buy', name: 'Buy', pay: '30' },
  ];
  listing.offers = [item('g', { goals: [install, buy] })];
  const seen = await preview();
  expect(seen.new[0]?.values.goals).toBe('install · Install · 2\nbuy · Buy · 30');
  await apply({ hash: seen.hash, new: ['g'] });
  const imported = await readGoals();
  const stored = { goal_id: 'install', name: 'Install', payout_paise: 200, gives_spin: false };
  expect(imported?.goals).toEqual([stored, { goal_id: 'buy', name: 'Buy', payout_paise: 3000, gives_spin: true }]);

  // An admin's choice of the spin goal and a Hindi name are not differences, and a change of payouts keeps them.
  const { goals } = imported as { goals: { goal_id: string }[] };
  const edited = goals.map((each) => ({
    ...each,
    gives_spin: each.goal_id === 'install',
    ...(each.goal_id === 'buy' && { name_hi: 'खरीदें' }),
  }));
  await core.database.sql`update offers set goals = ${JSON.stringify(edited)}::text::jsonb where id = ${imported?.id}`;
  expect(await preview()).toMatchObject({ changed: [], unchanged: 1 });
  listing.offers = [item('g', { goals: [install, { ...buy, pay: '35' }] })];
  const changed = await preview();
  expect(changed.changed[0]?.changes).toMatchObject([{ field: 'goals', is_edited_here: false }]);
  await apply({ hash: changed.hash, changed: [{ external_id: 'g', fields: ['goals'] }] });
  expect((await readGoals())?.goals).toEqual([
    { ...stored, gives_spin: true },
    { goal_id: 'buy', name: 'Buy', name_hi: 'खरीदें', payout_paise: 3500, gives_spin: false },
  ]);
  // A new name removes the Hindi name, which translates the previous name.
  listing.offers = [item('g', { goals: [install, { ...buy, name: 'Order', pay: '35' }] })];
  const renamed = await preview();
  await apply({ hash: renamed.hash, changed: [{ external_id: 'g', fields: ['goals'] }] });
  expect((await readGoals())?.goals).toEqual([
    { ...stored, gives_spin: true },
    { goal_id: 'buy', name: 'Order', payout_paise: 3500, gives_spin: false },
  ]);
  // Without events in the list, the offer's goals remain.
  listing.offers = [item('g')];
  expect(await preview()).toMatchObject({ changed: [], unchanged: 1 });
});
