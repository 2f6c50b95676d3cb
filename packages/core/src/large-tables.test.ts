import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { listAdminCalls, listReaderCalls, type MeasuredCall } from '@inaam/testing/large-database/calls';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { measure } from '@inaam/testing/large-database/measure';
import { createServicesForKernel } from '@inaam/testing/services';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * What is asked of one thing reads the rows of that thing, however many others there are. The server may join by
 * lookups alone here, so that the small tables of a test are read as large ones are: a statement that cannot begin with
 * what it is asked about looks every row up, and that shows in the pages it looks at.
 */

let core: TestCore;
let database: ReturnType<typeof openDatabase>;
let calls: MeasuredCall[];
beforeAll(async () => {
  core = await createTestCore();
  await fillLargeDatabase(core.database.sql, core.services.secrets, { users: 400, completions: 3000 }, () => {});
  database = openDatabase(core.url, { max: 1, statementTimeout: 10_000 });
  const services = await createServicesForKernel(database, core.services.secrets);
  const { sql } = database;
  calls = [...(await listAdminCalls(services, sql, 'capped')), ...(await listReaderCalls(services, sql))];
  await database.sql`set enable_seqscan = off`;
  await database.sql`set enable_hashjoin = off`;
  await database.sql`set enable_mergejoin = off`;
});
afterAll(async () => {
  await database.close();
  await core.close();
});

/** Pages that each may look at: about twice what it did when it was written. */
const ofOneThing: [name: string, most: number][] = [
  ['completionTrace', 400],
  ['user page of the busiest', 2000],
  ['evidence of a user', 5000],
  ['evidence of a device', 2500],
  ['evidence of a carrier’s address', 2500],
  ['consequence for a carrier’s address', 100],
  ['lookup, beginning of a name', 400],
  ['lookup, voucher code', 2000],
  ['lookup, click id', 2000],
  ['case', 400],
  ['fraud, sorted by count', 700],
  ['users, high value vouchers', 220],
  ['audit, by actor', 320],
  ['dashboard', 1000],
  ['offer page', 270],
  ['watch', 660],
  ['what needs you', 290],
  ['report', 1400],
  ['completions of the busiest', 1400],
  ['page of a postback', 80],
  ['offers.list of the busiest', 190],
  ['profile of the busiest', 1800],
  ['export of the busiest', 2400],
  ['vouchers.notices', 90],
  ['cases.facts', 30],
  ['fairness.place', 25],
];

const pagesOf = async (name: string): Promise<number> => {
  const call = calls.find((each) => each.name === name);
  if (!call) throw new Error('there is no such call');
  return (await measure(database.sql, call, 2)).pages;
};

test.each(ofOneThing)('%s', async (name, most) => {
  expect(await pagesOf(name)).toBeLessThan(most);
});

/** Half more than each looks at, and less than where it went through everybody’s in their order. */
test.each([
  ['evidence of a user', 1500],
  ['evidence of a device', 600],
  ['evidence of a carrier’s address', 850],
])('%s, where all orders are tempting, by a plan for whatever is asked', async (name, most) => {
  await database.sql`set enable_sort = off`;
  await database.sql`set plan_cache_mode = force_generic_plan`;
  expect(await pagesOf(name)).toBeLessThan(most);
});
