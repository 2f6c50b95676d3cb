import { istDay } from '@inaam/contracts/common/time';
import {
  type AdminUser,
  performanceFilters,
  type UserListInput,
  userDateRanges,
  userListInput,
  userVoucherFilters,
} from '@inaam/contracts/identity/users';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeHistory } from '@inaam/testing/factories/history';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUsers } from './list-users.ts';

/**
 * Compares the filters and sort orders of the list of users with stored rows that the test itself filters and sorts.
 */

interface Row {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  created_at: string;
  last_activity_at: string;
  completions: number;
  spins: number;
  wins: number;
  highest_paise: number | null;
  revenue_paise: number;
}

let core: TestCore;
let rows: Row[];
beforeAll(async () => {
  core = await createTestCore();
  await makeHistory(core, { users: 120, offers: 14 });
  rows = await core.database.sql<Row[]>`
    select u.id, u.email, u.first_name, u.last_name, u.created_at, t.last_activity_at, count(c.id) as completions,
      count(s.spun_at) as spins, count(s.amount_paise) as wins, max(s.amount_paise) as highest_paise,
      coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0)::bigint as revenue_paise
    from users u join user_stats_now() t on t.user_id = u.id
    left join completion_states c on c.user_id = u.id left join spin_states s on s.completion_id = c.id
    group by u.id, t.last_activity_at order by u.id`;
});
afterAll(() => core.close());

const list = (input: object) => listUsers(core.kernel, userListInput.parse({ limit: 1000, ...input }));
const getIds = (users: readonly AdminUser[]) => users.map((user) => user.user_id);

const DAY = 86_400_000;
const daysAgo = (days: number): string => istDay(new Date(Date.now() - days * DAY));
const monthsAgo = (months: number): string => {
  const [year = 0, month = 0] = daysAgo(0).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
};

const inRange: Record<(typeof userDateRanges)[number], (day: string) => boolean> = {
  all: () => true,
  today: (day) => day === daysAgo(0),
  yesterday: (day) => day === daysAgo(1),
  last_7_days: (day) => day >= daysAgo(6),
  last_30_days: (day) => day >= daysAgo(29),
  last_90_days: (day) => day >= daysAgo(89),
  this_month: (day) => day.startsWith(monthsAgo(0)),
  last_month: (day) => day.startsWith(monthsAgo(1)),
};
const age = (row: Row): number => Date.now() - new Date(row.last_activity_at).getTime();
const performs: Record<(typeof performanceFilters)[number], (row: Row) => boolean> = {
  all: () => true,
  high: (row) => row.completions >= 10,
  medium: (row) => row.completions >= 5 && row.completions <= 9,
  low: (row) => row.completions >= 1 && row.completions <= 4,
  no_completions: (row) => row.completions === 0,
  recent_activity: (row) => age(row) <= 7 * DAY,
  inactive: (row) => age(row) > 30 * DAY,
};
const wins: Record<(typeof userVoucherFilters)[number], (row: Row) => boolean> = {
  all: () => true,
  has_vouchers: (row) => row.wins > 0,
  no_vouchers: (row) => row.wins === 0,
  multiple_vouchers: (row) => row.wins >= 2,
  high_value_vouchers: (row) => (row.highest_paise ?? 0) >= 10_000,
};

test('the test history has users of every kind', () => {
  for (const range of userDateRanges)
    expect([range, rows.some((row) => inRange[range](istDay(new Date(row.created_at))))]).toEqual([range, true]);
  for (const filter of performanceFilters) expect([filter, rows.some(performs[filter])]).toEqual([filter, true]);
  for (const filter of userVoucherFilters) expect([filter, rows.some(wins[filter])]).toEqual([filter, true]);
});

describe.each(userDateRanges)('users of the date range %s', (dateRange) => {
  test.each(performanceFilters)('are filtered by %s', async (performanceFilter) => {
    for (const voucherFilter of userVoucherFilters) {
      const expected = rows.filter(
        (row) =>
          inRange[dateRange](istDay(new Date(row.created_at))) &&
          performs[performanceFilter](row) &&
          wins[voucherFilter](row),
      );
      const { users, pagination } = await list({ dateRange, performanceFilter, voucherFilter });
      expect(getIds(users).toSorted((a, b) => a - b)).toEqual(expected.map((row) => row.id));
      expect(pagination).toEqual({
        page: 1,
        limit: 1000,
        total: expected.length,
        totalPages: Math.ceil(expected.length / 1000),
        pages: Math.ceil(expected.length / 1000),
      });
    }
  });
});

const keys: Record<string, (row: Row) => string | number> = {
  registration_date: (row) => row.created_at,
  created_at: (row) => row.created_at,
  last_activity: (row) => row.last_activity_at,
  total_completions: (row) => row.completions,
  spins_used: (row) => row.spins,
  total_vouchers_won: (row) => row.wins,
  total_revenue_generated: (row) => row.revenue_paise,
};

describe('sorting', () => {
  test.each(Object.entries(keys))('by %s orders all pages; equal values are ordered by ID', async (sortBy, key) => {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const sign = sortOrder === 'asc' ? 1 : -1;
      const expected = rows
        .filter((row) => row.wins > 0)
        .toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
        .map((row) => row.id);
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 25); page++) {
        const { users } = await list({ sortBy, sortOrder, voucherFilter: 'has_vouchers', page, limit: 25 });
        found.push(...getIds(users));
      }
      expect(found).toEqual(expected);
    }
  });
  const filters = [
    ...(['last_7_days', 'last_30_days', 'last_90_days', 'last_month'] as const).map((dateRange) => ({ dateRange })),
    ...(['recent_activity', 'inactive'] as const).map((performanceFilter) => ({ performanceFilter })),
  ];
  test.each(Object.entries(keys).flatMap(([sortBy, key]) => filters.map((filter) => ({ sortBy, key, filter }))))(
    'by $sortBy orders the users of $filter',
    async ({ sortBy, key, filter }) => {
      const { dateRange = 'all', performanceFilter = 'all' } = filter as Partial<UserListInput>;
      const named = rows.filter(
        (row) => inRange[dateRange](istDay(new Date(row.created_at))) && performs[performanceFilter](row),
      );
      expect(named.length).toBeGreaterThan(0);
      for (const sortOrder of ['asc', 'desc'] as const) {
        const sign = sortOrder === 'asc' ? 1 : -1;
        const expected = named
          .toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
          .map((row) => row.id);
        expect(getIds((await list({ ...filter, sortBy, sortOrder })).users)).toEqual(expected);
      }
    },
  );
  test('by name ignores case, and by email in descending order puts the alphabetically last email first', async () => {
    const names = (await list({ sortBy: 'first_name', sortOrder: 'asc' })).users.map((user) =>
      user.first_name.toLowerCase(),
    );
    expect(names.indexOf('ravi')).toBeGreaterThan(names.lastIndexOf('asha'));
    expect(names.indexOf('zoya')).toBeGreaterThan(names.lastIndexOf('ravi'));
    const { users } = await list({ sortBy: 'email', sortOrder: 'desc', dateRange: 'last_30_days' });
    expect(users.length).toBeGreaterThan(1);
    expect(users[0]?.email.localeCompare(users.at(-1)?.email ?? '')).toBe(1);
  });
});

test('returns the figures that a count of the stored rows gives, without reversed revenue', async () => {
  const { users } = await list({});
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(users).toHaveLength(rows.length);
  for (const user of users) {
    const row = byId.get(user.user_id);
    expect(user).toEqual({
      user_id: row?.id,
      first_name: row?.first_name,
      last_name: row?.last_name,
      email: row?.email,
      registration_date: new Date(row?.created_at ?? 0).toISOString(),
      last_activity: new Date(row?.last_activity_at ?? 0).toISOString(),
      total_completions: row?.completions,
      spins_used: row?.spins,
      total_vouchers_won: row?.wins,
      total_revenue_generated: (row?.revenue_paise ?? 0) / 100,
      is_suspicious: false,
    });
  }
});

test('finds users by name and email, and treats wildcards as text', async () => {
  const [first] = rows;
  expect(getIds((await list({ search: first?.email.toUpperCase() })).users)).toEqual([first?.id]);
  expect(getIds((await list({ search: `${first?.first_name} ${first?.last_name}` })).users)).toEqual([first?.id]);
  expect((await list({ search: '%' })).users).toEqual([]);
  const many = await list({ search: 'zoya', performanceFilter: 'low', sortBy: 'spins_used' });
  expect(getIds(many.users).toSorted((a, b) => a - b)).toEqual(
    rows.filter((row) => row.first_name === 'Zoya' && performs.low(row)).map((row) => row.id),
  );
});

test('returns an empty page past the end, with the total', async () => {
  const { users, pagination } = await list({ page: 99, limit: 50 });
  expect(users).toEqual([]);
  expect(pagination).toMatchObject({ total: rows.length, totalPages: 3, pages: 3 });
});

test('keeps the activity hour of a user equal to the hour of the last activity', async () => {
  const listWrongHours = () => core.database.sql`
    select s.user_id from user_stats s full join user_activity_hours h on h.user_id = s.user_id
    where h.hour is distinct from date_trunc('hour', s.last_activity_at, 'UTC')`;
  expect(await listWrongHours()).toEqual([]);
  const { id } = await makeUser(core);
  await core.database.sql`update user_stats set last_activity_at = last_activity_at - interval '90 minutes'`;
  expect(await listWrongHours()).toEqual([]);
  await core.database.sql`update user_activity_hours set hour = hour - interval '1 hour' where user_id = ${id}`;
  expect(await listWrongHours()).toEqual([{ user_id: id }]);
});
