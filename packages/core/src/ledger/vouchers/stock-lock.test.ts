import { randomUUID } from 'node:crypto';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { getVoucher, makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { replaceVoucher } from './replace.ts';
import { setVoucherStatus } from './status.ts';

/**
 * A spin that wins while no code is in stock takes the same lock as a change that adds a code. So no win stays owed
 * while a free code is in stock. In these tests, another session has the lock during its change, and the tested change
 * must wait for that session.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/** Checks that every win has one voucher or is owed, and that no code is free while a win of its amount is owed. */
afterEach(async () => expect(await ledgerDifferences(core.database.sql)).toEqual([]));

/** The amount of the current test in rupees. Each test uses another amount. */
let lastAmount = 700;
const nextAmount = (): number => ++lastAmount;

const countLeft = async (amount: number) => {
  const [row] = await core.database.sql`
    select (select count(*) from spin_states where outcome = 'owed' and amount_paise = ${amount * 100}) as owed,
      (select count(*) from voucher_states where status = 'available' and amount_paise = ${amount * 100}) as available`;
  return row;
};

/** Returns a statement that adds a code of the amount, for an open transaction. */
const addStockStatement = (amount: number) => (sql: TestCore['database']['sql']) =>
  sql`
  select add_vouchers(${JSON.stringify(anyAdmin)}::text::jsonb, 'amazon', 'Amazon', ${amount * 100}, null, null,
    '2099-12-31', ${JSON.stringify([{ code: 'sealed:v1:x', hash: randomUUID().replaceAll('-', ''), end: '' }])}::text::jsonb)`;

/** Returns a statement that settles a spin, for an open transaction. */
const settleSpinStatement = (completionId: number) => (sql: TestCore['database']['sql']) =>
  sql`
  select settle_spins(array[${completionId}::bigint], array[0], array[500], 1::smallint, array['seed'],
    array['open'])`;

describe('a win without stock waits for a transaction that adds stock', () => {
  test('and a spin then gets the new code', async () => {
    const amount = nextAmount();
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, addStockStatement(amount), () => settleWithRoll(core, completionId));
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).not.toBeNull();
    expect(await countLeft(amount)).toEqual({ owed: 0, available: 0 });
  });

  test('and a replacement then gets the new code', async () => {
    const amount = nextAmount();
    await addStock(core, { amount, count: 1 });
    const { voucherId, completionId } = await makeWinner(core, network, amount);
    const { waited, result } = await whileLocked(core, addStockStatement(amount), () =>
      replaceVoucher(core.as(anyAdmin), { voucher_id: voucherId ?? 0, reason: 'refused at the till' }),
    );
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).toBe(result);
    expect(await countLeft(amount)).toEqual({ owed: 0, available: 0 });
  });
});

describe('new stock waits for the transaction of a win without stock', () => {
  test('and an import then fills the win', async () => {
    const amount = nextAmount();
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, settleSpinStatement(completionId), () =>
      addStock(core, { amount, count: 2 }),
    );
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).not.toBeNull();
    expect(await countLeft(amount)).toEqual({ owed: 0, available: 1 });
  });

  test('and a reactivation then fills the win', async () => {
    const amount = nextAmount();
    const [code = ''] = await addStock(core, { amount, count: 1 });
    const [id = 0] = await findVoucherIds(core, [code]);
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' });
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, settleSpinStatement(completionId), () =>
      setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'available' }),
    );
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).toBe(id);
    expect(await countLeft(amount)).toEqual({ owed: 0, available: 0 });
  });
});

test('a spin waits for the last voucher, which another spin may release by a rollback', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 1 });
  const [first, second] = [await makeReadyToSpin(core, network, amount), await makeReadyToSpin(core, network, amount)];
  const hold = async (sql: TestCore['database']['sql']) => {
    // Two in a hundred picks of a voucher, by random(), also lock the amount's position. The other spin would then wait
    // for that lock. This seed prevents it.
    await sql`select setseed(0)`;
    await settleSpinStatement(first.completionId)(sql);
  };
  const { waited } = await whileLocked(core, hold, () => settleWithRoll(core, second.completionId), 'rollback');
  expect(waited).toBe(true);
  expect(await getVoucher(core, second.completionId)).not.toBeNull();
  expect(await countLeft(amount)).toEqual({ owed: 0, available: 0 });
});

test('a spin does not wait for an import of another amount', async () => {
  const [one, other] = [nextAmount(), nextAmount()];
  const { completionId } = await makeReadyToSpin(core, network, other);
  const { waited } = await whileLocked(core, addStockStatement(one), () => settleWithRoll(core, completionId));
  expect(waited).toBe(false);
  expect(await countLeft(other)).toEqual({ owed: 1, available: 0 });
});
