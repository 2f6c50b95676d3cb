import { type FraudData, fraudActionInput, fraudListInput } from '@inaam/contracts/fraud/fraud';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { createSampler, sqlSeed, takeInTurn } from '@inaam/testing/sampling';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyFraudAction } from './act.ts';
import { listFraud } from './list.ts';

/** Compares the three lists with rows that this file filters itself. Days begin at midnight in Indian time. */

interface UserRow {
  user_id: number;
  email: string;
  name: string;
  ip: string | null;
  device: string | null;
  days_ago: number;
  at: number;
  flagged: boolean;
}
interface SourceRow {
  key: string;
  count: number;
  days_ago: number | null;
  at: number | null;
  blocked: boolean;
}

let core: TestCore;
let people: UserRow[];
let ips: SourceRow[];
let devices: SourceRow[];

const act = (input: unknown) => applyFraudAction(core.as(anyAdmin), fraudActionInput.parse(input));
const random = createSampler();
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const addresses = [
  '198.51.100.1',
  '198.51.100.2',
  '203.0.113.7',
  '2001:db8:1:1::/64',
  '2001:db8:1:2::/64',
  '192.0.2.4',
];
const fingerprints = ['fpa', 'fpb', 'fpc', 'fp_d', 'fp%e'];

beforeAll(async () => {
  core = await createTestCore();
  for (let i = 0; i < 90; i++) {
    const some = random();
    await makeUser(core, {
      firstName: pick(['Asha', 'Ravi', 'Zoya']),
      lastName: pick(['Rao', 'Das', 'O_Neil']),
      // Shared addresses, addresses of one user, and no address.
      ip: some < 0.4 ? pick(addresses) : some < 0.85 ? `10.1.${i}.1` : null,
      device: random() < 0.4 ? pick(fingerprints) : random() < 0.7 ? `single-${i}` : undefined,
    });
  }
  await core.database.sql.begin(async (sql) => {
    await sql`select setseed(${sqlSeed()})`;
    await sql`
      update users set created_at = least(now() - interval '1 second',
        ((ist_day(now()) - (array[0, 0, 1, 5, 6, 7, 20, 29, 30, 31, 90])[1 + (random() * 10)::int])::timestamp
          at time zone 'Asia/Kolkata')
          + (array[interval '0', interval '86399.999 s'])[1 + (random() < 0.5)::int])`;
  });
  for (const [table, column, key] of [
    ['ip_addresses', 'registration_ip', 'address'],
    ['devices', 'registration_device', 'fingerprint'],
  ] as const) {
    const { sql } = core.database;
    await sql`
      update ${sql(table)} s set first_registration = u.first, last_registration = u.last
      from (select ${sql(column)} as key, min(created_at) as first, max(created_at) as last from users group by 1) u
      where u.key = s.${sql(key)}`;
  }
  const ids = await core.database.sql<{ id: number }[]>`select id from users order by id`;
  await act({ action: 'bulk_flag_users', user_ids: ids.map(({ id }) => id).filter(() => random() < 0.2) });
  for (const ip_address of ['198.51.100.2', '10.1.3.1', '203.0.113.250']) await act({ action: 'block_ip', ip_address });
  for (const device_fingerprint of ['fpb', 'single-5', 'unheard-of'])
    await act({ action: 'block_device', device_fingerprint });

  const { sql } = core.database;
  people = await sql<UserRow[]>`
    select id as user_id, email, first_name || ' ' || last_name as name, registration_ip as ip,
      registration_device as device,
      ist_day(now()) - ist_day(created_at) as days_ago, (extract(epoch from created_at) * 1000)::float8 as at,
        suspended_at is not null as flagged
    from users`;
  ips = await sql<SourceRow[]>`
    select address as key, registration_count as count, ist_day(now()) - ist_day(last_registration) as days_ago,
      (extract(epoch from last_registration) * 1000)::float8 as at, blocked_at is not null as blocked
        from ip_addresses`;
  devices = await sql<SourceRow[]>`
    select fingerprint as key, registration_count as count, ist_day(now()) - ist_day(last_registration) as days_ago,
      (extract(epoch from last_registration) * 1000)::float8 as at, blocked_at is not null as blocked from devices`;
});
afterAll(() => core.close());

const list = (filters: object, many?: number) =>
  listFraud(core.kernel, fraudListInput.parse({ limit: 1000, ...filters }), many);

const within = { all: Number.POSITIVE_INFINITY, today: 1, week: 7, month: 30 };
const countSharing = (key: 'ip' | 'device', value: string | null) =>
  value === null ? 0 : people.filter((row) => row[key] === value).length;
const shares = (row: UserRow) => countSharing('ip', row.ip) > 1 || countSharing('device', row.device) > 1;
const classes = {
  all: () => true,
  suspicious: (row: UserRow) => row.flagged,
  questionable: (row: UserRow) => !row.flagged && shares(row),
  normal: (row: UserRow) => !row.flagged && !shares(row),
};
const sources = {
  all: (row: SourceRow) => row.count > 1 || row.blocked,
  multiple: (row: SourceRow) => row.count > 1,
  blocked: (row: SourceRow) => row.blocked,
};
const ranges = ['all', 'today', 'week', 'month'] as const;
const searches = [
  undefined,
  'asha',
  'zoya o_neil',
  '198.51',
  '198.51.100.2',
  '0.1.3.1',
  'fp_d',
  '%',
  'single-',
  'nothing like it',
];

const contains = (text: string | null, search: string | undefined) =>
  search === undefined || (text !== null && text.toLowerCase().includes(search.toLowerCase()));
const isFound = (row: UserRow, search: string | undefined) =>
  [row.email, row.name, row.ip, row.device].some((text) => contains(text, search));

const expectTotals = ({ pagination }: FraudData, totals: [users: number, ips: number, devices: number]) => {
  expect([pagination.user_total, pagination.ip_total, pagination.device_total]).toEqual(totals);
  expect([pagination.total, pagination.totalPages]).toEqual([totals[0], Math.ceil(totals[0] / pagination.limit)]);
  expect([pagination.user_total_pages, pagination.ip_total_pages, pagination.device_total_pages]).toEqual(
    totals.map((total) => Math.ceil(total / pagination.limit)),
  );
};

/** Combines each filter with some of the searches: with four in a normal run. */
const withSearches = <Filter extends string>(filters: Record<Filter, unknown>) =>
  ranges
    .flatMap((date_filter) => (Object.keys(filters) as Filter[]).map((filter) => ({ date_filter, filter })))
    .map((input, index) => ({ ...input, sample: takeInTurn(searches, index, 4) }));

describe('with several searches', () => {
  test.each(withSearches(classes))(
    'filters users by registration date ($date_filter) and classification ($filter)',
    async ({ date_filter, filter: user_filter, sample }) => {
      for (const search of sample) {
        const expected = people.filter(
          (row) => row.days_ago < within[date_filter] && classes[user_filter](row) && isFound(row, search),
        );
        const { recentRegistrations, pagination } = await list({ date_filter, user_filter, search });
        expect(recentRegistrations.map((row) => row.user_id).toSorted((a, b) => a - b)).toEqual(
          expected.map((row) => row.user_id).toSorted((a, b) => a - b),
        );
        expect(pagination.user_total).toBe(expected.length);
      }
    },
  );

  test.each(withSearches(sources))(
    'filters addresses and devices by last registration ($date_filter) and kind ($filter)',
    async ({ date_filter, filter, sample }) => {
      for (const search of sample) {
        const listExpected = (rows: SourceRow[], column: 'ip' | 'device') =>
          rows.filter(
            (row) =>
              sources[filter](row) &&
              (date_filter === 'all' || (row.days_ago !== null && row.days_ago < within[date_filter])) &&
              (contains(row.key, search) ||
                people.some((person) => person[column] === row.key && isFound(person, search))),
          );
        const input = { date_filter, ip_filter: filter, device_filter: filter, search };
        const found = await list(input);
        // With 0 as `many`, the query for many matching users runs. It must give the same result.
        expect(await list(input, 0)).toEqual(found);
        expect(found.suspiciousIPs.map((row) => row.ip_address).toSorted()).toEqual(
          listExpected(ips, 'ip')
            .map((row) => row.key)
            .toSorted(),
        );
        expect(found.suspiciousDevices.map((row) => row.device_fingerprint).toSorted()).toEqual(
          listExpected(devices, 'device')
            .map((row) => row.key)
            .toSorted(),
        );
      }
    },
  );
});

test('shows counts for each row, and cards that count all rows regardless of filters', async () => {
  const all = await list({});
  for (const row of all.recentRegistrations) {
    const person = people.find(({ user_id }) => user_id === row.user_id);
    expect(row).toMatchObject({
      email: person?.email,
      registration_ip: person?.ip,
      ip_count: countSharing('ip', person?.ip ?? null),
      device_fingerprint: person?.device,
      device_count: countSharing('device', person?.device ?? null),
      is_suspicious: person?.flagged,
    });
  }
  for (const row of all.suspiciousIPs) {
    const known = ips.find(({ key }) => key === row.ip_address);
    expect([row.registration_count, row.is_blocked]).toEqual([countSharing('ip', row.ip_address), known?.blocked]);
  }
  expect(all.suspiciousIPs.find((row) => row.ip_address === '203.0.113.250')).toEqual({
    ip_address: '203.0.113.250',
    registration_count: 0,
    first_registration: null,
    last_registration: null,
    is_blocked: true,
  });
  const stats = {
    total_users: people.length,
    suspicious_users: people.filter((row) => row.flagged).length,
    suspicious_ips: ips.filter(sources.all).length,
    suspicious_devices: devices.filter(sources.all).length,
  };
  expect(all.stats).toEqual(stats);
  const narrow = await list({ search: 'nothing like it', user_filter: 'normal', date_filter: 'today' });
  expect(narrow.stats).toEqual(stats);
  expectTotals(narrow, [0, 0, 0]);
});

test('pages the three lists together, each with its own total', async () => {
  const limit = 9;
  const totals: [number, number, number] = [
    people.length,
    ips.filter(sources.all).length,
    devices.filter(sources.all).length,
  ];
  const seen: [string[], string[], string[]] = [[], [], []];
  for (let page = 1; page <= Math.ceil(people.length / limit) + 1; page++) {
    const found = await list({ page, limit });
    expectTotals(found, totals);
    seen[0].push(...found.recentRegistrations.map((row) => String(row.user_id)));
    seen[1].push(...found.suspiciousIPs.map((row) => row.ip_address));
    seen[2].push(...found.suspiciousDevices.map((row) => row.device_fingerprint));
  }
  expect(seen.map((keys) => keys.length)).toEqual(totals);
  expect(seen.map((keys) => new Set(keys).size)).toEqual(totals);
});

test.each(['asc', 'desc'] as const)('sorts each list by date and by number of registrations, %s', async (sortOrder) => {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const isSorted = (values: number[]) =>
    values.every((value, i) => i === 0 || sign * (value - (values[i - 1] ?? 0)) >= 0);
  const byDate = await list({ sortBy: 'created_at', sortOrder });
  expect(isSorted(byDate.recentRegistrations.map((row) => Date.parse(row.created_at)))).toBe(true);
  const last = byDate.suspiciousIPs.map((row) => row.last_registration);
  expect(isSorted(last.filter((at) => at !== null).map((at) => Date.parse(at)))).toBe(true);
  expect(last.at(-1)).toBeNull();
  const byCount = await list({ sortBy: 'registration_count', sortOrder });
  expect(isSorted(byCount.recentRegistrations.map((row) => Math.max(row.ip_count, row.device_count)))).toBe(true);
  expect(isSorted(byCount.suspiciousIPs.map((row) => row.registration_count))).toBe(true);
  expect(isSorted(byCount.suspiciousDevices.map((row) => row.registration_count))).toBe(true);
});

test.each(['asc', 'desc'] as const)(
  'sorts users by the number of accounts on their address or device, %s, on every page with any filter',
  async (sortOrder) => {
    const sign = sortOrder === 'asc' ? 1 : -1;
    const count = (row: UserRow) => Math.max(countSharing('ip', row.ip), countSharing('device', row.device));
    for (const user_filter of ['all', 'suspicious', 'questionable', 'normal'] as const) {
      for (const search of [undefined, 'asha']) {
        const expected = people
          .filter((row) => classes[user_filter](row) && isFound(row, search))
          .toSorted((a, b) => sign * (count(a) - count(b) || a.user_id - b.user_id))
          .map((row) => row.user_id);
        const limit = Math.max(1, Math.ceil(expected.length / 3.5));
        const shown: number[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
          const found = await list({ sortBy: 'registration_count', sortOrder, user_filter, search, page, limit });
          expect(found.pagination.user_total).toBe(expected.length);
          shown.push(...found.recentRegistrations.map((row) => row.user_id));
        }
        expect(shown).toEqual(expected);
      }
    }
  },
);

test('does not count users if their number surely exceeds the cap, unless an exact total is requested', async () => {
  const registered = [...ips, ...devices].reduce((sum, { count }) => sum + (count > 1 ? count : 0), 0);
  const flagged = people.filter(classes.suspicious).length;
  const onAddresses = people.filter((row) => countSharing('ip', row.ip) > 1).length;
  const least = { normal: people.length - flagged - registered, questionable: onAddresses - flagged };
  for (const user_filter of ['normal', 'questionable'] as const) {
    const all = people.filter(classes[user_filter]).length;
    expect(least[user_filter]).toBeLessThanOrEqual(all);
    const readTotal = async (total: string, many: number) => {
      const { pagination } = await list({ user_filter, total }, many);
      return pagination.capped ? 'more' : pagination.user_total;
    };
    expect(await readTotal('capped', least[user_filter] - 1)).toBe('more');
    expect(await readTotal('capped', least[user_filter])).toBe(all);
    expect(await readTotal('exact', -1000)).toBe(all);
  }
});

test('finds an IPv6 address in any notation', async () => {
  const typed = await list({ search: '2001:DB8:0001:0001:ffff::9', ip_filter: 'multiple' });
  const own = people.filter((row) => row.ip === '2001:db8:1:1::/64');
  expect(typed.pagination.user_total).toBe(own.length);
  expect(typed.suspiciousIPs.map((row) => row.ip_address)).toEqual(own.length > 1 ? ['2001:db8:1:1::/64'] : []);
});
