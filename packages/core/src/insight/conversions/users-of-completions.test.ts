import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completedClicks, getCounted } from '../offer-clicks/completed-clicks.ts';
import { getFiguresWithUsers } from './figures.ts';

/** Checks the number of users, both with and without a cap, against a count from the table {@link PEOPLE}. */

/** The outcomes of each user's completions: the first is for the first offer, and so on. */
const PEOPLE: { google: boolean; spins: ('won' | 'lost' | 'unspun')[] }[] = [
  { google: false, spins: ['won', 'won', 'won'] },
  { google: false, spins: ['lost', 'won', 'unspun'] },
  { google: false, spins: ['lost', 'lost'] },
  { google: true, spins: ['unspun', 'unspun', 'unspun'] },
  { google: true, spins: ['won', 'lost'] },
  { google: true, spins: [] },
];
const OUTCOMES = {
  all: ['won', 'lost', 'unspun'],
  won: ['won'],
  lost: ['lost'],
  spun: ['won', 'lost'],
  unspun: ['unspun'],
};
const KINDS = { all: [true, false], firebase: [true], email: [false] };

let core: TestCore;
/** Offer IDs, in the order of `spins` above. */
let offers: number[] = [];
beforeAll(async () => {
  core = await createTestCore();
  const network = await makeNetwork(core);
  await addStock(core, { amount: 5, count: 20 });
  for (let i = 0; i < 3; i++) {
    const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: 5, permille: 500 }] });
    offers.push(offer_id);
  }
  for (const { google, spins } of PEOPLE) {
    const user = await makeUser(core);
    if (google) await core.database.sql`update users set provider_uid = ${`g-${user.id}`} where id = ${user.id}`;
    for (const [i, outcome] of spins.entries()) {
      const { completionId } = await completeOffer(core, network, user, offers[i] ?? 0);
      if (outcome !== 'unspun') await settleWithRoll(core, completionId, outcome === 'won' ? 0 : 999);
    }
    // A user without spins gets an unapproved completion, which must not count.
    if (spins.length === 0) {
      const click_id = await makeClick(core, user, offers[0] ?? 0);
      await postback(core, network, { click_id, transaction_id: `pending-${user.id}`, status: 'pending' });
    }
  }
});
afterAll(() => core.close());

/** Positions of the offers in the filter; undefined for all offers. */
const OFFERS: Record<string, number[] | undefined> = {
  all: undefined,
  first: [0],
  'last two': [1, 2],
  'all three, named': [0, 1, 2],
  none: [],
};

const cases = Object.entries(OUTCOMES).flatMap(([outcome, spins]) =>
  Object.entries(KINDS).flatMap(([userType, kinds]) =>
    Object.entries(OFFERS).map(([of, places]) => ({
      outcome: outcome as keyof typeof OUTCOMES,
      userType: userType as keyof typeof KINDS,
      of,
      places,
      users: PEOPLE.filter(
        (one) =>
          kinds.includes(one.google) &&
          one.spins.some((spin, place) => (places?.includes(place) ?? true) && spins.includes(spin)),
      ).length,
    })),
  ),
);

const STATUSES = {
  all: 'all',
  won: 'voucher_won',
  lost: 'no_voucher',
  spun: 'spinner_used',
  unspun: 'spinner_not_used',
} as const;

// Each case runs twice: before the change feed has read the completions and spins, and after.
test.each([false, true].flatMap((isRead) => cases.map((each) => ({ ...each, isRead }))))(
  'counts $users users (outcome $outcome, user type $userType, offers $of, change feed up to date: $isRead)',
  async ({ outcome, userType, places, users, isRead }) => {
    if (isRead) await waitForChangeFeed(core);
    await core.kernel.read(async (db) => {
      const input = offerClickListInput.parse({ conversionStatus: STATUSES[outcome], userType });
      const offerIds = places?.map((place) => offers[place] ?? 0);
      const context = { offerIds, isOfOffer: false, found: undefined };
      const selectRows = (columns: SQL, most?: number) => completedClicks.matching(input, context, columns, most);
      const counted = getCounted(input, context);
      expect(counted).toBeDefined();
      expect(await getFiguresWithUsers(db, selectRows, counted)).toMatchObject({ users, usersCapped: false });
      // A cap equal to the number of users is not exceeded. A cap of one less is exceeded.
      expect(await getFiguresWithUsers(db, selectRows, counted, users)).toMatchObject({ users, usersCapped: false });
      if (users > 0)
        expect(await getFiguresWithUsers(db, selectRows, counted, users - 1)).toMatchObject({
          users: users - 1,
          usersCapped: true,
        });
      // Other figures come from counters and equal a count over rows.
      expect(await getFiguresWithUsers(db, selectRows, counted)).toEqual(
        await getFiguresWithUsers(db, selectRows, undefined),
      );
    });
  },
);

test('reads at most (cap + 1) × 10 completions, and then reports that there may be more users', async () => {
  await core.kernel.read(async (db) => {
    const context = { offerIds: offers.slice(0, 2), isOfOffer: false, found: undefined };
    const limits: (number | undefined)[] = [];
    // Simulates forty completions of the two offers, all by one user.
    const repeat = (columns: SQL, most?: number) => {
      limits.push(most);
      const one = sql`(select * from build_completion_rows() where approved limit 1)`;
      return sql`(select ${columns} from ${one} completion_rows, generate_series(1, 40) limit ${most ?? null}::int)`;
    };
    const counted = getCounted(offerClickListInput.parse({}), context);
    expect(await getFiguresWithUsers(db, repeat, counted, 2)).toMatchObject({ users: 1, usersCapped: true });
    expect(await getFiguresWithUsers(db, repeat, counted, 4)).toMatchObject({ users: 1, usersCapped: false });
    expect(limits).toEqual([30, 50]);
  });
});
