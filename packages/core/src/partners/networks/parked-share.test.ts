import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkHealth } from './health.ts';
import { listNetworks } from './list.ts';
import { getParkedShares } from './parked-share.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('flags a network with many parked postbacks, but not one with too few postbacks to judge', async () => {
  const fewCalls = await makeNetwork(core, 'quiet');
  const manyCalls = await makeNetwork(core, 'loud');
  const send = (network: typeof manyCalls, n: number, status: string) =>
    postback(core, network, { click_id: 'unknown', transaction_id: `${status}-${n}`, status });
  for (let i = 0; i < 3; i++) await send(fewCalls, i, 'no-such-word');
  for (let i = 0; i < 12; i++) await send(manyCalls, i, 'no-such-word');
  const ids = await core.database.sql<{ id: number; slug: string }[]>`select id, slug from networks`;
  const id = (slug: string) => ids.find((each) => each.slug === slug)?.id ?? 0;
  const shares = await getParkedShares(core.kernel);
  expect(shares.get(id('quiet'))).toEqual({ parked_share: null, is_parking: false });
  expect(shares.get(id('loud'))).toEqual({ parked_share: 100, is_parking: true });
  expect(await networkHealth(core.kernel, id('loud'), 7)).toMatchObject({ parked_share: 100, is_parking: true });
  const { networks } = await listNetworks(core.services);
  expect(networks.map(({ slug, is_parking }) => [slug, is_parking]).toSorted()).toEqual([
    ['loud', true],
    ['quiet', false],
  ]);
});

describe('the share of parked postbacks', () => {
  const send = async (slug: string, count: number, call: Parameters<typeof insertPastPostback>[2]) => {
    for (let i = 0; i < count; i++) await insertPastPostback(core, slug, call);
  };
  const readShare = async (slug: string) => {
    const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
    return (await getParkedShares(core.kernel, row?.id)).get(row?.id ?? 0);
  };

  test('needs ten postbacks, and flags the network from 20 percent', async () => {
    const { slug } = await makeNetwork(core);
    await send(slug, 7, { outcome: 'accepted' });
    await send(slug, 2, { outcome: 'parked' });
    expect(await readShare(slug)).toEqual({ parked_share: null, is_parking: false });
    await send(slug, 1, { outcome: 'repeat' });
    expect(await readShare(slug)).toEqual({ parked_share: 20, is_parking: true });
    // 4 of 21.
    await send(slug, 9, { outcome: 'accepted' });
    await send(slug, 2, { outcome: 'parked' });
    expect(await readShare(slug)).toEqual({ parked_share: 19, is_parking: false });
  });

  test('excludes refused, unprocessed and older postbacks, and those of other networks', async () => {
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
    // 5 of 14.
    expect(await readShare(slug)).toEqual({ parked_share: 36, is_parking: true });
  });
});
