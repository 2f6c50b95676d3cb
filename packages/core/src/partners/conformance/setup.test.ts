import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSecret, updateNetwork } from '../networks/commands.ts';
import { runConformanceTest } from './conformance.fixture.ts';
import { getNetworkSetup } from './setup.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('shows the steps from a new network to its first accepted postback', async () => {
  const [admin, network] = [await makeAdmin(core), await makeNetwork(core)];
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  const id = row?.id ?? 0;
  const read = () => getNetworkSetup(core.services, id);
  const nothing = { offers: 0, active_offers: 0, calls: [], real_call_at: null, test_score: null };
  expect(await read()).toEqual(nothing);

  await runConformanceTest(core, admin, id);
  expect(await read()).toEqual({ ...nothing, test_score: 100 });
  // A change of the settings makes the score outdated.
  await updateNetwork(core.as(admin), { network_id: id, hold_seconds: 60 });
  expect(await read()).toEqual(nothing);
  await updateNetwork(core.as(admin), { network_id: id, hold_seconds: 0 });

  const { offer_id: offerId } = await makeOffer(core, { network_id: id });
  await makeOffer(core, { network_id: id, is_active: false });
  expect(await read()).toMatchObject({ offers: 2, active_offers: 1 });

  const call = async (key: typeof network, click: string) =>
    postback(core, key, { click_id: click, transaction_id: randomUUID(), status: 'approved' });
  await call(network, 'of-a-test');
  expect(await read()).toMatchObject({ calls: [{ outcome: 'parked', reason: 'Click not found' }], real_call_at: null });
  await call(network, await makeClick(core, await makeUser(core), offerId));
  const { calls, real_call_at } = await read();
  expect(calls.map(({ outcome }) => outcome)).toEqual(['accepted', 'parked']);
  expect(real_call_at).toBe(calls[0]?.received_at);

  await rotateSecret(core.as(admin), { network_id: id, secret: 'an invented secret', overlap_hours: 0 });
  expect(await read()).toMatchObject({ real_call_at: null });
});

test('refuses an unknown network', async () => {
  await expect(getNetworkSetup(core.services, 999_999)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
});
