import { type VoucherListInput, voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { countStatements } from '@inaam/testing/count-statements';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { getVoucher, makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forecastStock, listExpiringSoon } from '../../insight/stock/forecast.ts';
import { listVouchers } from '../../insight/stock/list.ts';
import { setVoucherStatus } from './status.ts';
import { expireVouchers } from './stock.ts';

/** A voucher is valid until the end of its last day in Indian time. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

let lastAmount = 800;

/** Adds an available code with a last day relative to today. No other code has the same amount. */
async function addCodeExpiringIn(days: number) {
  const amount = ++lastAmount;
  const [code = ''] = await addStock(core, { amount, count: 1 });
  const [id = 0] = await findVoucherIds(core, [code]);
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) + ${days}::int where id = ${id}`;
  return { amount, code, id };
}

const getStatus = async (id: number) => {
  const [row] = await core.database.sql<{ status: string }[]>`select status from voucher_states where id = ${id}`;
  return row?.status;
};
const isListed = async (code: string, expiry_filter: VoucherListInput['expiry_filter']) => {
  const { vouchers } = await listVouchers(core.services, voucherListInput.parse({ search: code, expiry_filter }));
  return vouchers.length === 1;
};
const getForecast = async (amount: number) =>
  (await forecastStock(core.kernel)).find((each) => each.amount === amount)?.available;
const isExpiringSoon = async (amount: number) =>
  (await listExpiringSoon(core.kernel)).some((each) => each.amount === amount);

describe('on its last day', () => {
  test('the expiry job leaves the voucher in stock, and users can win it', async () => {
    const { amount, id } = await addCodeExpiringIn(0);
    await expireVouchers(core.kernel);
    expect(await getStatus(id)).toBe('available');
    const { completionId } = await makeReadyToSpin(core, network, amount);
    await settleWithRoll(core, completionId);
    expect(await getVoucher(core, completionId)).toBe(id);
  });

  test('the voucher can be reactivated', async () => {
    const { id } = await addCodeExpiringIn(0);
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'expired' });
    await setVoucherStatus(core.as(anyAdmin), { voucher_id: id, status: 'available' });
    expect(await getStatus(id)).toBe('available');
  });

  test('lists and the forecast count the voucher as valid', async () => {
    const { amount, code } = await addCodeExpiringIn(0);
    expect([await isListed(code, 'valid'), await isListed(code, 'expired')]).toEqual([true, false]);
    expect(await isListed(code, 'expiring_soon')).toBe(true);
    expect([await getForecast(amount), await isExpiringSoon(amount)]).toEqual([1, true]);
  });
});

describe('on the day after', () => {
  // The expiry job has not run, so the status is still available.
  test('the voucher cannot be won', async () => {
    const { amount, id } = await addCodeExpiringIn(-1);
    const { completionId } = await makeReadyToSpin(core, network, amount);
    await settleWithRoll(core, completionId);
    expect(await getVoucher(core, completionId)).toBeNull();
    expect(await getStatus(id)).toBe('available');
  });

  test('lists and the forecast do not count the voucher as valid', async () => {
    const { amount, code } = await addCodeExpiringIn(-1);
    expect([await isListed(code, 'valid'), await isListed(code, 'expired')]).toEqual([false, true]);
    expect(await isListed(code, 'expiring_soon')).toBe(false);
    // No other voucher and no offer has this amount, so the forecast omits the amount.
    expect([await getForecast(amount), await isExpiringSoon(amount)]).toEqual([undefined, false]);
    await makeReadyToSpin(core, network, amount);
    expect(await getForecast(amount)).toBe(0);
  });

  test('the expiry job expires the voucher', async () => {
    const { id } = await addCodeExpiringIn(-1);
    await expireVouchers(core.kernel);
    expect(await getStatus(id)).toBe('expired');
  });

  test('the expiry job expires all vouchers of an import in batches', async () => {
    const codes = await addStock(core, { amount: ++lastAmount, count: 5 });
    const ids = await findVoucherIds(core, codes);
    await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = any (${ids})`;
    const { kernel, counted } = countStatements(core.kernel);
    expect(await expireVouchers(kernel, 2)).toBe(5);
    expect(counted.statements).toBe(3);
    for (const id of ids) expect(await getStatus(id)).toBe('expired');
  });
});

test('counts a voucher as expiring soon fourteen days before its last day, but not fifteen days before', async () => {
  const [soon, late] = [await addCodeExpiringIn(14), await addCodeExpiringIn(15)];
  expect([await isExpiringSoon(soon.amount), await isExpiringSoon(late.amount)]).toEqual([true, false]);
});
