import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkHealth } from './health.ts';

/** What a network's page counts, with a row of every kind that it leaves out. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

async function network() {
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  return { slug, id: row?.id ?? 0 };
}
/** Hours since noon of a day in India. */
const noonOf = async (daysAgo: number) => {
  const [row] = await core.database.sql<{ ago: string }[]>`
    select (now() - ((ist_day(now()) - ${daysAgo}::int + time '12:00') at time zone 'Asia/Kolkata'))::text as ago`;
  return row?.ago ?? '';
};

test('calls are counted by day and outcome, repeats of a call as repeats, and those that wait by themselves', async () => {
  const [its, other] = [await network(), await network()];
  const [today, yesterday, before] = [await noonOf(0), await noonOf(1), await noonOf(2)];
  await insertPastPostback(core, its.slug, { ago: today, outcome: 'accepted', repeats: 3 });
  await insertPastPostback(core, its.slug, { ago: today, outcome: 'repeat' });
  await insertPastPostback(core, its.slug, { ago: yesterday, outcome: 'refused' });
  await insertPastPostback(core, its.slug, { ago: before, outcome: 'accepted' });
  await insertPastPostback(core, its.slug, { outcome: null });
  await insertPastPostback(core, other.slug, { ago: today, outcome: 'accepted' });
  const health = await networkHealth(core.kernel, its.id, 2);
  const none = { accepted: 0, repeat: 0, pending: 0, reversed: 0, refused: 0, parked: 0, ignored: 0 };
  expect(health.days).toEqual([
    { ...none, day: expect.any(String), refused: 1 },
    { ...none, day: expect.any(String), accepted: 1, repeat: 4 },
  ]);
  expect(health.unjudged).toBe(1);
});

test('calls that prove nothing are counted for 24 hours, each network’s own', async () => {
  const [its, other] = [await network(), await network()];
  const forged = (id: number, hours: number, calls: number, kept: number) => core.database.sql`
    insert into unauthenticated_calls (network_id, ip, hour, calls, kept)
    values (${id}, ${`192.0.2.${hours}`}, now() - make_interval(mins => ${hours * 60}::int), ${calls}, ${kept})`;
  await forged(its.id, 1, 9, 5);
  await forged(its.id, 23, 3, 2);
  await forged(its.id, 25, 100, 100);
  await forged(other.id, 1, 100, 100);
  expect((await networkHealth(core.kernel, its.id, 7)).unproven).toEqual({ calls: 12, kept: 7 });
});

test('the newest 20 calls with an alert are shown, and none without', async () => {
  const its = await network();
  for (let i = 0; i < 22; i++) await insertPastPostback(core, its.slug, { outcome: 'parked' });
  await core.database.sql`update postbacks set alert = 'Look ' || id where network_id = ${its.id}`;
  for (let i = 0; i < 3; i++) await insertPastPostback(core, its.slug, { outcome: 'parked' });
  const ids = await core.database.sql<{ id: number }[]>`
    select id from postbacks where network_id = ${its.id} and alert is not null order by id desc limit 20`;
  const { alerts } = await networkHealth(core.kernel, its.id, 7);
  expect(alerts.map(({ postback_id }) => postback_id)).toEqual(ids.map(({ id }) => id));
});

test('a network that is not there has no health', async () => {
  await expect(networkHealth(core.kernel, 999_999, 7)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
});
