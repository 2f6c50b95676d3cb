import {
  conversionStatuses,
  type OfferClickListInput,
  offerClickListInput,
} from '@inaam/contracts/clicks/offer-clicks';
import { istDay } from '@inaam/contracts/common/time';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeHistory } from '@inaam/testing/factories/history';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConversions } from '../completions/list-conversions.ts';
import { listOfferClicks } from './list-offer-clicks.ts';

/** Filters, orders and figures against rows that are filtered, sorted and counted here, by hand, from the facts. */

interface Row {
  id: number;
  user_id: number;
  email: string;
  name: string;
  provider_uid: string | null;
  title: string;
  external_offer_id: string;
  click_id: string;
  completed_at: string;
  payout_paise: number;
  status: string;
  spun: boolean;
  amount_paise: number | null;
}

let core: TestCore;
let rows: Row[];
beforeAll(async () => {
  core = await createTestCore();
  await makeHistory(core, { users: 60, offers: 8 });
  rows = await core.database.sql<Row[]>`
    select c.id, c.user_id, u.email, u.first_name || ' ' || u.last_name as name, u.provider_uid, o.title,
      o.external_offer_id,
      k.click_id, c.completed_at, c.payout_paise, c.status, s.spun_at is not null as spun, s.amount_paise
    from completion_states c join users u on u.id = c.user_id join offers o on o.id = c.offer_id
    join clicks k on k.id = c.click_id join spin_states s on s.completion_id = c.id order by c.id`;
});
afterAll(() => core.close());

const list = (input: object) => listOfferClicks(core.kernel, offerClickListInput.parse({ limit: 1000, ...input }));

const daysAgo = (days: number): string => istDay(new Date(Date.now() - days * 86_400_000));
const firstDay = { all: '', today: daysAgo(0), week: daysAgo(6), month: daysAgo(29) };
const inRange = (range: OfferClickListInput['dateRange'], row: Row) =>
  istDay(new Date(row.completed_at)) >= firstDay[range];
const ended: Record<(typeof conversionStatuses)[number], (row: Row) => boolean> = {
  all: () => true,
  voucher_won: (row) => row.amount_paise !== null,
  no_voucher: (row) => row.spun && row.amount_paise === null,
  spinner_used: (row) => row.spun,
  spinner_not_used: (row) => !row.spun,
};
const kinds = {
  all: () => true,
  firebase: (row: Row) => row.provider_uid !== null,
  email: (row: Row) => row.provider_uid === null,
};

const oneDecimal = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

function figuresOf(found: readonly Row[]) {
  const paise = found.filter((row) => row.status === 'approved').reduce((sum, row) => sum + row.payout_paise, 0);
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

async function held(input: object, expected: readonly Row[]) {
  const { clicks, stats, pagination } = await list(input);
  expect(clicks.map((row) => row.completion_id).toSorted((a, b) => a - b)).toEqual(expected.map((row) => row.id));
  expect(stats).toEqual(figuresOf(expected));
  expect(pagination.total).toBe(expected.length);
}

test('the history has rows of every kind, so that no filter is held to nothing', () => {
  for (const range of ['today', 'week', 'month'] as const)
    expect([range, rows.some((row) => inRange(range, row))]).toEqual([range, true]);
  for (const status of conversionStatuses) expect([status, rows.some(ended[status])]).toEqual([status, true]);
  expect(rows.some((row) => row.status === 'reversed')).toBe(true);
  expect(rows.length).toBeGreaterThan(100);
});

describe.each(['all', 'today', 'week', 'month'] as const)('%s', (dateRange) => {
  test.each(conversionStatuses)('%s, of every kind of user and offer', async (conversionStatus) => {
    for (const userType of ['all', 'firebase', 'email'] as const) {
      const found = rows.filter(
        (row) => inRange(dateRange, row) && ended[conversionStatus](row) && kinds[userType](row),
      );
      await held({ dateRange, conversionStatus, userType }, found);
      const ofOffer = found.filter((row) => row.external_offer_id === 'history-3');
      await held({ dateRange, conversionStatus, userType, offer: 'history-3' }, ofOffer);
    }
  });
});

describe('search', () => {
  test('finds user, offer and click, and has no wildcards', async () => {
    const [some] = rows;
    if (!some) throw new Error('there is no history');
    await held(
      { search: some.email.toUpperCase() },
      rows.filter((row) => row.email === some.email),
    );
    await held(
      { search: some.name },
      rows.filter((row) => row.name.startsWith(some.name)),
    );
    await held(
      { search: 'offer b' },
      rows.filter((row) => row.title === 'Offer B'),
    );
    await held(
      { search: 'history-2' },
      rows.filter((row) => row.external_offer_id === 'history-2'),
    );
    await held(
      { search: `${some.click_id}` },
      rows.filter((row) => row.click_id.startsWith(some.click_id)),
    );
    await held({ search: '%' }, []);
    await held({ offer: 'history-' }, []);
    await held(
      { search: 'zoya', userType: 'firebase', conversionStatus: 'spinner_used', sortBy: 'title' },
      rows.filter((row) => row.name.startsWith('Zoya') && row.provider_uid !== null && row.spun),
    );
  });
});

describe('sorted', () => {
  const keys: Record<OfferClickListInput['sortBy'], (row: Row) => string | number> = {
    completed_at: (row) => row.completed_at,
    payout_amount: (row) => row.payout_paise,
    title: (row) => row.title,
    email: (row) => row.email,
  };
  test.each(Object.entries(keys))('by %s, over all pages, equal ones by id', async (sortBy, key) => {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const sign = sortOrder === 'asc' ? 1 : -1;
      const expected = rows
        .toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
        .map((row) => row.id);
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(rows.length / 50); page++)
        found.push(...(await list({ sortBy, sortOrder, page, limit: 50 })).clicks.map((row) => row.completion_id));
      expect(found).toEqual(expected);
    }
  });
});

test('a row carries what is documented', async () => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const click of (await list({})).clicks) {
    const row = byId.get(click.completion_id);
    expect(click).toMatchObject({
      user_id: row?.user_id,
      email: row?.email,
      firebase_uid: row?.provider_uid,
      title: row?.title,
      external_offer_id: row?.external_offer_id,
      category: 'Survey',
      click_id: row?.click_id,
      payout_amount: (row?.payout_paise ?? 0) / 100,
      spinner_used: row?.spun,
      voucher_amount: row?.amount_paise == null ? null : row.amount_paise / 100,
      voucher_code: null,
      voucher_brand: null,
      reversed: row?.status === 'reversed',
      owed: row?.amount_paise != null,
    });
  }
});

test('the figures are those of the conversions with the same filters', async () => {
  for (const dateRange of ['all', 'week', 'month'] as const) {
    const { stats } = await list({ dateRange, offer: 'history-1' });
    const input = conversionListInput.parse({ dateRange, offer: 'history-1' });
    const { overallStats, pagination } = await listConversions(core.services, input);
    expect([
      pagination.total,
      overallStats.totalRevenue,
      overallStats.totalVoucherWins,
      overallStats.overallWinRate,
    ]).toEqual([stats.totalConversions, stats.totalRevenue, stats.voucherWins, stats.voucherWinRate]);
  }
});
