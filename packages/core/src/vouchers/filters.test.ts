import { amountRanges, voucherListInput, voucherStatuses, voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { complete, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { plainCodes } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soughtCode } from './codes.ts';
import { listVouchers } from './list.ts';
import { leastOfBrands, matchVouchers } from './matching.ts';

/** Every filter and sort of the list against rows that are filtered here, by hand. */

interface Row {
  code: string;
  type: string;
  brand: string;
  amount_paise: number;
  status: string;
  /** Days from today. */
  expires_in: number;
  this_month: boolean;
}

let core: TestCore;
let rows: Row[];

beforeAll(async () => {
  core = await createTestCore();
  const amounts = [1, 5000, 5001, 10_000, 10_001, 50_000, 50_001, 100_000, 100_001];
  const days = [-40, -1, 0, 1, 7, 8, 20, 45, 400];
  for (let i = 0; i < 63; i++) {
    await core.database.sql`
      insert into vouchers (code, type, brand, amount_paise, expiry_date, created_at)
      values (${`C${i}`}, ${voucherTypes[i % 7] ?? 'other'}, ${i % 2 === 0 ? 'Amazon' : 'Big Store'}, ${amounts[i % 9] ?? 1},
        ist_day(now()) + ${days[(i * 5) % 9] ?? 0}::int, now() - ${i} * interval '1 hour')`;
  }
  await core.database.sql`
    insert into free_vouchers (amount_paise, expiry_date, voucher_id) select amount_paise, expiry_date,
      id from vouchers`;
  const network = await makeNetwork(core);
  for (let i = 0; i < 12; i++) {
    const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: 77, tenths: 990 }] });
    const { completionId } = await complete(core, network, await makeUser(core), offer_id);
    // Won by whichever completion, of whichever amount: the list shows what is awarded.
    await core.database.sql`insert into spins (completion_id, landing_part, wheel_layout, client_seed, share)
      values (${completionId}, 0, 0, '', 'open')`;
    await core.database.sql`
      with taken as (
        delete from free_vouchers f using vouchers v where v.id = f.voucher_id and v.code = ${`C${i * 3}`}
        returning f.voucher_id, f.amount_paise
      )
      insert into voucher_awards (voucher_id, completion_id, amount_paise, awarded_at)
      select voucher_id, ${completionId}, amount_paise, now() - ${i} * interval '1 minute' from taken`;
    if (i % 2 === 0) await core.database.sql`update vouchers set used_at = now() where code = ${`C${i * 3}`}`;
  }
  await core.database.sql`select expire_vouchers()`;
  rows = await core.database.sql<Row[]>`
    select code, type, brand, amount_paise, status, expiry_date - ist_day(now()) as expires_in,
      date_trunc('month', expiry_date) = date_trunc('month', ist_day(now())) as this_month
    from voucher_states`;
});
afterAll(() => core.close());

const listed = async (filters: object) =>
  (await listVouchers(core.services, voucherListInput.parse({ limit: 1000, ...filters }), plainCodes(core))).vouchers;

const expectSame = async (filters: object, keep: (row: Row) => boolean) => {
  const expected = rows
    .filter(keep)
    .map((row) => row.code)
    .toSorted();
  expect(expected.length).toBeGreaterThan(0);
  expect((await listed(filters)).map((v) => v.voucher_code).toSorted()).toEqual(expected);
  expect((await listVouchers(core.services, voucherListInput.parse({ limit: 1, ...filters }))).pagination.total).toBe(
    expected.length,
  );
};

test.each(voucherStatuses)('status %s', (status) => expectSame({ status }, (row) => row.status === status));
test.each(voucherTypes)('type %s', (type) => expectSame({ voucher_type: type }, (row) => row.type === type));
test.each(Object.entries(amountRanges))('amounts %s', (amount_range, [from, to]) =>
  expectSame(
    { amount_range },
    (row) => row.amount_paise >= from && row.amount_paise <= (to ?? Number.POSITIVE_INFINITY),
  ),
);
test('a brand, however it is written', () => expectSame({ brand: 'BIG store' }, (row) => row.brand === 'Big Store'));
test('what expires within seven days', () =>
  expectSame({ expiry_filter: 'expiring_soon' }, (row) => row.expires_in >= 0 && row.expires_in <= 7));
test('what expires this month, and has not yet', () =>
  expectSame({ expiry_filter: 'expiring_this_month' }, (row) => row.expires_in >= 0 && row.this_month));
test('what is past', () => expectSame({ expiry_filter: 'expired' }, (row) => row.expires_in < 0));
test('what is good', () => expectSame({ expiry_filter: 'valid' }, (row) => row.expires_in >= 0));
test('several filters at once', () =>
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
] as const)('sorted by %s, both ways', async (sortBy, key) => {
  for (const sortOrder of ['asc', 'desc'] as const) {
    const keys = (await listed({ sortBy, sortOrder })).map((row): string | number => key(row));
    const sign = sortOrder === 'asc' ? 1 : -1;
    expect(keys).toEqual(keys.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
  }
});

test.each([
  ['store', {}],
  ['ama', { status: 'available' }],
  ['O', { status: 'used', amount_range: '51-100' }],
  // An e-mail holds it, or nothing does.
  ['example', {}],
  ['no brand', {}],
  // The counters know no days.
  ['ama', { expiry_filter: 'valid' }],
] as const)(
  'a text, «%s» with %j: at least as many match as are of the brands that hold it',
  async (search, filters) => {
    const input = voucherListInput.parse({ search, limit: 1, ...filters });
    const { pagination } = await listVouchers(core.services, input);
    const ofBrands = await listed(filters);
    const held = ofBrands.filter(({ voucher_brand }) => voucher_brand.toLowerCase().includes(search.toLowerCase()));
    await core.kernel.read(async (db) => {
      const code = await soughtCode(core.services, search);
      const least = await leastOfBrands(db, await matchVouchers(db, input, code));
      expect(least).toBe(input.expiry_filter === 'all' ? held.length : 0);
      expect(least).toBeLessThanOrEqual(pagination.total);
    });
  },
);

test('sorted by status, pages are the parts of the list, also where one status ends and the next begins', async () => {
  for (const filters of [{}, { brand: 'amazon' }, { status: 'used' as const }]) {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const sorted = { ...filters, sortBy: 'status' as const, sortOrder };
      const whole = (await listed(sorted)).map((row) => row.voucher_id);
      expect(whole.length).toBeGreaterThan(1);
      const limit = Math.ceil(whole.length / 3.5);
      const pages = [];
      for (const page of [1, 2, 3, 4, 5]) pages.push(...(await listed({ ...sorted, page, limit })));
      expect(pages.map((row) => row.voucher_id)).toEqual(whole);
    }
  }
});
type Listed = Awaited<ReturnType<typeof listed>>[number];
