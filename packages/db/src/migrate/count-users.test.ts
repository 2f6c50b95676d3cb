import { caughtUp } from '@inaam/testing/caught-up';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { complete, makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeHistory } from '@inaam/testing/factories/history';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';

/** What a release before did not count of users is counted while facts come in, and once. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  await makeHistory(core, { users: 40, offers: 5 });
});
afterAll(() => core.close());

const differences = () => core.database.sql`select what from figure_differences()`;
const areCounted = async () => {
  const [column] = await core.database.sql<{ counted: boolean }[]>`
    select bool_and(attnotnull) as counted from pg_attribute where attrelid = 'user_stats'::regclass
      and attname in ('clicks', 'unapproved', 'lost_revenue_paise', 'won_revenue_paise')`;
  return column?.counted;
};

test('in parts, with facts and folds in between, and cut short', async () => {
  const { sql } = core.database;
  // As the migration leaves it: nothing is known of those who are there.
  await sql`
    alter table user_stats alter clicks drop not null, alter unapproved drop not null,
      alter lost_revenue_paise drop not null, alter won_revenue_paise drop not null`;
  await sql`
    update user_stats set clicks = null, unapproved = null, lost_revenue_paise = null, won_revenue_paise = null`;
  expect(await differences()).not.toEqual([]);

  const { offer_id: offer } = await makeOffer(core);
  const users = await sql<TestUser[]>`select id, email, '' as device from users order by id`;
  const [first, second, last] = [users[0], users[1], users.at(-1)];
  if (!first || !second || !last) throw new Error('nobody is there');
  const [part] = await sql<{ last: number }[]>`select count_users(0, 15) as last`;
  expect(part?.last).toBe(users[14]?.id);
  // One who is counted and one who is not, folded and not folded yet; and one who comes.
  for (const user of [first, last]) await complete(core, network, user, offer);
  await caughtUp(core);
  const another = (await makeOffer(core)).offer_id;
  for (const user of [second, last, await makeUser(core)]) await makeClick(core, user, another);
  await sql`select count_users(${part?.last ?? 0}, 15)`;
  const [counted] = await sql<{ n: number }[]>`select count(clicks) as n from user_stats`;
  expect(counted?.n).toBe(31);

  await migrate(core.url);
  expect(await areCounted()).toBe(true);
  expect(await differences()).toEqual([]);
  await caughtUp(core);
  expect(await differences()).toEqual([]);
  expect(await sql`select count_users(0, 1000) as last`).toEqual([{ last: null }]);
});
