import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkHealth } from './health.ts';

/** The figures of the network page. Each test also inserts rows that must not be counted. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

async function createNetwork() {
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  return { slug, id: row?.id ?? 0 };
}
/** Returns the hours since noon (IST) `daysAgo` days ago, as an interval. */
const readHoursSinceNoon = async (daysAgo: number) => {
  const [row] = await core.database.sql<{ ago: string }[]>`
    select (now() - ((ist_day(now()) - ${daysAgo}::int + time '12:00') at time zone 'Asia/Kolkata'))::text as ago`;
  return row?.ago ?? '';
};

test('counts postbacks by day and outcome, repeats separately, and unprocessed postbacks', async () => {
  const [network, other] = [await createNetwork(), await createNetwork()];
  const [today, yesterday, twoDaysAgo] = [
    await readHoursSinceNoon(0),
    await readHoursSinceNoon(1),
    await readHoursSinceNoon(2),
  ];
  await insertPastPostback(core, network.slug, { ago: today, outcome: 'accepted', repeats: 3 });
  await insertPastPostback(core, network.slug, { ago: today, outcome: 'repeat' });
  await insertPastPostback(core, network.slug, { ago: yesterday, outcome: 'refused' });
  await insertPastPostback(core, network.slug, { ago: twoDaysAgo, outcome: 'accepted' });
  await insertPastPostback(core, network.slug, { outcome: null });
  await insertPastPostback(core, other.slug, { ago: today, outcome: 'accepted' });
  const health = await networkHealth(core.kernel, network.id, 2);
  const zeros = { accepted: 0, repeat: 0, pending: 0, reversed: 0, refused: 0, parked: 0, ignored: 0 };
  expect(health.days).toEqual([
    { ...zeros, day: expect.any(String), refused: 1 },
    { ...zeros, day: expect.any(String), accepted: 1, repeat: 4 },
  ]);
  expect(health.unjudged).toBe(1);
});

test('counts a network’s unauthenticated postbacks of the last 24 hours', async () => {
  const [network, other] = [await createNetwork(), await createNetwork()];
  const insertForged = (id: number, hours: number, calls: number, kept: number) => core.database.sql`
    insert into unauthenticated_calls (network_id, ip, hour, calls, kept)
    values (${id}, ${`192.0.2.${hours}`}, now() - make_interval(mins => ${hours * 60}::int), ${calls}, ${kept})`;
  await insertForged(network.id, 1, 9, 5);
  await insertForged(network.id, 23, 3, 2);
  await insertForged(network.id, 25, 100, 100);
  await insertForged(other.id, 1, 100, 100);
  expect((await networkHealth(core.kernel, network.id, 7)).unauthenticated).toEqual({ calls: 12, kept: 7 });
});

test('lists the newest 20 postbacks with an alert, and no others', async () => {
  const network = await createNetwork();
  for (let i = 0; i < 22; i++) await insertPastPostback(core, network.slug, { outcome: 'parked' });
  await core.database.sql`update postbacks set alert = 'Look ' || id where network_id = ${network.id}`;
  for (let i = 0; i < 3; i++) await insertPastPostback(core, network.slug, { outcome: 'parked' });
  const ids = await core.database.sql<{ id: number }[]>`
    select id from postbacks where network_id = ${network.id} and alert is not null order by id desc limit 20`;
  const { alerts } = await networkHealth(core.kernel, network.id, 7);
  expect(alerts.map(({ postback_id }) => postback_id)).toEqual(ids.map(({ id }) => id));
});

test('fails for an unknown network', async () => {
  await expect(networkHealth(core.kernel, 999_999, 7)).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
});
