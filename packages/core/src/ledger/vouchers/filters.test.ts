import {
  amountRanges,
  type VoucherListInput,
  voucherListInput,
  voucherStatuses,
  voucherTypes,
} from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { plainCodes, sealTestCodes } from '@inaam/testing/factories/vouchers';
import { takeInTurn } from '@inaam/testing/sampling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMinimumByBrand } from '../../insight/stock/counts.ts';
import { listVouchers } from '../../insight/stock/list.ts';
import { listIdsByParts } from '../../insight/stock/parts.ts';
import { matchSearch } from '../../insight/stock/search.ts';
import { getSmallSelection } from '../../insight/stock/sources.ts';
import { lookUpVouchers } from '../../insight/stock/voucher-list.ts';
import { formatMasked, openCode, parseCodeSearch } from './codes.ts';
import { expireVouchers } from './stock.ts';

/** Compares the list for every filter and sort order with rows that the test filters and sorts itself. */

interface Row {
  id: number;
  code: string;
  type: string;
  brand: string;
  amount_paise: number;
  status: string;
  assigned_at: string | null;
  /** Days from today until the last day; negative for a past day. */
  expires_in: number;
  this_month: boolean;
}

let core: TestCore;
let rows: Row[];

beforeAll(async () => {
  core = await createTestCore();
  const amounts = [1, 5000, 5001, 10_000, 10_001, 50_000, 50_001, 100_000, 100_001];
  const days = [-40, -1, 0, 1, 7, 8, 20, 45, 400];
  const ids: number[] = [];
  for (let i = 0; i < 63; i++) {
    const amount = amounts[i % 9] ?? 1;
    const [sealed] = await sealTestCodes(core, [`C${i}`], amount);
    const [voucher] = await core.database.sql<{ id: number }[]>`
      insert into vouchers (code, code_hash, code_end, type, brand, amount_paise, expiry_date, created_at)
      values (${sealed?.code ?? ''}, decode(${sealed?.hash ?? ''}, 'hex'), ${sealed?.end ?? ''},
        ${voucherTypes[i % 7] ?? 'other'}, ${i % 2 === 0 ? 'Amazon' : 'Big Store'}, ${amount},
        ist_day(now()) + ${days[(i * 5) % 9] ?? 0}::int, now() - ${i} * interval '1 hour') returning id`;
    ids.push(voucher?.id ?? 0);
  }
  await core.database.sql`
    insert into free_vouchers (amount_paise, expiry_date, voucher_id) select amount_paise, expiry_date,
      id from vouchers`;
  const network = await makeNetwork(core);
  for (let i = 0; i < 12; i++) {
    const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: 77, permille: 990 }] });
    const { completionId } = await completeOffer(core, network, await makeUser(core), offer_id);
    // The odds of the completion do not matter, because the list shows the amount of the voucher.
    await core.database
      .sql`insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
      values (${completionId}, 0, 0, '', 'open')`;
    await core.database.sql`
      with taken as (
        delete from free_vouchers where voucher_id = ${ids[i * 3] ?? 0} returning voucher_id, amount_paise
      )
      insert into voucher_awards (voucher_id, completion_id, amount_paise, awarded_at)
      select voucher_id, ${completionId}, amount_paise, now() - ${i} * interval '1 minute' from taken`;
    if (i % 2 === 0) await core.database.sql`update vouchers set used_at = now() where id = ${ids[i * 3] ?? 0}`;
  }
  await core.database
    .sql`update vouchers set withdrawn_at = now(), withdrawn_reason = 'test' where id = ${ids[3] ?? 0}`;
  await expireVouchers(core.kernel);
  // A voucher that is past its last day but has not been marked as expired by the job yet.
  const [passed] = await sealTestCodes(core, ['PASSED'], 5000);
  await core.database.sql`
    with passed as (
      insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
      values (${passed?.code ?? ''}, decode(${passed?.hash ?? ''}, 'hex'), 'amazon', 'Amazon', 5000,
        ist_day(now()) - 1) returning amount_paise, expiry_date, id
    )
    insert into free_vouchers (amount_paise, expiry_date, voucher_id) select * from passed`;
  const stored = await core.database.sql<Row[]>`
    select id, code, type, brand, amount_paise, status, assigned_at, expiry_date - ist_day(now()) as expires_in,
      date_trunc('month', expiry_date) = date_trunc('month', ist_day(now())) as this_month
    from voucher_states`;
  const { secrets } = core.services;
  rows = stored.map((row) => ({ ...row, code: openCode(secrets, row.code, row.amount_paise) }));
});
afterAll(() => core.close());

const listMatching = async (filters: object) =>
  (await listVouchers(core.services, voucherListInput.parse({ limit: 1000, ...filters }), plainCodes(core))).vouchers;

const readByParts = (input: VoucherListInput) =>
  core.kernel.read(async (db) => listIdsByParts(db, input, await lookUpVouchers(db, input, undefined, formatMasked)));

const expectSame = async (filters: object, keep: (row: Row) => boolean) => {
  const expected = rows
    .filter(keep)
    .map((row) => row.code)
    .toSorted();
  expect(expected.length).toBeGreaterThan(0);
  expect((await listMatching(filters)).map((v) => v.voucher_code).toSorted()).toEqual(expected);
  expect((await listVouchers(core.services, voucherListInput.parse({ limit: 1, ...filters }))).pagination.total).toBe(
    expected.length,
  );
};

test.each(voucherStatuses)('filters by the status %s', (status) =>
  expectSame({ status }, (row) => row.status === status),
);
test.each(voucherTypes)('filters by the type %s', (type) =>
  expectSame({ voucher_type: type }, (row) => row.type === type),
);
test.each(Object.entries(amountRanges))('filters by the amounts %s', (amount_range, [from, to]) =>
  expectSame(
    { amount_range },
    (row) => row.amount_paise >= from && row.amount_paise <= (to ?? Number.POSITIVE_INFINITY),
  ),
);
test('filters by brand, ignoring case', () => expectSame({ brand: 'BIG store' }, (row) => row.brand === 'Big Store'));
test('finds vouchers that expire within seven days', () =>
  expectSame({ expiry_filter: 'expiring_soon' }, (row) => row.expires_in >= 0 && row.expires_in <= 7));
test('finds vouchers that expire this month and are still valid', () =>
  expectSame({ expiry_filter: 'expiring_this_month' }, (row) => row.expires_in >= 0 && row.this_month));
test('finds vouchers that are past their last day', () =>
  expectSame({ expiry_filter: 'expired' }, (row) => row.expires_in < 0));
test('finds valid vouchers', () => expectSame({ expiry_filter: 'valid' }, (row) => row.expires_in >= 0));
test('finds available vouchers that are past their last day, until the job marks them as expired', () =>
  expectSame(
    { status: 'available', expiry_filter: 'expired' },
    (row) => row.status === 'available' && row.expires_in < 0,
  ));
test('finds assigned vouchers that are past their last day', () =>
  expectSame(
    { status: 'assigned', expiry_filter: 'expired' },
    (row) => row.status === 'assigned' && row.expires_in < 0,
  ));
test.each(voucherStatuses)('sorts %s vouchers by last day and by time of import', async (status) => {
  const lastDay = new Map(rows.map((row) => [row.code, row.expires_in]));
  for (const expiry_filter of ['all', 'expired', 'valid'] as const) {
    const named = rows.filter(
      (row) =>
        row.status === status &&
        (expiry_filter === 'all' || (expiry_filter === 'expired' ? row.expires_in < 0 : row.expires_in >= 0)),
    );
    for (const sortOrder of ['asc', 'desc'] as const) {
      const sign = sortOrder === 'asc' ? 1 : -1;
      const byDay = (await listMatching({ status, expiry_filter, sortBy: 'expiry_date', sortOrder })).map(
        (voucher) => lastDay.get(voucher.voucher_code) ?? Number.NaN,
      );
      expect(byDay).toEqual(named.map((row) => row.expires_in).toSorted((a, b) => sign * (a - b)));
      const byImport = await listMatching({ status, expiry_filter, sortBy: 'created_at', sortOrder });
      const times = byImport.map((voucher) => voucher.created_at);
      expect(times).toEqual(times.toSorted((a, b) => sign * a.localeCompare(b)));
      expect(byImport.map((voucher) => voucher.voucher_code).toSorted()).toEqual(
        named.map((row) => row.code).toSorted(),
      );
    }
  }
});
test('combines several filters', () =>
  expectSame(
    { status: 'available', amount_range: '51-100', expiry_filter: 'valid', brand: 'amazon' },
    (row) =>
      row.status === 'available' &&
      row.amount_paise > 5000 &&
      row.amount_paise <= 10_000 &&
      row.expires_in >= 0 &&
      row.brand === 'Amazon',
  ));

test.each([
  ['created_at', (v: Listed) => v.created_at],
  ['expiry_date', (v: Listed) => v.expiry_date],
  ['voucher_amount', (v: Listed) => v.voucher_amount],
  ['voucher_brand', (v: Listed) => v.voucher_brand.toLowerCase()],
  ['voucher_type', (v: Listed) => v.voucher_type],
  ['status', (v: Listed) => v.status],
] as const)('sorts by %s in both directions', async (sortBy, key) => {
  for (const sortOrder of ['asc', 'desc'] as const) {
    const keys = (await listMatching({ sortBy, sortOrder })).map((row): string | number => key(row));
    const sign = sortOrder === 'asc' ? 1 : -1;
    expect(keys).toEqual(keys.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
  }
});

test.each([
  ['store', {}],
  ['ama', { status: 'available' }],
  ['O', { status: 'used', amount_range: '51-100' }],
  // This word occurs only in e-mail addresses.
  ['example', {}],
  ['no brand', {}],
  // The counters by brand contain no expiry dates, so the lower bound is 0 with this filter.
  ['ama', { expiry_filter: 'valid' }],
] as const)(
  'computes a lower bound of the total from the matching brands, for the search «%s» with the filters %j',
  async (search, filters) => {
    const input = voucherListInput.parse({ search, limit: 1, ...filters });
    const { pagination } = await listVouchers(core.services, input);
    const candidates = await listMatching(filters);
    const matching = candidates.filter(({ voucher_brand }) =>
      voucher_brand.toLowerCase().includes(search.toLowerCase()),
    );
    await core.kernel.read(async (db) => {
      const code = await parseCodeSearch(core.services, search);
      const least = await getMinimumByBrand(db, input, (await matchSearch(db, search, code)).brands);
      expect(least).toBe(input.expiry_filter === 'all' ? matching.length : 0);
      expect(least).toBeLessThanOrEqual(pagination.total);
    });
  },
);

test('returns nothing if no voucher matches the filters', async () => {
  const input = voucherListInput.parse({ status: 'used', amount_range: '1001+', brand: 'Big Store' });
  const { vouchers, pagination } = await listVouchers(core.services, input);
  expect([vouchers, pagination.total]).toEqual([[], 0]);
});

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const keys = { status: (row: Row) => row.status, assigned_at: (row: Row) => row.assigned_at ?? 'never' };
const filterings: [object, (row: Row) => boolean][] = [
  [{}, () => true],
  [{ brand: 'amazon' }, (row) => row.brand === 'Amazon'],
  [{ status: 'used' }, (row) => row.status === 'used'],
  [{ status: 'available' }, (row) => row.status === 'available'],
  [{ expiry_filter: 'expired' }, (row) => row.expires_in < 0],
  [{ expiry_filter: 'valid' }, (row) => row.expires_in >= 0],
  [{ expiry_filter: 'expiring_soon' }, (row) => row.expires_in >= 0 && row.expires_in <= 7],
];
const sorts = (['status', 'assigned_at'] as const).flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
);
/** Combines each sort order with four of the seven filters, or with all of them in a long test run. */
const filteredSorts = sorts.map((by, index) => ({ by, ...by, sample: takeInTurn(filterings, index, 4) }));

test.each(filteredSorts)('returns pages sorted by $sortBy $sortOrder without gaps', async ({ by, sample }) => {
  const sign = by.sortOrder === 'asc' ? 1 : -1;
  const key = keys[by.sortBy];
  for (const [filters, keep] of sample) {
    const whole = rows
      .filter(keep)
      .toSorted((a, b) => sign * (compare(key(a), key(b)) || compare(a.id, b.id)))
      .map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(1);
    for (const limit of [1000, Math.ceil(whole.length / 3.5)]) {
      const pages = [];
      for (let page = 1; page <= Math.ceil(whole.length / limit) + 1; page++)
        pages.push(...(await listMatching({ ...filters, ...by, page, limit })));
      expect(pages.map((row) => row.voucher_id)).toEqual(whole);
    }
  }
});

test.each(['asc', 'desc'] as const)('reads available vouchers, sorted by amount %s, in parts', async (sortOrder) => {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const narrower: [object, (row: Row) => boolean][] = [
    [{}, () => true],
    [{ expiry_filter: 'valid' }, (row) => row.expires_in >= 0],
    [{ expiry_filter: 'expired' }, (row) => row.expires_in < 0],
    [{ amount_range: '51-100' }, (row) => row.amount_paise > 5000 && row.amount_paise <= 10_000],
    [{ brand: 'big store' }, (row) => row.brand === 'Big Store'],
    [{ voucher_type: 'amazon' }, (row) => row.type === 'amazon'],
  ];
  for (const [filters, keep] of narrower) {
    const whole = rows
      .filter((row) => row.status === 'available' && keep(row))
      .toSorted((a, b) => sign * (compare(a.amount_paise, b.amount_paise) || compare(a.id, b.id)))
      .map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(0);
    const ids: number[] = [];
    for (const page of [1, 2, 3]) {
      const input = voucherListInput.parse({
        ...filters,
        status: 'available',
        sortBy: 'voucher_amount',
        sortOrder,
        page,
        limit: Math.ceil(whole.length / 2),
      });
      const read = await readByParts(input);
      const { vouchers } = await listVouchers(core.services, input);
      expect(read).toEqual(vouchers.map((voucher) => voucher.voucher_id));
      ids.push(...(read ?? []));
    }
    expect(ids).toEqual(whole);
  }
});

test('reads a large selection in parts', async () => {
  const brandRows = rows.filter((row) => row.brand === 'Amazon');
  const whole = brandRows.toSorted((a, b) => compare(a.status, b.status) || compare(a.id, b.id)).map(({ id }) => id);
  const ids: number[] = [];
  for (const page of [1, 2, 3, 4]) {
    const input = voucherListInput.parse({ sortBy: 'status', sortOrder: 'asc', brand: 'amazon', limit: 10, page });
    ids.push(...((await readByParts(input)) ?? []));
  }
  expect(ids).toEqual(whole);
});

test.each([
  [{ brand: 'amazon', sortBy: 'status' }, true],
  [{ brand: 'amazon', expiry_filter: 'valid' }, true],
  [{ brand: 'amazon', sortBy: 'created_at' }, false],
  [{ brand: 'amazon', sortBy: 'status', search: 'x' }, false],
  [{ sortBy: 'status' }, false],
])('materialises a small selection with the filters %j: %s', async (filters, isMaterialised) => {
  const input = voucherListInput.parse(filters);
  const many = rows.filter((row) => row.brand === 'Amazon').length;
  await core.kernel.read(async (db) => {
    expect((await getSmallSelection(db, input, many)) !== undefined).toBe(isMaterialised);
    expect(await getSmallSelection(db, input, many - 1)).toBeUndefined();
  });
});

test.each(['asc', 'desc'] as const)(
  'returns each page of a brand’s assigned vouchers, sorted by time of the win %s',
  async (sortOrder) => {
    const sign = sortOrder === 'asc' ? 1 : -1;
    const won = rows.filter(({ status }) => status === 'assigned');
    const byTime = won.toSorted((a, b) => sign * (compare(a.assigned_at, b.assigned_at) || a.id - b.id));
    const brand = byTime.at(-1)?.brand;
    const expected = byTime.filter((row) => row.brand === brand).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(2);
    for (const [place, id] of expected.entries()) {
      const filters = { status: 'assigned', sortBy: 'assigned_at', sortOrder, brand } as const;
      const input = voucherListInput.parse({ ...filters, limit: 1, page: place + 1 });
      expect((await readByParts(input))?.[0]).toBe(id);
    }
  },
);

test.each(['asc', 'desc'] as const)('lists all available vouchers, sorted by last day %s', async (sortOrder) => {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const expected = rows
    .filter(({ status }) => status === 'available')
    .toSorted((a, b) => sign * (a.expires_in - b.expires_in || a.id - b.id));
  const vouchers = await listMatching({ status: 'available', sortBy: 'expiry_date', sortOrder });
  expect(vouchers.map((v) => v.voucher_id)).toEqual(expected.map(({ id }) => id));
});

test('lists the vouchers of a type, sorted by brand', async () => {
  for (const sortOrder of ['asc', 'desc'] as const) {
    const sign = sortOrder === 'asc' ? 1 : -1;
    const ids = (await listMatching({ voucher_type: 'amazon', sortBy: 'voucher_brand', sortOrder })).map(
      (v) => v.voucher_id,
    );
    const expected = rows
      .filter(({ type }) => type === 'amazon')
      .toSorted((a, b) => sign * (compare(a.brand, b.brand) || compare(a.id, b.id)));
    expect(ids).toEqual(expected.map(({ id }) => id));
  }
});
type Listed = Awaited<ReturnType<typeof listMatching>>[number];
