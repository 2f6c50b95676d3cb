import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forecastStock } from './forecast.ts';

/** Tests what a forecast counts, and when stock is low. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const readForecast = async (amount: number) =>
  (await forecastStock(core.kernel)).find((each) => each.amount === amount);
/** Makes wins of an amount and leaves some vouchers in stock. */
async function makeStockAfterWins(amount: number, wins: number, left: number) {
  await addStock(core, { amount, count: wins + left });
  for (let i = 0; i < wins; i++) await makeWinner(core, network, amount);
}

test('reports stock for six days as low, but not stock for seven days', async () => {
  await makeStockAfterWins(301, 2, 1);
  await makeStockAfterWins(302, 7, 3);
  expect(await readForecast(301)).toMatchObject({ available: 1, days_left: 7, is_low: false });
  expect(await readForecast(302)).toMatchObject({ available: 3, days_left: 6, is_low: true });
});

test('counts wins of the last 14 days', async () => {
  await makeStockAfterWins(303, 2, 7);
  const moveBack = (by: string) =>
    rewriteFacts(
      core,
      (tx) => tx`update voucher_awards set awarded_at = now() - ${by}::interval where amount_paise = 30300`,
    );
  await moveBack('13 days 23 hours 59 minutes');
  expect(await readForecast(303)).toMatchObject({ per_day: 0.1, days_left: 49 });
  await moveBack('14 days 1 minute');
  expect(await readForecast(303)).toMatchObject({ per_day: 0, days_left: null, is_low: false });
});

test('reports an amount without an active offer as low only if a win waits for a voucher', async () => {
  await addStock(core, { amount: 304, count: 1 });
  expect(await readForecast(304)).toMatchObject({ available: 1, owed: 0, days_left: null, is_low: false });
  await makeWinner(core, network, 304);
  await makeWinner(core, network, 304);
  await core.database.sql`update offers set active = false`;
  expect(await readForecast(304)).toMatchObject({ available: 0, owed: 1, is_low: true });
  expect(await readForecast(302)).toMatchObject({ days_left: 6, is_low: false });
});
