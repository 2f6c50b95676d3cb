import { randomUUID } from 'node:crypto';
import { type VoucherCreate, voucherCreateInput, voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds, plainCodes } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listVouchers } from '../../insight/stock/list.ts';
import { deleteDueAccounts } from '../../people/account/delete-account.ts';
import { spin } from '../spins/spin.ts';
import { openCode } from './codes.ts';
import { importVouchers } from './import.ts';
import { deleteVoucher, markVoucherUsed, setVoucherStatus } from './status.ts';
import { expireVouchers } from './stock.ts';

let core: TestCore;

beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const input = (fields: object): VoucherCreate =>
  voucherCreateInput.parse({
    voucher_type: 'amazon',
    voucher_brand: 'Amazon',
    voucher_amount: 10,
    expiry_date: '2099-12-31',
    ...fields,
  });

const getId = async (code: string) => (await findVoucherIds(core, [code]))[0] ?? 0;

const getStatus = async (code: string) => {
  const [row] = await core.database.sql<{ status: string }[]>`
    select status from voucher_states where id = ${await getId(code)}`;
  return row?.status;
};

/** Makes a user who won a voucher of an amount that no other test uses. */
async function makeWinner(amount: number) {
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: nearlyCertainOdds(amount) });
  await core.database.sql`update offers set network_id = null where id = ${offerId}`;
  const user = await makeUser(core);
  const actor = userActor(user.id);
  const { completionId } = await completeOffer(core, network, user, offerId);
  await settleWithRoll(core, completionId);
  return { user, actor, result: await spin(core.as(actor), { offerId, clientSeed: '' }) };
}

describe('import', () => {
  test('skips and counts codes that exist in the list or in stock', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await importVouchers(core.as(anyAdmin), input({ voucher_codes: [a, b, a] }))).toMatchObject({
      created: 2,
      skipped: 1,
    });
    expect(await importVouchers(core.as(anyAdmin), input({ voucher_codes: [b, c] }))).toMatchObject({
      created: 1,
      skipped: 1,
    });
  });

  test('refuses a single code that already exists', async () => {
    const code = randomUUID();
    await importVouchers(core.as(anyAdmin), input({ voucher_code: code }));
    await expect(importVouchers(core.as(anyAdmin), input({ voucher_code: code }))).rejects.toMatchObject({
      code: 'VOUCHER_CODE_EXISTS',
    });
  });

  test('adds each code only once if the same list is imported concurrently', async () => {
    const codes = Array.from({ length: 50 }, () => randomUUID());
    const answers = await Promise.all(
      [1, 2, 3].map(() => importVouchers(core.as(anyAdmin), input({ voucher_codes: codes }))),
    );
    expect(answers.reduce((sum, answer) => sum + answer.created, 0)).toBe(50);
    expect(answers.reduce((sum, answer) => sum + answer.skipped, 0)).toBe(100);
  });

  test('generates a number of codes, worth ₹10 and valid for a year by default', async () => {
    const { created } = await importVouchers(
      core.as(anyAdmin),
      voucherCreateInput.parse({ voucher_type: 'zomato', quantity: 7 }),
    );
    expect(created).toBe(7);
    const rows = await core.database.sql`
      select brand, amount_paise, expiry_date between ist_day(now()) + 364 and ist_day(now()) + 366 as year_ahead,
        count(distinct code)
      from voucher_states where type = 'zomato' group by 1, 2, 3`;
    expect(rows).toEqual([{ brand: 'Zomato', amount_paise: 1000, year_ahead: true, count: 7 }]);
    const stored = await core.database.sql<{ code: string; paise: number }[]>`
      select code, amount_paise as paise from vouchers where type = 'zomato'`;
    // Each code has twelve unambiguous letters and digits.
    for (const { code, paise } of stored)
      expect(openCode(core.services.secrets, code, paise)).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
  });

  test('returns the first result on a retry and audits it once', async () => {
    const code = `once-${randomUUID()}`;
    const [singleCall, batchCall] = [randomUUID(), randomUUID()];
    const voucher_brand = `Brand ${batchCall}`;
    const quantity = voucherCreateInput.parse({ voucher_type: 'zomato', voucher_brand, quantity: 3 });
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => importVouchers(core.as(anyAdmin, singleCall), input({ voucher_code: code }))),
    );
    tries.push(await importVouchers(core.as(anyAdmin, singleCall), input({ voucher_code: code })));
    for (const each of tries) expect(each).toMatchObject({ created: 1, skipped: 0 });
    for (let i = 0; i < 3; i++) {
      expect(await importVouchers(core.as(anyAdmin, batchCall), quantity)).toMatchObject({ created: 3, skipped: 0 });
    }
    expect(await core.database.sql`select 1 from voucher_states where brand = ${voucher_brand}`).toHaveLength(3);
    const audited = await core.database.sql`
      select 1 from audit_entries where action = 'vouchers.import' and after ->> 'brand' = ${voucher_brand}`;
    expect(audited).toHaveLength(1);
    // A call with another idempotency key is another import.
    await expect(importVouchers(core.as(anyAdmin), input({ voucher_code: code }))).rejects.toMatchObject({
      code: 'VOUCHER_CODE_EXISTS',
    });
  });

  test('refuses a past expiry date with an error that names the field, and accepts today', async () => {
    const [day] = await core.database.sql<{ today: string; yesterday: string }[]>`
      select ist_day(now())::text as today, (ist_day(now()) - 1)::text as yesterday`;
    const yesterday = input({ voucher_code: randomUUID(), expiry_date: day?.yesterday });
    await expect(importVouchers(core.as(anyAdmin), yesterday)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      field: 'expiry_date',
    });
    const today = input({ voucher_code: randomUUID(), expiry_date: day?.today });
    expect(await importVouchers(core.as(anyAdmin), today)).toMatchObject({ created: 1 });
  });

  test('writes an audit entry that does not contain the codes', async () => {
    const code = randomUUID();
    await importVouchers(core.as(anyAdmin), input({ voucher_code: code }));
    const [row] = await core.database
      .sql`select * from audit_entries where action = 'vouchers.import' order by id desc limit 1`;
    expect(row).toMatchObject({ actor_name: 'tester', ip: '203.0.113.9', after: { created: 1, skipped: 0 } });
    expect(JSON.stringify(row)).not.toContain(code);
  });
});

describe('an admin’s change of the stock', () => {
  test('expires and reactivates with audit entries, idempotently', async () => {
    const [code = ''] = await addStock(core, { amount: 41, count: 1 });
    const id = await getId(code);
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' });
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' });
    expect(await getStatus(code)).toBe('expired');
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'available' });
    expect(await getStatus(code)).toBe('available');
    const rows = await core.database
      .sql`select before, after from audit_entries where action = 'vouchers.set_status' and subject = ${String(id)} order by id`;
    expect(rows).toEqual([
      { before: { status: 'available' }, after: { status: 'expired' } },
      { before: { status: 'expired' }, after: { status: 'available' } },
    ]);
  });

  test('refuses reactivation after the last day', async () => {
    const [code = ''] = await addStock(core, { amount: 43, count: 1 });
    await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = ${await getId(code)}`;
    await expireVouchers(core.kernel);
    expect(await getStatus(code)).toBe('expired');
    await expect(
      setVoucherStatus(core.as(anyAdmin), { voucher_id: await getId(code), status: 'available' }),
    ).rejects.toMatchObject({
      code: 'VOUCHER_DATE_PASSED',
      message: 'Expiry date has passed',
    });
  });

  test('assigns a reactivated voucher to an owed win', async () => {
    const amount = 47;
    const [code = ''] = await addStock(core, { amount, count: 1 });
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: await getId(code), status: 'expired' });
    const { result } = await makeWinner(amount);
    expect(result.voucher).toBeUndefined();
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: await getId(code), status: 'available' });
    expect(await getStatus(code)).toBe('assigned');
  });

  test('fills owed wins of deleted users last', async () => {
    const amount = 49;
    const leaver = await makeWinner(amount);
    const other = await makeWinner(amount);
    await core.database
      .sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${leaver.user.id}`;
    expect(await deleteDueAccounts(core.services)).toBe(1);
    await addStock(core, { amount, count: 1 });
    const owed = await core.database.sql`
      select c.user_id::int from owed_wins w join completions c on c.id = w.completion_id
      where w.amount_paise = ${amount * 100}`;
    expect(owed).toEqual([{ user_id: leaver.user.id }]);
    expect(other.user.id).not.toBe(leaver.user.id);
  });

  test.each(['expired', 'available', 'used', 'assigned'] as const)(
    'keeps a won voucher assigned if an admin sets it to %s or deletes it',
    async (status) => {
      const amount = { expired: 51, available: 53, used: 57, assigned: 59 }[status];
      const [code = ''] = await addStock(core, { amount, count: 1 });
      await makeWinner(amount);
      const id = await getId(code);
      const changed = setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status });
      if (status === 'assigned') await expect(changed).resolves.toBeUndefined();
      else await expect(changed).rejects.toMatchObject({ code: 'VOUCHER_MOVE_NOT_ALLOWED' });
      await expect(deleteVoucher(core.as(anyAdmin), id)).rejects.toMatchObject({
        code: 'VOUCHER_MOVE_NOT_ALLOWED',
      });
      expect(await getStatus(code)).toBe('assigned');
    },
  );

  test('deletes an available voucher', async () => {
    const [code = ''] = await addStock(core, { amount: 61, count: 1 });
    const id = await getId(code);
    await deleteVoucher(core.as(anyAdmin), id);
    await expect(deleteVoucher(core.as(anyAdmin), id)).rejects.toMatchObject({ code: 'VOUCHER_NOT_FOUND' });
    await expect(setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' })).rejects.toMatchObject({
      code: 'VOUCHER_NOT_FOUND',
    });
  });
});

test('lets only the winner mark a voucher used, idempotently', async () => {
  const [code = ''] = await addStock(core, { amount: 67, count: 1 });
  const { actor } = await makeWinner(67);
  const id = await getId(code);
  const other = await makeUser(core);
  await expect(markVoucherUsed(core.as(userActor(other.id)), id)).rejects.toMatchObject({
    code: 'VOUCHER_NOT_FOUND',
  });
  await markVoucherUsed(core.as(actor), id);
  await markVoucherUsed(core.as(actor), id);
  expect(await getStatus(code)).toBe('used');
});

test('expires only available vouchers past their last day', async () => {
  const [free = '', won = ''] = await addStock(core, { amount: 71, count: 1 }).then(async ([first]) => {
    const [second] = await addStock(core, { amount: 73, count: 1 });
    await makeWinner(73);
    return [first, second];
  });
  const ids = await findVoucherIds(core, [free, won]);
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = any (${ids})`;
  await expireVouchers(core.kernel);
  expect([await getStatus(free), await getStatus(won)]).toEqual(['expired', 'assigned']);
});

describe('the list', () => {
  let own: TestCore;
  beforeAll(async () => {
    own = await createTestCore();
    const create = (fields: object) => importVouchers(own.as(anyAdmin), input(fields));
    await create({ voucher_codes: ['A1', 'A2', 'A_3'], voucher_amount: 50 });
    await create({
      voucher_codes: ['M1', 'M2'],
      voucher_type: 'myntra',
      voucher_brand: 'Myntra',
      voucher_amount: 50.01,
    });
    await create({ voucher_codes: ['B1'], voucher_type: 'other', voucher_brand: 'Big Store', voucher_amount: 1001 });
    const [soon = 0, past = 0] = await findVoucherIds(own, ['A1', 'M2']);
    await own.database.sql`update vouchers set expiry_date = ist_day(now()) + 7 where id = ${soon}`;
    await own.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = ${past}`;
    await expireVouchers(own.kernel);
  });
  afterAll(() => own.close());

  const codes = async (filters: object) =>
    (await listVouchers(own.services, voucherListInput.parse(filters), plainCodes(own))).vouchers
      .map((v) => v.voucher_code)
      .toSorted();

  test.each([
    [{}, ['A1', 'A2', 'A_3', 'B1', 'M1', 'M2']],
    [{ status: 'expired' }, ['M2']],
    [{ voucher_type: 'myntra' }, ['M1', 'M2']],
    [{ brand: 'big store' }, ['B1']],
    [{ amount_range: '0-50' }, ['A1', 'A2', 'A_3']],
    [{ amount_range: '51-100' }, ['M1', 'M2']],
    [{ amount_range: '1001+' }, ['B1']],
    [{ expiry_filter: 'expiring_soon' }, ['A1']],
    [{ expiry_filter: 'expired' }, ['M2']],
    [{ expiry_filter: 'valid', voucher_type: 'myntra' }, ['M1']],
    [{ search: 'A_3' }, ['A_3']],
    // The search ignores case.
    [{ search: 'a_3' }, ['A_3']],
    [{ search: 'A_' }, []],
    [{ search: 'myn' }, ['M1', 'M2']],
  ])('filters by %j', async (filters, expected) => {
    expect(await codes(filters)).toEqual(expected);
  });

  test('sorts and pages', async () => {
    const page = await listVouchers(
      own.services,
      voucherListInput.parse({ sortBy: 'voucher_amount', sortOrder: 'desc', limit: 2, page: 1 }),
    );
    expect(page.vouchers.map((v) => v.voucher_amount)).toEqual([1001, 50.01]);
    expect(page.pagination).toEqual({ page: 1, limit: 2, total: 6, totalPages: 3 });
  });

  test('shows stock by type, brand and amount', async () => {
    const { stats } = await listVouchers(own.services, voucherListInput.parse({ limit: 1 }));
    expect(stats.find((stat) => stat.voucher_brand === 'Myntra')).toEqual({
      voucher_type: 'myntra',
      voucher_brand: 'Myntra',
      total: 2,
      available: 1,
      assigned: 0,
      used: 0,
      expired: 1,
      amount_breakdown: [{ amount: 50.01, count: 2, available: 1, assigned: 0, used: 0, expired: 1 }],
    });
  });
});
