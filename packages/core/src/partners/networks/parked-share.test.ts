import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkHealth } from './health.ts';
import { listNetworks } from './list.ts';
import { countRecentPostbacks, getParkedShare } from './parked-share.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('flags a network with many parked postbacks, but not one with fewer than ten postbacks', async () => {
  const fewCalls = await makeNetwork(core, 'quiet');
  const manyCalls = await makeNetwork(core, 'loud');
  const send = (network: typeof manyCalls, n: number, status: string) =>
    postback(core, network, { click_id: 'unknown', transaction_id: `${status}-${n}`, status });
  for (let i = 0; i < 3; i++) await send(fewCalls, i, 'no-such-word');
  for (let i = 0; i < 12; i++) await send(manyCalls, i, 'no-such-word');
  const ids = await core.database.sql<{ id: number; slug: string }[]>`select id, slug from networks`;
  const id = (slug: string) => ids.find((each) => each.slug === slug)?.id ?? 0;
  expect(await getParkedShare(core.kernel, id('quiet'))).toEqual({ parked_share: null, is_parking: false });
  expect(await getParkedShare(core.kernel, id('loud'))).toEqual({ parked_share: 100, is_parking: true });
  expect(await networkHealth(core.kernel, id('loud'), 7)).toMatchObject({ parked_share: 100, is_parking: true });
  const { networks } = await listNetworks(core.services);
  expect(networks.map(({ slug, is_parking }) => [slug, is_parking]).toSorted()).toEqual([
    ['loud', true],
    ['quiet', false],
  ]);
});

test('counts the postbacks of the last 24 hours by network, with the parked share where it is high', async () => {
  const [parking, repeating, refusing, idle] = await Promise.all(Array.from({ length: 4 }, () => makeNetwork(core)));
  const send = async (slug = '', count: number, call: Parameters<typeof insertPastPostback>[2]) => {
    for (let i = 0; i < count; i++) await insertPastPostback(core, slug, call);
  };
  await send(parking?.slug, 8, { outcome: 'accepted' });
  await send(parking?.slug, 2, { outcome: 'parked' });
  await send(parking?.slug, 3, { ago: '25 hours', outcome: 'accepted' });
  // 2 of 10 rows are parked, but only 2 of 18 postbacks, because the repeat of each accepted row counts, too.
  await send(repeating?.slug, 8, { outcome: 'accepted', repeats: 1 });
  await send(repeating?.slug, 2, { outcome: 'parked' });
  // Refused and unjudged postbacks do not count for the share.
  await send(refusing?.slug, 7, { outcome: 'accepted' });
  await send(refusing?.slug, 1, { outcome: 'repeat' });
  await send(refusing?.slug, 1, { outcome: 'parked', repeats: 1 });
  await send(refusing?.slug, 5, { outcome: 'refused' });
  await send(refusing?.slug, 4, { outcome: null });
  const days = await countRecentPostbacks(core.kernel);
  const { networks } = await listNetworks(core.services);
  const read = (network: typeof idle) => {
    const listed = networks.find(({ slug }) => slug === network?.slug);
    const { accepted, refused, alerts, parked_share } = days.get(listed?.network_id ?? 0) ?? {};
    expect(listed).toMatchObject({ accepted, refused, alerts, is_parking: parked_share !== null });
    return [accepted, refused, alerts, parked_share];
  };
  expect([parking, repeating, refusing, idle].map(read)).toEqual([
    [8, 0, 0, 20],
    [8, 0, 0, null],
    [7, 5, 0, 20],
    [0, 0, 0, null],
  ]);
});

describe('the share of parked postbacks', () => {
  const send = async (slug: string, count: number, call: Parameters<typeof insertPastPostback>[2]) => {
    for (let i = 0; i < count; i++) await insertPastPostback(core, slug, call);
  };
  const readShare = async (slug: string) => {
    const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
    return getParkedShare(core.kernel, row?.id ?? 0);
  };

  test('needs ten postbacks, and flags the network from 20 percent', async () => {
    const { slug } = await makeNetwork(core);
    await send(slug, 7, { outcome: 'accepted' });
    await send(slug, 2, { outcome: 'parked' });
    expect(await readShare(slug)).toEqual({ parked_share: null, is_parking: false });
    await send(slug, 1, { outcome: 'repeat' });
    expect(await readShare(slug)).toEqual({ parked_share: 20, is_parking: true });
    // 4 of 21 postbacks are parked.
    await send(slug, 9, { outcome: 'accepted' });
    await send(slug, 2, { outcome: 'parked' });
    expect(await readShare(slug)).toEqual({ parked_share: 19, is_parking: false });
  });

  test('excludes refused and unjudged postbacks, those older than 24 hours, and those of other networks', async () => {
    const { slug } = await makeNetwork(core);
    const { slug: other } = await makeNetwork(core);
    await send(slug, 10, { outcome: 'parked' });
    await send(slug, 10, { outcome: 'refused' });
    await send(slug, 5, { outcome: null });
    await send(slug, 10, { ago: '24 hours 1 second', outcome: 'accepted' });
    await send(other, 10, { outcome: 'accepted' });
    expect(await readShare(slug)).toEqual({ parked_share: 100, is_parking: true });
    await send(slug, 10, { ago: '23 hours 50 minutes', outcome: 'accepted' });
    expect(await readShare(slug)).toEqual({ parked_share: 50, is_parking: true });
  });

  test('counts each repeat of a postback', async () => {
    const { slug } = await makeNetwork(core);
    await send(slug, 1, { outcome: 'parked' });
    await send(slug, 1, { outcome: 'accepted', repeats: 7 });
    expect(await readShare(slug)).toEqual({ parked_share: null, is_parking: false });
    await send(slug, 1, { outcome: 'accepted' });
    expect(await readShare(slug)).toEqual({ parked_share: 10, is_parking: false });
    await send(slug, 1, { outcome: 'parked', repeats: 3 });
    // 5 of 14 postbacks are parked.
    expect(await readShare(slug)).toEqual({ parked_share: 36, is_parking: true });
  });
});
