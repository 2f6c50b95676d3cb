import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkHealth } from './health.ts';
import { listNetworks } from './list.ts';
import { parkedShares } from './parked-share.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('a network that is not understood is told apart from one whose calls are few or fine', async () => {
  const quiet = await makeNetwork(core, 'quiet');
  const loud = await makeNetwork(core, 'loud');
  const send = (network: typeof loud, n: number, status: string) =>
    postback(core, network, { click_id: 'nobody', transaction_id: `${status}-${n}`, status });
  for (let i = 0; i < 3; i++) await send(quiet, i, 'no-such-word');
  for (let i = 0; i < 12; i++) await send(loud, i, 'no-such-word');
  const ids = await core.database.sql<{ id: number; slug: string }[]>`select id, slug from networks`;
  const id = (slug: string) => ids.find((each) => each.slug === slug)?.id ?? 0;
  const shares = await parkedShares(core.kernel);
  expect(shares.get(id('quiet'))).toEqual({ parked_share: null, is_parking: false });
  expect(shares.get(id('loud'))).toEqual({ parked_share: 100, is_parking: true });
  expect(await networkHealth(core.kernel, id('loud'), 7)).toMatchObject({ parked_share: 100, is_parking: true });
  const { networks } = await listNetworks(core.services);
  expect(networks.map(({ slug, is_parking }) => [slug, is_parking]).toSorted()).toEqual([
    ['loud', true],
    ['quiet', false],
  ]);
});
