import { offerListInput } from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { insertPastCompletion } from '@inaam/testing/factories/dated-rows';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOffersForAdmin } from './list-for-admin.ts';
import { listOffersForUser } from './list-for-user.ts';

/** An offer's first day, last day and daily cap refer to days in the Indian time zone. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

async function day(by: number): Promise<string> {
  const [row] = await core.database.sql<{ day: string }[]>`select (ist_day(now()) + ${by}::int)::text as day`;
  return row?.day ?? '';
}

/** Returns whether a new user sees the offer, and the result of starting it: true or the error code. */
async function tryOffer(offerId: number) {
  const user = await makeUser(core);
  const { offers } = await listOffersForUser(core.services, user.id);
  const starts = await makeClick(core, user, offerId).then(
    () => true,
    ({ code }: { code: string }) => code,
  );
  return [offers.some(({ offer_id }) => offer_id === offerId), starts];
}
const isListed = async (status: 'scheduled' | 'ended', offerId: number) =>
  (await listOffersForAdmin(core.kernel, offerListInput.parse({ status, limit: 1000 }))).offers.some(
    ({ offer_id }) => offer_id === offerId,
  );
const CLOSED = [false, 'OFFER_UNAVAILABLE'];

test('lists an offer and lets users start it on its first and last day, but not before or after', async () => {
  const [yesterday, today, tomorrow] = [await day(-1), await day(0), await day(1)];
  const { offer_id: oneDay } = await makeOffer(core, { starts_on: today, ends_on: today });
  const { offer_id: over } = await makeOffer(core, { ends_on: yesterday });
  const { offer_id: ahead } = await makeOffer(core, { starts_on: tomorrow });
  expect([await tryOffer(oneDay), await tryOffer(over), await tryOffer(ahead)]).toEqual([[true, true], CLOSED, CLOSED]);
  const states = async (offerId: number) => [await isListed('scheduled', offerId), await isListed('ended', offerId)];
  expect([await states(oneDay), await states(over), await states(ahead)]).toEqual([
    [false, false],
    [false, true],
    [true, false],
  ]);
});

test('counts only today’s completions of an offer against its daily cap', async () => {
  const { offer_id: offerId } = await makeOffer(core, { daily_cap: 2 });
  const { offer_id: other } = await makeOffer(core);
  for (let i = 0; i < 2; i++) {
    await insertPastCompletion(core, network, await makeUser(core), offerId, { daysAgo: 1, status: 'approved' });
    await completeOffer(core, network, await makeUser(core), other);
  }
  await completeOffer(core, network, await makeUser(core), offerId);
  await waitForChangeFeed(core);
  expect((await tryOffer(offerId))[1]).toBe(true);
  await completeOffer(core, network, await makeUser(core), offerId);
  await waitForChangeFeed(core);
  expect((await tryOffer(offerId))[1]).toBe(CLOSED[1]);
});
