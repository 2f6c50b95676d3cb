import { randomUUID } from 'node:crypto';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { createSealedSeed } from '@inaam/testing/factories/mail-secrets';
import { makeOffer } from '@inaam/testing/factories/offers';
import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completedClicks, getCounted } from '../offer-clicks/completed-clicks.ts';
import { resolveFilters } from './completion-filters.ts';
import { getFigures, getFiguresWithUsers } from './figures.ts';
import { listConversions } from './list-conversions.ts';
import { completionsByClicks } from './text-search.ts';

/**
 * Checks the filters for date range and outcome: their results must equal the rows that this test filters itself. Days
 * begin at midnight in Indian time.
 */

interface Row {
  id: number;
  days_ago: number;
  spun: boolean;
  won: boolean;
  payout_paise: number;
  reversed: boolean;
}

let core: TestCore;
let rows: Row[];

beforeAll(async () => {
  core = await createTestCore();
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: [{ amount: 5, permille: 500 }] });
  for (const [index, days] of [0, 0, 1, 5, 6, 7, 8, 20, 29, 30, 31, 90].entries()) {
    const user = await makeUser(core);
    const clickId = await makeClick(core, user, offerId);
    const { seed, commitment } = createSealedSeed(core.services);
    const [completion] = await core.database.sql<{ id: number }[]>`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, completed_at, seed, commitment)
      select ${user.id}, ${offerId}, 1, k.id, n.id, ${randomUUID()}, ${1000 + index}, 'INR', 1000000,
        -- One second after midnight in Indian time.
        ((ist_day(now()) - ${days}::int)::timestamp at time zone 'Asia/Kolkata') + interval '1 second',
        ${seed}, ${commitment}
      from clicks k, networks n where k.click_id = ${clickId} and n.slug = ${network.slug} returning id`;
    const id = completion?.id ?? 0;
    if (index % 5 === 4) {
      await core.database.sql`insert into completion_events (completion_id, kind) values (${id}, 'reversed')`;
      await core.database
        .sql`insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
        values (${id}, 0, 0, '', 'open')`;
    } else if (index % 3 !== 0)
      await core.database.sql`
        select settle_spins(array[${id}::bigint], array[${(index * 350) % 1000}::int], array[0], 1::smallint, array[''],
          array['open'])`;
  }
  rows = await core.database.sql<Row[]>`
    select c.id, ist_day(now()) - ist_day(c.completed_at) as days_ago, s.spun_at is not null as spun,
      s.amount_paise is not null as won,
      c.payout_paise, c.status = 'reversed' as reversed
    from completion_states c join spin_states s on s.completion_id = c.id`;
});
afterAll(() => core.close());

const within = { all: Number.POSITIVE_INFINITY, today: 1, week: 7, month: 30 };
const outcomes = { all: () => true, won: (row: Row) => row.won, lost: (row: Row) => row.spun && !row.won };

test.each(
  (['all', 'today', 'week', 'month'] as const).flatMap((range) =>
    (['all', 'won', 'lost'] as const).map((outcome) => [range, outcome] as const),
  ),
)('lists and adds up the conversions of the date range %s with the outcome %s', async (dateRange, voucherFilter) => {
  const expected = rows.filter((row) => row.days_ago < within[dateRange] && outcomes[voucherFilter](row));
  const { conversions, overallStats, pagination } = await listConversions(
    core.services,
    conversionListInput.parse({ dateRange, voucherFilter }),
  );
  expect(conversions.map((row) => row.completion_id).toSorted((a, b) => a - b)).toEqual(
    expected.map((row) => row.id).toSorted((a, b) => a - b),
  );
  expect(pagination.total).toBe(expected.length);
  const revenue = expected.filter((row) => !row.reversed).reduce((sum, row) => sum + row.payout_paise, 0);
  const wins = expected.filter((row) => row.won).length;
  const spun = expected.filter((row) => row.spun).length;
  expect(overallStats).toEqual({
    totalRevenue: revenue / 100,
    totalVoucherWins: wins,
    totalVoucherValue: wins * 5,
    overallWinRate: spun === 0 ? 0 : Math.round((wins / spun) * 1000) / 10,
  });
});

test('for a search, adds up at most one row more than the cap, and reports that the figures are capped', async () => {
  const total = rows.length;
  await core.kernel.read(async (db) => {
    const matchClicks = async (filters: object) => {
      const input = offerClickListInput.parse(filters);
      const context = await resolveFilters(db, input, completionsByClicks);
      const counted = getCounted(input, context);
      return [
        (columns: SQL, most?: number) => completedClicks.matching(input, context, columns, most),
        counted,
      ] as const;
    };
    const found = await matchClicks({ search: 'example.invalid' });
    expect(found[1]).toBeUndefined();
    expect(await getFigures(db, ...found)).toMatchObject({ total, capped: false });
    expect(await getFigures(db, ...found, total)).toMatchObject({ total, capped: false });
    expect(await getFigures(db, ...found, 2)).toMatchObject({ total: 3, capped: true });
    expect(await getFiguresWithUsers(db, ...found)).toMatchObject({ total, users: total, capped: false });
    expect(await getFiguresWithUsers(db, ...found, 2)).toMatchObject({ total: 3, users: 3, capped: true });
    // Figures from counters cost the same for any number of rows, so they need no cap.
    const all = await matchClicks({});
    expect(await getFigures(db, ...all, 2)).toMatchObject({ total, capped: false });
    // The number of users has no counter, so only that number is capped.
    const allUsers = await getFiguresWithUsers(db, ...all);
    expect(allUsers).toMatchObject({ total, usersCapped: false });
    expect(allUsers.users).toBeGreaterThan(2);
    expect(await getFiguresWithUsers(db, ...all, 2)).toEqual({ ...allUsers, users: 2, usersCapped: true });
    for (const userType of ['firebase', 'email'] as const) {
      const some = await matchClicks({ userType });
      const { users } = await getFiguresWithUsers(db, ...some);
      expect(await getFiguresWithUsers(db, ...some, users)).toMatchObject({ users, usersCapped: false });
    }
  });
});
