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
 * A win that finds no stock and stock that arrives take the same lock, so that nobody is owed beside a free code.
 * Another session holds the lock here, half-way through its own move, and each move has to wait for its end.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/** Whoever came first: nobody won nothing, nobody twice, and no code lies beside somebody who is owed it. */
afterEach(async () => expect(await ledgerDifferences(core.database.sql)).toEqual([]));

/** An amount of each test's own, in rupees. */
let last = 700;
const nextAmount = (): number => ++last;

const left = async (amount: number) => {
  const [row] = await core.database.sql`
    select (select count(*) from spin_states where outcome = 'owed' and amount_paise = ${amount * 100}) as owed,
      (select count(*) from voucher_states where status = 'available' and amount_paise = ${amount * 100}) as available`;
  return row;
};

/** Another session, which adds a code of the amount and has not ended. */
const addingStock = (amount: number) => (sql: TestCore['database']['sql']) =>
  sql`
  select add_vouchers(${JSON.stringify(anyAdmin)}::text::jsonb, 'amazon', 'Amazon', ${amount * 100}, null, null,
    '2099-12-31', ${JSON.stringify([{ code: 'sealed:v1:x', hash: randomUUID().replaceAll('-', ''), end: '' }])}::text::jsonb)`;

/** Another session, which spins and has not ended. */
const winning = (completionId: number) => (sql: TestCore['database']['sql']) =>
  sql`
  select settle_spins(array[${completionId}::bigint], array[0], array[500], 1::smallint, array['seed'],
    array['open'])`;

describe('a win that finds no stock waits for whoever is adding some', () => {
  test('by a spin: it gets what was added', async () => {
    const amount = nextAmount();
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, addingStock(amount), () => settleWithRoll(core, completionId));
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).not.toBeNull();
    expect(await left(amount)).toEqual({ owed: 0, available: 0 });
  });

  test('by a replacement: it gets what was added', async () => {
    const amount = nextAmount();
    await addStock(core, { amount, count: 1 });
    const { voucherId, completionId } = await makeWinner(core, network, amount);
    const { waited, result } = await whileLocked(core, addingStock(amount), () =>
      replaceVoucher(core.as(anyAdmin), { voucher_id: voucherId ?? 0, reason: 'refused at the till' }),
    );
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).toBe(result);
    expect(await left(amount)).toEqual({ owed: 0, available: 0 });
  });
});

describe('stock that arrives waits for a win that has found none, and fills it', () => {
  test('by an import', async () => {
    const amount = nextAmount();
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, winning(completionId), () => addStock(core, { amount, count: 2 }));
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).not.toBeNull();
    expect(await left(amount)).toEqual({ owed: 0, available: 1 });
  });

  test('by a reactivation', async () => {
    const amount = nextAmount();
    const [code = ''] = await addStock(core, { amount, count: 1 });
    const [id = 0] = await findVoucherIds(core, [code]);
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' });
    const { completionId } = await makeReadyToSpin(core, network, amount);
    const { waited } = await whileLocked(core, winning(completionId), () =>
      setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'available' }),
    );
    expect(waited).toBe(true);
    expect(await getVoucher(core, completionId)).toBe(id);
    expect(await left(amount)).toEqual({ owed: 0, available: 0 });
  });
});

test('a spin waits for a voucher that another spin may yet give back', async () => {
  const amount = nextAmount();
  await addStock(core, { amount, count: 1 });
  const [first, second] = [await makeReadyToSpin(core, network, amount), await makeReadyToSpin(core, network, amount)];
  const { waited } = await whileLocked(
    core,
    winning(first.completionId),
    () => settleWithRoll(core, second.completionId),
    'rollback',
  );
  expect(waited).toBe(true);
  expect(await getVoucher(core, second.completionId)).not.toBeNull();
  expect(await left(amount)).toEqual({ owed: 0, available: 0 });
});

test('moves of different amounts do not wait for each other', async () => {
  const [one, other] = [nextAmount(), nextAmount()];
  const { completionId } = await makeReadyToSpin(core, network, other);
  const { waited } = await whileLocked(core, addingStock(one), () => settleWithRoll(core, completionId));
  expect(waited).toBe(false);
  expect(await left(other)).toEqual({ owed: 1, available: 0 });
});
