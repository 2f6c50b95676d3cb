import {
  conversionStatuses,
  type OfferClickListInput,
  offerClickListInput,
} from '@inaam/contracts/clicks/offer-clicks';
import { istDay } from '@inaam/contracts/common/time';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { completionStateNames } from '@inaam/contracts/completions/states';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeHistory } from '@inaam/testing/factories/history';
import { makeUser } from '@inaam/testing/factories/identity';
import { createSealedSeed } from '@inaam/testing/factories/mail-secrets';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { takeInTurn, takeSample } from '@inaam/testing/sampling';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConversions } from '../conversions/list-conversions.ts';
import { getDashboard } from '../dashboard/dashboard.ts';
import { listOfferClicks } from './list-offer-clicks.ts';

/** Compares filters, sort orders and figures with stored rows that the test itself filters, sorts and counts. */

interface Row {
  /** null: the click has no completion. */
  id: number | null;
  key: number;
  user_id: number;
  email: string;
  name: string;
  provider_uid: string | null;
  title: string;
  offer_id: number;
  external_offer_id: string;
  click_id: string;
  clicked_at: string;
  completed_at: string | null;
  payout_paise: number | null;
  status: string | null;
  approved: boolean;
  spun: boolean;
  amount_paise: number | null;
}

let core: TestCore;
let rows: Row[];
beforeAll(async () => {
  core = await createTestCore();
  await makeHistory(core, { users: 60, offers: 8 });
  // Clicks without a completion, today and up to 39 days ago.
  await core.database.sql`
    insert into clicks (click_id, user_id, offer_id, created_at)
    select 'idle-' || u.id || '-' || o.id, u.id, o.id, now() - (u.id + o.id) % 40 * interval '1 day'
    from users u, offers o where (u.id + o.id) % 5 = 0
      and not exists (select from completions c where c.user_id = u.id and c.offer_id = o.id)`;
  // Clicks with the first name of other users in their IDs.
  await core.database.sql`
    insert into clicks (click_id, user_id, offer_id, created_at)
    select 'idle-emile-' || o.id, u.id, o.id, now() - interval '3 days'
    from (select id from users where id % 11 = 0 and first_name <> 'Émile' order by id limit 1) u, offers o
    where not exists (select from clicks k where k.user_id = u.id and k.offer_id = o.id)`;
  // Some completions are never approved. Some come 20 days after their click; the list filters by the day of the click.
  const { seed, commitment } = createSealedSeed(core.services);
  await core.database.sql`
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
      currency, rate_micros, completed_at, approved_at, seed, commitment)
    select k.user_id, k.offer_id, 1, k.id, (select min(id) from networks), 'late-' || k.id, 700, 'INR', 1000000,
      least(now(), k.created_at + case k.id % 12 when 0 then interval '20 days' else interval '1 hour' end),
      case when k.click_id like 'idle-emile-%' and k.id % 2 = 0 then now() end, ${seed}, ${commitment}
    from clicks k where k.click_id like 'idle-%' and k.id % 6 = 0 or k.click_id like 'idle-emile-%'`;
  // One user of each type clicked all offers and completed none.
  for (const details of [{}, { providerUid: 'never', passwordHash: null }]) {
    const { id } = await makeUser(core, details);
    await core.database.sql`
      insert into clicks (click_id, user_id, offer_id) select 'never-' || ${id}::bigint || '-' || id, ${id}, id from offers`;
  }
  rows = await core.database.sql<Row[]>`
    select c.id, k.id as key, k.user_id, u.email, u.first_name || ' ' || u.last_name as name, u.provider_uid, o.title,
      o.id as offer_id, o.external_offer_id, k.click_id, k.created_at as clicked_at, c.completed_at, c.payout_paise,
      c.status, c.approved_at is not null as approved, s.spun_at is not null as spun, s.amount_paise
    from clicks k join users u on u.id = k.user_id join offers o on o.id = k.offer_id
    left join completion_states c on c.click_id = k.id left join spin_states s on s.completion_id = c.id
    order by k.id`;
});
afterAll(() => core.close());

const list = (input: object, many?: number) =>
  listOfferClicks(core.kernel, offerClickListInput.parse({ limit: 1000, ...input }), undefined, many);

const daysAgo = (days: number): string => istDay(new Date(Date.now() - days * 86_400_000));
const rangeDays = { today: 1, week: 7, month: 30 };
const isInRange = (range: OfferClickListInput['dateRange'], row: Row) =>
  range === 'all' || istDay(new Date(row.clicked_at)) >= daysAgo(rangeDays[range] - 1);
const ended: Record<(typeof conversionStatuses)[number], (row: Row) => boolean> = {
  all: () => true,
  voucher_won: (row) => row.amount_paise !== null,
  no_voucher: (row) => row.spun && row.amount_paise === null,
  spinner_used: (row) => row.spun,
  spinner_not_used: (row) => row.id !== null && !row.spun,
};
const kinds = {
  all: () => true,
  firebase: (row: Row) => row.provider_uid !== null,
  email: (row: Row) => row.provider_uid === null,
};

const oneDecimal = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

function computeFigures(clicked: readonly Row[]) {
  const found = clicked.filter((row) => row.approved);
  const paise = found.filter((row) => row.status === 'approved').reduce((sum, row) => sum + (row.payout_paise ?? 0), 0);
  const spun = found.filter((row) => row.spun).length;
  const wins = found.filter((row) => row.amount_paise !== null).length;
  return {
    totalConversions: found.length,
    uniqueUsers: new Set(found.map((row) => row.user_id)).size,
    totalRevenue: paise / 100,
    avgPayout: found.length === 0 ? 0 : Math.round(paise / found.length) / 100,
    voucherWins: wins,
    voucherWinRate: oneDecimal(wins, spun),
    spinsUsed: spun,
    spinUsageRate: oneDecimal(spun, found.length),
  };
}

async function expectRows(input: object, expected: readonly Row[], many?: number) {
  const { clicks, stats, pagination } = await list(input, many);
  expect(clicks.map((row) => row.click_id).toSorted()).toEqual(expected.map((row) => row.click_id).toSorted());
  expect(stats).toEqual(computeFigures(expected));
  expect(pagination.total).toBe(expected.length);
}

test('the test history has rows of every kind', () => {
  for (const range of ['today', 'week', 'month'] as const)
    expect([range, rows.some((row) => isInRange(range, row))]).toEqual([range, true]);
  for (const status of conversionStatuses) expect([status, rows.some(ended[status])]).toEqual([status, true]);
  for (const status of ['reversed', 'pending', null])
    expect([status, rows.some((row) => row.status === status)]).toEqual([status, true]);
  expect(rows.length).toBeGreaterThan(100);
});

const dateRanges = ['all', 'today', 'week', 'month'] as const;
const filtered = dateRanges
  .flatMap((dateRange) => conversionStatuses.map((conversionStatus) => ({ dateRange, conversionStatus })))
  .map((filters, index) => ({ ...filters, userTypes: takeInTurn(['all', 'firebase', 'email'] as const, index) }));

test.each(filtered)(
  'filters by $dateRange, $conversionStatus, user type ($userTypes) and offer',
  async ({ dateRange, conversionStatus, userTypes }) => {
    for (const userType of userTypes) {
      const found = rows.filter(
        (row) => isInRange(dateRange, row) && ended[conversionStatus](row) && kinds[userType](row),
      );
      await expectRows({ dateRange, conversionStatus, userType }, found);
      const offerRows = found.filter((row) => row.external_offer_id === 'history-3');
      await expectRows({ dateRange, conversionStatus, userType, offer: 'history-3' }, offerRows);
    }
  },
);

describe('search', () => {
  test('finds users, offers and clicks, and treats wildcards as text', async () => {
    const [some] = rows;
    if (!some) throw new Error('the test history is empty');
    await expectRows(
      { search: some.email.toUpperCase() },
      rows.filter((row) => row.email === some.email),
    );
    await expectRows(
      { search: some.name },
      rows.filter((row) => row.name.startsWith(some.name)),
    );
    await expectRows(
      { search: 'offer b' },
      rows.filter((row) => row.title === 'Offer B'),
    );
    await expectRows(
      { search: 'history-2' },
      rows.filter((row) => row.external_offer_id === 'history-2'),
    );
    await expectRows(
      { search: `${some.click_id}` },
      rows.filter((row) => row.click_id.startsWith(some.click_id)),
    );
    await expectRows({ search: '%' }, []);
    await expectRows(
      { search: 'idle-7-' },
      rows.filter((row) => row.click_id.startsWith('idle-7-')),
    );
    await expectRows(
      { search: 'zoya', userType: 'firebase', conversionStatus: 'spinner_used', sortBy: 'title' },
      rows.filter((row) => row.name.startsWith('Zoya') && row.provider_uid !== null && row.spun),
    );
  });
});

describe('a search that many users match', () => {
  const isNamed = (row: Row) => row.name.startsWith('Émile');
  const hasWord = (row: Row) => isNamed(row) || row.click_id.includes('emile');

  test('adds up the counters of these users and the few matching clicks of other users', async () => {
    expect(rows.filter((row) => hasWord(row) && !isNamed(row)).length).toBeGreaterThan(1);
    await expectRows({ search: 'emile' }, rows.filter(hasWord), 8);
    await expectRows({ search: 'example' }, rows, 8);
    for (const userType of ['firebase', 'email'] as const)
      await expectRows(
        { search: 'emile', userType },
        rows.filter((row) => hasWord(row) && kinds[userType](row)),
        8,
      );
  });

  test.each([{ dateRange: 'month' }, { conversionStatus: 'voucher_won' }, { offer: 'history-3' }] as const)(
    'returns the clicks and figures that the stored rows give, with the filter $0',
    async (filters) => {
      const { dateRange = 'all', conversionStatus = 'all', offer } = filters as Partial<OfferClickListInput>;
      const found = rows.filter(
        (row) =>
          hasWord(row) &&
          isInRange(dateRange, row) &&
          ended[conversionStatus](row) &&
          (!offer || row.external_offer_id === offer),
      );
      await expectRows({ search: 'emile', ...filters }, found, 8);
    },
  );

  test('gives the same figures of conversions from the users’ counters as from the rows', async () => {
    const read = async (search: string, many?: number) => {
      const input = conversionListInput.parse({ search, limit: 1000 });
      const { overallStats, pagination } = await listConversions(core.services, input, undefined, many);
      return { overallStats, pagination };
    };
    for (const search of ['emile', 'example']) expect(await read(search, 1)).toEqual(await read(search));
  });
});

describe('pages of an offer', () => {
  const ways = (['asc', 'desc'] as const).flatMap((sortOrder) =>
    [
      {},
      { dateRange: 'month' as const },
      { userType: 'email' as const },
      { conversionStatus: 'spinner_used' as const },
    ].map((filters) => ({ sortOrder, filters })),
  );

  // A normal run reads pages of one row and of three rows for only one of the combinations.
  const withSmallPages = new Set(takeSample(ways, 1));

  test.each(ways)('list all clicks in order $sortOrder with $filters', async (way) => {
    const { sortOrder, filters } = way;
    const { dateRange = 'all', userType = 'all', conversionStatus = 'all' } = filters as Partial<OfferClickListInput>;
    const sorted = rows
      .filter((row) => row.external_offer_id === 'history-3')
      .filter((row) => isInRange(dateRange, row) && ended[conversionStatus](row) && kinds[userType](row))
      .toSorted((a, b) => Date.parse(a.clicked_at) - Date.parse(b.clicked_at) || a.key - b.key);
    if (sortOrder === 'desc') sorted.reverse();
    expect(sorted.length).toBeGreaterThan(3);
    const limits = withSmallPages.has(way) ? [1, 3] : [Math.ceil(sorted.length / 5)];
    for (const limit of [...limits, sorted.length]) {
      const pages = [];
      for (let page = 1; page <= Math.ceil(sorted.length / limit) + 1; page++)
        pages.push(...(await list({ ...filters, offer: 'history-3', sortOrder, page, limit })).clicks);
      expect(pages.map((row) => row.click_id)).toEqual(sorted.map((row) => row.click_id));
    }
  });

  test('are empty for an offer without clicks', async () => {
    const { offer_id } = await makeOffer(core);
    expect((await list({ offer_id })).clicks).toEqual([]);
  });
});

describe('sorting', () => {
  test('by title lists the same clicks as by time, with filters by day and offer', async () => {
    for (const filters of [{ dateRange: 'month' }, { offer: 'history-1' }, { dateRange: 'week', offer: 'history-1' }]) {
      const listIds = async (sortBy: string, page = 1, limit = 1000) =>
        (await list({ ...filters, sortBy, page, limit })).clicks.map((row) => row.click_id);
      const all = await listIds('title');
      expect(all.toSorted()).toEqual((await listIds('created_at')).toSorted());
      const limit = Math.max(1, Math.ceil(all.length / 2));
      expect([...(await listIds('title', 1, limit)), ...(await listIds('title', 2, limit))]).toEqual(all);
    }
  });

  test.each(
    (['asc', 'desc'] as const).flatMap((sortOrder) =>
      [
        { userType: 'email' as const },
        { conversionStatus: 'spinner_used' as const },
        { userType: 'firebase' as const, dateRange: 'month' as const },
        { search: 'a', userType: 'email' as const },
      ].map((filters) => ({ sortOrder, filters })),
    ),
  )('by title, $sortOrder, orders all pages with $filters', async ({ sortOrder, filters }) => {
    const page = async (number: number, limit: number) =>
      (await list({ ...filters, sortBy: 'title', sortOrder, page: number, limit })).clicks;
    const whole = await page(1, 1000);
    const [a, b] = [whole.map((row) => row.click_id), (await list(filters)).clicks.map((row) => row.click_id)];
    expect(a.toSorted()).toEqual(b.toSorted());
    const places = whole.map((row) => [row.title.toLowerCase(), row.clicked_at].join('\n'));
    const sign = sortOrder === 'asc' ? 1 : -1;
    expect(places).toEqual(places.toSorted((one, other) => sign * (one < other ? -1 : one > other ? 1 : 0)));
    const limit = Math.ceil(whole.length / 2.5);
    const pages = [];
    for (let number = 1; number <= 4; number++) pages.push(...(await page(number, limit)));
    expect(pages.map((row) => row.click_id)).toEqual(a);
  });

  const keys: Record<OfferClickListInput['sortBy'], (row: Row) => string | number | null> = {
    created_at: (row) => row.clicked_at,
    completed_at: (row) => row.completed_at,
    payout_amount: (row) => row.payout_paise,
    title: (row) => row.title.toLowerCase(),
    email: (row) => row.email,
  };
  test.each(Object.entries(keys))(
    'by %s orders all pages; equal titles are ordered by time, other equal values by ID',
    async (sortBy, key) => {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const sign = sortOrder === 'asc' ? 1 : -1;
        const compare = (a: string | number, b: string | number) => sign * (a < b ? -1 : a > b ? 1 : 0);
        // Clicks without a value come last, by time.
        const expected = rows
          .toSorted((a, b) => {
            const [one, other] = [key(a), key(b)];
            if (one === null || other === null)
              return one === other
                ? compare(a.clicked_at, b.clicked_at) || compare(a.key, b.key)
                : Number(one === null) - Number(other === null);
            return (
              compare(one, other) ||
              (sortBy === 'title' ? compare(a.clicked_at, b.clicked_at) : 0) ||
              (completionColumns.includes(sortBy) ? compare(a.id ?? 0, b.id ?? 0) : compare(a.key, b.key))
            );
          })
          .map((row) => row.click_id);
        const found: string[] = [];
        for (let page = 1; page <= Math.ceil(rows.length / 50); page++)
          found.push(...(await list({ sortBy, sortOrder, page, limit: 50 })).clicks.map((row) => row.click_id));
        expect(found).toEqual(expected);
      }
    },
  );
  const completionColumns = ['completed_at', 'payout_amount'];
});

test('returns the documented fields of a row', async () => {
  const byClick = new Map(rows.map((row) => [row.click_id, row]));
  for (const click of (await list({})).clicks) {
    const row = byClick.get(click.click_id);
    expect(click).toMatchObject({
      completion_id: row?.id,
      user_id: row?.user_id,
      email: row?.email,
      firebase_uid: row?.provider_uid,
      title: row?.title,
      external_offer_id: row?.external_offer_id,
      category: 'Survey',
      clicked_at: new Date(row?.clicked_at ?? 0).toISOString(),
      payout_amount: row?.payout_paise == null ? null : row.payout_paise / 100,
      spinner_used: row?.spun,
      voucher_amount: row?.amount_paise == null ? null : row.amount_paise / 100,
      voucher_code: null,
      voucher_brand: null,
      reversed: row?.status === 'reversed',
      owed: row?.amount_paise != null,
    });
  }
});

test('filters by external offer ID, by offer ID, or by no offer', async () => {
  const third = rows.find((row) => row.external_offer_id === 'history-3');
  const thirdOfferRows = rows.filter((row) => row.offer_id === third?.offer_id);
  await expectRows({ offer: String(third?.offer_id) }, thirdOfferRows);
  await expectRows({ offer_id: third?.offer_id }, thirdOfferRows);
  await expectRows({ offer_id: '' }, rows);
  await expectRows({ offer: 'history-2', offer_id: third?.offer_id }, []);
  await expectRows({ offer_id: 999_999 }, []);
  for (const offer of ['history-', '999999', '0'])
    await expect(list({ offer })).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'offer' });
});

test('computes figures from approved conversions', async () => {
  const { stats } = await list({ offer: 'history-1' });
  const input = conversionListInput.parse({ offer: 'history-1', limit: 1000 });
  const { overallStats, conversions } = await listConversions(core.services, input);
  const never = rows.filter((row) => row.id !== null && !row.approved).map((row) => row.id);
  expect([
    conversions.filter((row) => !never.includes(row.completion_id)).length,
    overallStats.totalRevenue,
    overallStats.totalVoucherWins,
    overallStats.overallWinRate,
  ]).toEqual([stats.totalConversions, stats.totalRevenue, stats.voucherWins, stats.voucherWinRate]);
  // Without a filter the number equals the number on the dashboard.
  expect((await list({})).stats.totalConversions).toBe((await getDashboard(core.kernel, 7)).stats.total_conversions);
});

describe('states of conversions', () => {
  const conversions = async (input: object) =>
    (await listConversions(core.services, conversionListInput.parse({ limit: 1000, ...input }))).conversions;

  test('assign exactly one state to each conversion', async () => {
    // Adds a hold to an approved completion, and a reversal, which withholds a spin.
    const waiting = (await conversions({ state: 'not_spun' })).map((row) => row.completion_id);
    await core.database.sql`
      insert into held_spins (completion_id, held_until) values (${waiting[0] ?? 0}, now() + interval '1 day')`;
    await core.database.sql`
      insert into completion_events (completion_id, kind) values (${waiting[1] ?? 0}, 'reversed')`;
    await core.database.sql`
      insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
      values (${waiting[1] ?? 0}, 0, 0, '', 'open')`;
    const [owed] = await core.database.sql<{ amount: number }[]>`select amount_paise / 100 as amount from owed_wins`;
    await addStock(core, { amount: owed?.amount ?? 0, count: 1 });
    const all = await conversions({});
    const found = await Promise.all(completionStateNames.map((state) => conversions({ state })));
    for (const [index, state] of completionStateNames.entries()) {
      expect([state, found[index]?.length]).not.toEqual([state, 0]);
      // The filter reads `held_spins`. The test added the hold only there, so the row's own state is not `pending`.
      if (state === 'pending') continue;
      expect(found[index]?.every((row) => row.state === state)).toBe(true);
    }
    expect(
      found
        .flat()
        .map((row) => row.completion_id)
        .toSorted(),
    ).toEqual(all.map((row) => row.completion_id).toSorted());
  });
});
