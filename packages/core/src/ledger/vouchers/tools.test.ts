import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forecastStock, listExpiringSoon } from '../../insight/stock/forecast.ts';
import { listVouchers } from '../../insight/stock/list.ts';
import { changeVouchers } from './bulk.ts';
import { checkCodes } from './check.ts';
import { importVouchers } from './import.ts';
import { revealVoucher } from './reveal.ts';

let core: TestCore;

beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('returns a verdict for each pasted line, with its line number, without saving codes', async () => {
  const [inStock = ''] = await addStock(core, { amount: 201, count: 1 });
  const before = await core.database.sql`select count(*) from voucher_states`;
  const codes = [
    'NEW-1',
    '',
    ' NEW-2 ',
    'NEW-1',
    inStock,
    'two words',
    'a,b',
    `x${'y'.repeat(200)}`,
    '\u0000',
    // A code with the invisible characters that copying from a document adds.
    'NEW\u00ad-\u200b2\ufeff',
    'z'.repeat(200),
    'LKB1|LKB2',
    '“LKB3”',
  ];
  const check = await checkCodes(core.services, { codes });
  expect(check.lines.map(({ line, verdict }) => [line, verdict])).toEqual([
    [1, 'valid'],
    [3, 'valid'],
    [4, 'duplicate_in_list'],
    [5, 'duplicate_in_stock'],
    [6, 'malformed'],
    [7, 'malformed'],
    [8, 'malformed'],
    [9, 'malformed'],
    [10, 'duplicate_in_list'],
    [11, 'valid'],
    [12, 'malformed'],
    [13, 'malformed'],
  ]);
  expect(check.counts).toEqual({
    valid: 3,
    duplicate_in_list: 2,
    duplicate_in_stock: 1,
    differs_in_case: 0,
    damaged: 0,
    malformed: 6,
  });
  expect(await core.database.sql`select count(*) from voucher_states`).toEqual(before);
});

test('marks codes that differ from another code only in case, or that a spreadsheet damaged', async () => {
  await importVouchers(core.as(anyAdmin), { kind: 'single', code: 'CASE-9', voucher_type: 'amazon' });
  const codes = ['ab12', 'AB12', 'case-9', '6.00123E+15', '#NAME?', 'AB12'];
  const check = await checkCodes(core.services, { codes });
  expect(check.lines.map(({ verdict }) => verdict)).toEqual([
    'valid',
    'differs_in_case',
    'differs_in_case',
    'damaged',
    'damaged',
    'duplicate_in_list',
  ]);
});

test('treats the same code of another brand as a different voucher', async () => {
  const single = { kind: 'single', code: 'SHARED-1', voucher_amount: 204_00 } as const;
  await importVouchers(core.as(anyAdmin), { ...single, voucher_type: 'amazon', voucher_brand: 'Amazon' });
  const amazon = { voucher_type: 'amazon', voucher_brand: 'amazon' };
  const flipkart = { voucher_type: 'flipkart', voucher_brand: 'Flipkart' };
  const { lines } = await checkCodes(core.services, {
    codes: ['SHARED-1', 'SHARED-1', 'SHARED-1'],
    brands: [amazon, flipkart, flipkart],
  });
  expect(lines.map(({ verdict }) => verdict)).toEqual(['duplicate_in_stock', 'valid', 'duplicate_in_list']);
  await importVouchers(core.as(anyAdmin), { ...single, ...flipkart, voucher_type: 'flipkart' });
  await expect(
    importVouchers(core.as(anyAdmin), { ...single, ...amazon, voucher_type: 'amazon' }),
  ).rejects.toMatchObject({ code: 'VOUCHER_CODE_EXISTS' });
});

test('changes several vouchers, even if others are refused', async () => {
  const codes = await addStock(core, { amount: 203, count: 4 });
  const ids = await findVoucherIds(core, codes);
  const [first = 0, second = 0] = ids;
  expect(await changeVouchers(core.as(anyAdmin), { voucher_ids: [first, second, first], action: 'expire' })).toEqual({
    done: 2,
    refused: [],
    message: '2 vouchers marked expired',
  });
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = ${first}`;
  const back = await changeVouchers(core.as(anyAdmin), { voucher_ids: [...ids, 999_999], action: 'reactivate' });
  expect(back).toMatchObject({ done: 3, message: '3 vouchers reactivated, 2 refused' });
  expect(back.refused).toEqual([
    { voucher_id: first, reason: 'Expiry date has passed' },
    { voucher_id: 999_999, reason: 'Voucher not found' },
  ]);
  expect(await changeVouchers(core.as(anyAdmin), { voucher_ids: ids, action: 'delete' })).toMatchObject({ done: 4 });
});

test('masks a code until it is revealed, and audits the reveal', async () => {
  const [code = ''] = await addStock(core, { amount: 207, count: 1 });
  const [id = 0] = await findVoucherIds(core, [code]);
  const { vouchers } = await listVouchers(core.services, voucherListInput.parse({ search: code }));
  expect(vouchers[0]?.voucher_code).toBe(`••••${code.slice(-4)}`);
  expect(await revealVoucher(core.as(anyAdmin), id)).toEqual({
    voucher_id: id,
    voucher_code: code,
    voucher_pin: null,
  });
  const rows = await core.database
    .sql`select actor_name, before, after from audit_entries where action = 'vouchers.reveal' and subject = ${String(id)}`;
  expect(rows).toEqual([{ actor_name: 'tester', before: null, after: { codes: 1, paise: 207_00 } }]);
  await expect(revealVoucher(core.as(anyAdmin), 999_999)).rejects.toMatchObject({
    code: 'VOUCHER_NOT_FOUND',
  });
});

test('forecasts how many days the stock lasts, from the wins of two weeks', async () => {
  const ownCore = await createTestCore();
  try {
    const network = await makeNetwork(ownCore);
    await addStock(ownCore, { amount: 7, count: 10 });
    await addStock(ownCore, { amount: 8, count: 3 });
    const { offer_id: offerId } = await makeOffer(ownCore, { spinner_config: nearlyCertainOdds(7) });
    for (const roll of [0, 0, 0, 999]) {
      const { completionId } = await completeOffer(ownCore, network, await makeUser(ownCore), offerId);
      await settleWithRoll(ownCore, completionId, roll);
    }
    const forecast = await forecastStock(ownCore.kernel);
    expect(forecast).toEqual([
      // Three wins in 14 days: seven codes last 32 days.
      { amount: 7, available: 7, owed: 0, per_day: 0.2, days_left: 32, is_low: false },
      { amount: 8, available: 3, owed: 0, per_day: 0, days_left: null, is_low: false },
    ]);
    // The forecast also contains prizes of active offers that have no stock.
    await makeOffer(ownCore, { spinner_config: [{ amount: 99, permille: 1 }] });
    expect((await forecastStock(ownCore.kernel)).at(-1)).toEqual({
      amount: 99,
      available: 0,
      owed: 0,
      per_day: 0,
      days_left: null,
      is_low: true,
    });
    await ownCore.database.sql`update vouchers set expiry_date = ist_day(now()) + 14 where amount_paise = 800`;
    expect(await listExpiringSoon(ownCore.kernel)).toMatchObject([{ voucher_brand: 'Amazon', amount: 8, count: 3 }]);
  } finally {
    await ownCore.close();
  }
});

test('computes the wins per day from the awards and the new owed wins of the last two weeks', async () => {
  const network = await makeNetwork(core);
  const amount = 213;
  await addStock(core, { amount, count: 3 });
  for (let i = 0; i < 7; i++) await settleWithRoll(core, (await makeReadyToSpin(core, network, amount)).completionId);
  const rate = async () =>
    (await forecastStock(core.kernel))
      .filter((each) => each.amount === amount)
      .map(({ available, owed, per_day }) => ({ available, owed, per_day }));
  expect(await rate()).toEqual([{ available: 0, owed: 4, per_day: 0.5 }]);
  // Owed wins that are older than two weeks count only when they are filled.
  await core.database
    .sql`update owed_wins set owed_since = now() - interval '15 days' where amount_paise = ${amount * 100}`;
  expect(await rate()).toEqual([{ available: 0, owed: 4, per_day: 0.2 }]);
  await addStock(core, { amount, count: 5 });
  expect(await rate()).toEqual([{ available: 1, owed: 0, per_day: 0.5 }]);
});
