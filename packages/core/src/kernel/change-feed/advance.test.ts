import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceChangeFeed } from './advance.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Makes steps of more than `most` transactions fail as if the statement had timed out. */
async function cancelStepsOver(most: number): Promise<void> {
  await core.database.sql.unsafe(`
    create or replace function advance_change_feed(p_consumer text, p_most int) returns bigint language plpgsql as $$
    begin
      if p_most > ${most} then
        raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
      end if;
      insert into steps (consumer, most) values (p_consumer, p_most);
      return whole_advance_feed(p_consumer, p_most);
    end $$`);
}

test('halves a step that times out, and lets later steps grow', async () => {
  const { sql } = core.database;
  await makeClick(core, await makeUser(core), (await makeOffer(core)).offer_id);
  await sql`create table steps (n int generated always as identity, consumer text, most int)`;
  await sql`alter function advance_change_feed(text, int) rename to whole_advance_feed`;
  await cancelStepsOver(0);
  await expect(advanceChangeFeed(core.kernel)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  await cancelStepsOver(100);
  // Adds more transactions than one step reads. Open transactions of other tests on the server delay the feed, so the
  // test waits until the feed can read these 500.
  await sql.unsafe('do $$ begin for i in 1..500 loop perform pg_current_xact_id(); commit; end loop; end $$');
  const isBehind = () => sql`
    select 1 from change_feed_consumers where name = 'figures'
      and xid::text::bigint + 500 <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  await expect.poll(isBehind, { timeout: 60_000 }).toHaveLength(1);
  await advanceChangeFeed(core.kernel);
  const steps = await sql<{ most: number }[]>`select most from steps where consumer = 'figures' order by n limit 3`;
  // A step of 20,000 is halved eight times to 78. Success adds a quarter: 97. The next step, 121, fails: half is 60.
  expect(steps.map(({ most }) => most)).toEqual([78, 97, 60]);

  await cancelStepsOver(1_000_000);
  await sql`truncate steps`;
  await expect
    .poll(
      async () => {
        await advanceChangeFeed(core.kernel);
        return sql`select name from change_feed_consumers where change_feed_has_pending(name)`;
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
  const [consumed] = await sql`select coalesce(sum(clicks), 0)::int as clicks from offer_days`;
  expect(consumed).toEqual({ clicks: 1 });
}, 120_000);
