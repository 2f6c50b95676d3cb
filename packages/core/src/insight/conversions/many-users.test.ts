import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { offers } from '@inaam/db/schema/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeTheRest, makeHistory } from '@inaam/testing/factories/history';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countClicks, matchClicks } from '../offer-clicks/matching.ts';
import { clicksOfUsers, figuresOfUsers } from './counters.ts';
import { figuresOf, figuresWithUsers } from './figures.ts';
import { completionsByClicks, type Found, type ManyUsers } from './found-by.ts';
import { figuresOfManyUsers } from './many-users.ts';
import { type Matching, resolve } from './matching.ts';

/** What is told as a sum or a difference, against the same found row by row, which other tests hold against facts. */

const TEXT = 'common';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  const { sql } = core.database;
  await makeHistory(core, { users: 60, offers: 8 });
  // Everybody holds the text but every fifth; of these some have done an offer that does, or have a click that does.
  await sql`
    update users set email = case when id % 5 = 0 then 'odd-' || id || '@elsewhere.invalid'
      else 'common-' || id || '@example.invalid' end`;
  await sql`update offers set title = 'An uncommon offer' where id = (select min(id) from offers)`;
  await sql`
    insert into clicks (click_id, user_id, offer_id)
    select 'common-click-' || u.id, u.id, (select max(id) from offers) from users u where u.id % 10 = 0`;
  await completeTheRest(core);
  await sql`
    insert into users (email, first_name, last_name, password_hash, email_verified_at)
    select 'common-' || n || '@crowd.invalid', 'Some', 'Body', '-', now() from generate_series(1, 1500) n`;
});
afterAll(() => core.close());

/** As it is found where there are no many users. */
const byRow = <T extends Pick<Matching, 'found'>>(matching: T): T => ({
  ...matching,
  found: { ...matching.found, users: undefined } as Found,
});

function manyUsersOf({ found }: Pick<Matching, 'found'>): ManyUsers {
  if (!found?.users) throw new Error('no many users');
  return found.users;
}

const filters = (['all', 'month'] as const).flatMap((dateRange) =>
  (['all', 'firebase', 'email'] as const).flatMap((userType) =>
    (['all', 'won', 'lost', 'spun', 'unspun'] as const).map((outcome) => ({ dateRange, userType, outcome })),
  ),
);

test.each(filters)('$dateRange, $userType, $outcome', async ({ dateRange, userType, outcome }) => {
  await core.kernel.read(async (db) => {
    const matching = await resolve(db, {
      dateRange,
      dated: 'click',
      userType,
      outcome,
      search: TEXT,
      target: completionsByClicks,
    });
    const { keys, exceptions } = manyUsersOf(matching);
    expect(await exceptions(db)).toBeDefined();
    const figures = await figuresWithUsers(db, byRow(matching));
    if (dateRange === 'all') {
      expect(figures.total).toBeGreaterThan(0);
      expect((await figuresOfUsers(db, matching, keys))?.total).toBeGreaterThan(0);
    }
    expect(await figuresWithUsers(db, matching)).toEqual(figures);
    expect(await figuresOf(db, matching)).toEqual(await figuresOf(db, byRow(matching)));
    const asDifference = await figuresOfManyUsers(db, matching.found, {
      figures: (snapshot, found) => figuresWithUsers(snapshot, { ...matching, found }),
    });
    expect(asDifference).toEqual(figures);
  });
});

test('what the others have, and what of it matches, are no empty sets', async () => {
  await core.kernel.read(async (db) => {
    const all = { dateRange: 'all', dated: 'click', userType: 'all', outcome: 'all' } as const;
    const matching = await resolve(db, { ...all, search: TEXT, target: completionsByClicks });
    const { besides, exceptions } = manyUsersOf(matching);
    const others = await exceptions(db);
    const figures = (found: Found | undefined) => figuresOf(db, { ...matching, found });
    const [everything, theirs, within, without] = await Promise.all([
      figures(undefined),
      figures(others?.theirs),
      figures(others?.matching),
      figures(besides),
    ]);
    expect(everything.total).toBeGreaterThan(theirs.total);
    expect(theirs.total).toBeGreaterThan(within.total);
    expect(within.total).toBeGreaterThan(0);
    expect(without).toEqual(within);
  });
});

test.each(['all', 'firebase', 'email'] as const)('clicks of %s users', async (userType) => {
  await core.kernel.read(async (db) => {
    const input = offerClickListInput.parse({ search: TEXT, userType, total: 'exact' });
    const matching = await matchClicks(db, input);
    const total = await countClicks(db, byRow(matching));
    expect(total).toBeGreaterThan(0);
    expect(await clicksOfUsers(db, manyUsersOf(matching).keys, userType)).toBeGreaterThan(0);
    expect(await countClicks(db, matching)).toBe(total);
    const ofOne = { ...matching, offerIds: [(await db.select({ id: offers.id }).from(offers).limit(1))[0]?.id ?? 0] };
    expect(await countClicks(db, ofOne)).toBe(await countClicks(db, byRow(ofOne)));
  });
});

test('what is inserted between two of the parts is in none of them', async () => {
  const { sql } = core.database;
  let inserted = 0;
  await core.kernel.read(async (db) => {
    const matching = await matchClicks(db, offerClickListInput.parse({ search: TEXT, total: 'exact' }));
    const total = await countClicks(db, matching);
    const figures = await figuresOfManyUsers(db, matching.found, {
      figures: async (snapshot, found) => {
        // Of somebody who does not hold the text: among all, and among theirs.
        await sql`insert into clicks (click_id, user_id, offer_id)
        select ${`between-${inserted++}`}, (select min(id) from users where email like 'odd-%'),
          (select max(id) from offers)`;
        return { total: await countClicks(snapshot, { ...matching, found }) };
      },
    });
    expect(inserted).toBe(3);
    expect(figures).toEqual({ total });
  });
  await sql`delete from clicks where click_id like 'between-%'`;
});

test('a text that many do not hold is added up by the counters of those who do', async () => {
  await core.database.sql`
    insert into users (email, first_name, last_name, password_hash, email_verified_at)
    select 'other-' || n || '@crowd.invalid', 'Some', 'Body', '-', now() from generate_series(1, 10001) n`;
  await core.kernel.read(async (db) => {
    const matching = await matchClicks(db, offerClickListInput.parse({ search: TEXT, total: 'exact' }));
    expect(await manyUsersOf(matching).exceptions(db)).toBeUndefined();
    expect(await countClicks(db, matching)).toBe(await countClicks(db, byRow(matching)));
  });
});
