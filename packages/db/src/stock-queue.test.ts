import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, plainCodes, sealedCodes } from '@inaam/testing/factories/vouchers';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MoveSql } from './client.ts';

/** Where the search for a free voucher begins is a hint: whatever it says, the first to expire is won first. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

let last = 500;
const nextAmount = (): number => ++last;

const codeOf = async (voucherId: number | null) => {
  const [row] = await core.database.sql<{ code: string; amount: number }[]>`
    select code, amount_paise::int as amount from vouchers where id = ${voucherId}`;
  return row && plainCodes(core)({ code: row.code, codeEnd: '', amountPaise: row.amount });
};
const wins = async (amount: number) => codeOf((await makeWinner(core, network, amount)).voucherId);
/** Lets searches begin at a day; those before it were taken, as far as anybody knows. */
const beginAt = (amount: number, day: string) =>
  core.database.sql`
    update voucher_stock_positions set from_expiry_date = ${day}, from_voucher_id = 0
      where amount_paise = ${amount * 100}`;

test('stock that comes later and expires earlier is won first', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 2, expiry: '2099-06-30' });
  await beginAt(amount, '2099-06-30');
  const [early] = await addStock(core, { amount, count: 1, expiry: '2099-01-31' });
  expect(await wins(amount)).toBe(early);
});

test('a voucher that lies before the beginning is found when nothing else is left, and the beginning is mended', async () => {
  const amount = nextAmount();
  const [one, two, three] = await addStock(core, { amount, count: 3, expiry: '2099-01-31' });
  await beginAt(amount, '2099-06-30');
  expect(await wins(amount)).toBe(one);
  expect(await core.database.sql`select repair_stock_positions() as mended`).toEqual([{ mended: 1 }]);
  const [place] = await core.database.sql`
    select from_expiry_date::text as day from voucher_stock_positions where amount_paise = ${amount * 100}`;
  expect(place).toEqual({ day: '2099-01-31' });
  expect(await core.database.sql`select repair_stock_positions() as mended`).toEqual([{ mended: 0 }]);
  expect([await wins(amount), await wins(amount), await wins(amount)]).toEqual([two, three, undefined]);
});

test('of two hundred winners some move the beginning on, and none past what is free', async () => {
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

/** Draws random numbers of a session until the next one would move the beginning on. */
async function aboutToMove(sql: MoveSql): Promise<void> {
  for (let i = 1; i < 2_000; i++) {
    await sql`select setseed(${i / 2_000})`;
    const [row] = await sql<{ next: number }[]>`select random() as next`;
    if (row && row.next < 0.02) {
      await sql`select setseed(${i / 2_000})`;
      return;
    }
  }
  throw new Error('no seed of these gives a small number');
}

test('a winner who began before stock came does not move the beginning past it', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 3, expiry: '2099-06-30' });
  await beginAt(amount, '2099-06-30');
  const { completionId } = await makeReadyToSpin(core, network, amount);
  const early = `EARLY-${amount}`;
  // The import has put its voucher into the stock and is not committed; the winner has read the beginning by then.
  const sealed = await sealedCodes(core, [early], amount * 100);
  const importing = async (sql: MoveSql) => {
    await sql`lock table free_vouchers in share mode`;
    await sql`
      select add_vouchers(${JSON.stringify(anyAdmin)}::text::jsonb, 'amazon', 'Amazon', ${amount * 100}, null, null,
        '2099-01-31', ${JSON.stringify(sealed)}::text::jsonb)`;
  };
  const winning = () =>
    core.database.sql.begin(async (tx) => {
      const sql = tx as unknown as MoveSql;
      await aboutToMove(sql);
      await sql`
        select settle_spins(array[${completionId}::bigint], array[0], array[500], 1::smallint, array['seed'],
          array['open'])`;
    });
  const { waited } = await whileLocked(core, importing, winning);
  expect(waited).toBe(true);
  expect(await wins(amount)).toBe(early);
});

test('a winner moves the beginning on to what it took', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 2, expiry: '2099-06-30' });
  await core.database.sql.begin(async (tx) => {
    const sql = tx as unknown as MoveSql;
    await aboutToMove(sql);
    const [taken] = await sql<{ id: number }[]>`select (take_vouchers(array[${amount * 100}::bigint]))[1] as id`;
    const [place] = await sql<{ id: number }[]>`
      select from_voucher_id as id from voucher_stock_positions where amount_paise = ${amount * 100}`;
    expect(place).toEqual(taken);
  });
});
