import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, plainCodes, sealTestCodes } from '@inaam/testing/factories/vouchers';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqlClient } from './client.ts';

/**
 * A win takes the free voucher that expires first, even if the stored start of the search is later: that start is only
 * a hint.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

let lastAmount = 500;
const nextAmount = (): number => ++lastAmount;

const getCode = async (voucherId: number | null) => {
  const [row] = await core.database.sql<{ code: string; amount: number }[]>`
    select code, amount_paise::int as amount from vouchers where id = ${voucherId}`;
  return (
    row &&
    plainCodes(core)({ code: row.code, codeEnd: '', pin: null, pinEnd: '', amountPaise: row.amount }).voucher_code
  );
};
const winCode = async (amount: number) => getCode((await makeWinner(core, network, amount)).voucherId);
/** Makes searches start at a day, as after wins that took all earlier vouchers. */
const startSearchAt = (amount: number, day: string) =>
  core.database.sql`
    update voucher_stock_positions set from_expiry_date = ${day}, from_voucher_id = 0
      where amount_paise = ${amount * 100}`;

test('takes the voucher that expires first, even if it was added last', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 2, expiry: '2099-06-30' });
  await startSearchAt(amount, '2099-06-30');
  const [early] = await addStock(core, { amount, count: 1, expiry: '2099-01-31' });
  expect(await winCode(amount)).toBe(early);
});

test('finds a voucher before the search start, and a repair moves the start back to it', async () => {
  const amount = nextAmount();
  const [one, two, three] = await addStock(core, { amount, count: 3, expiry: '2099-01-31' });
  await startSearchAt(amount, '2099-06-30');
  expect(await winCode(amount)).toBe(one);
  expect(await core.database.sql`select repair_stock_positions() as repaired`).toEqual([{ repaired: 1 }]);
  const [place] = await core.database.sql`
    select from_expiry_date::text as day from voucher_stock_positions where amount_paise = ${amount * 100}`;
  expect(place).toEqual({ day: '2099-01-31' });
  expect(await core.database.sql`select repair_stock_positions() as repaired`).toEqual([{ repaired: 0 }]);
  expect([await winCode(amount), await winCode(amount), await winCode(amount)]).toEqual([two, three, undefined]);
});

test('moves the search start forward at some wins, but never past a free voucher', async () => {
  const amount = nextAmount();
  const { completionId } = await makeReadyToSpin(core, network, amount);
  await addStock(core, { amount, count: 200, expiry: '2099-01-31' });
  const { sql } = core.database;
  const paise = amount * 100;
  const taken = await sql<{ id: number }[]>`
    select (take_vouchers(array[${paise}::bigint]))[1] as id from generate_series(1, 199)`;
  expect(new Set(taken.map(({ id }) => id)).size).toBe(199);
  expect(taken.map(({ id }) => id)).toEqual(taken.map(({ id }) => id).toSorted((a, b) => a - b));
  const [row] = await sql<{ before: boolean }[]>`
    select (a.from_expiry_date, a.from_voucher_id) <= (f.expiry_date, f.voucher_id) as before
    from voucher_stock_positions a join free_vouchers f using (amount_paise) where amount_paise = ${paise}`;
  expect(row).toEqual({ before: true });
  await settleWithRoll(core, completionId);
  expect(await sql`select count(*)::int as left from free_vouchers where amount_paise = ${paise}`).toEqual([
    { left: 0 },
  ]);
});

/** Seeds the random numbers of a session so that the next number is small enough to move the search start. */
async function seedBeforeMove(sql: SqlClient): Promise<void> {
  for (let i = 1; i < 2_000; i++) {
    await sql`select setseed(${i / 2_000})`;
    const [row] = await sql<{ next: number }[]>`select random() as next`;
    if (row && row.next < 0.02) {
      await sql`select setseed(${i / 2_000})`;
      return;
    }
  }
  throw new Error('no seed gives a small number');
}

test('does not move the search start past stock that arrived during a win', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 3, expiry: '2099-06-30' });
  await startSearchAt(amount, '2099-06-30');
  const { completionId } = await makeReadyToSpin(core, network, amount);
  const early = `EARLY-${amount}`;
  // The import has added its voucher but not committed. The winner has read the search start before the commit.
  const sealed = await sealTestCodes(core, [early], amount * 100);
  const importStock = async (sql: SqlClient) => {
    await sql`lock table free_vouchers in share mode`;
    await sql`
      select add_vouchers(${JSON.stringify(anyAdmin)}::text::jsonb, 'amazon', 'Amazon', ${amount * 100}, null, null,
        '2099-01-31', ${JSON.stringify(sealed)}::text::jsonb)`;
  };
  const winVoucher = () =>
    core.database.sql.begin(async (tx) => {
      const sql = tx as unknown as SqlClient;
      await seedBeforeMove(sql);
      await sql`
        select settle_spins(array[${completionId}::bigint], array[0], array[500], 1::smallint, array['seed'],
          array['open'])`;
    });
  const { waited } = await whileLocked(core, importStock, winVoucher);
  expect(waited).toBe(true);
  expect(await winCode(amount)).toBe(early);
});

test('moves the search start to the voucher that was taken', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 2, expiry: '2099-06-30' });
  await core.database.sql.begin(async (tx) => {
    const sql = tx as unknown as SqlClient;
    await seedBeforeMove(sql);
    const [taken] = await sql<{ id: number }[]>`select (take_vouchers(array[${amount * 100}::bigint]))[1] as id`;
    const [place] = await sql<{ id: number }[]>`
      select from_voucher_id as id from voucher_stock_positions where amount_paise = ${amount * 100}`;
    expect(place).toEqual(taken);
  });
});
