import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { listAdminCalls, listReaderCalls, type MeasuredCall } from '@inaam/testing/large-database/calls';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { measure } from '@inaam/testing/large-database/measure';
import { createServicesForKernel } from '@inaam/testing/services';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * A call about one subject, such as a user, must read only the rows of that subject, however large the tables are. The
 * tests disable sequential scans, hash joins and merge joins, so that PostgreSQL reads small tables like large ones. A
 * statement that does not start from its subject then looks up every row, and the number of pages read shows this.
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
  // The ranges are literals, not parameters, so that each range gets its own plan, as in `book_differences`.
  const check = (name: string, range: string): MeasuredCall => ({
    name,
    run: () => sql.unsafe(`select what from ${range}`),
  });
  calls.push(
    check('books of ten completions', 'completion_differences(100, 110)'),
    check('books of ten users', 'figure_differences(100, 109)'),
    check('books of a day', 'figure_differences(null, null, (select ist_day(max(completed_at)) from completions))'),
    check('books of ten vouchers', 'voucher_differences(100, 110)'),
  );
  await database.sql`set enable_seqscan = off`;
  await database.sql`set enable_hashjoin = off`;
  await database.sql`set enable_mergejoin = off`;
});
afterAll(async () => {
  await database.close();
  await core.close();
});

/** Maximum number of pages read, about twice the number that was measured when the line was written. */
const pageLimits: [name: string, most: number][] = [
  ['completionTrace', 400],
  ['user page of the busiest user', 2000],
  ['evidence of a user', 5000],
  ['evidence of a device', 2500],
  ['evidence of a carrier’s IP address', 2500],
  ['consequence for a carrier’s IP address', 100],
  ['lookup, beginning of a name', 400],
  ['lookup, voucher code', 2000],
  ['lookup, click id', 2000],
  // This call also reads milestones.
  ['case', 520],
  ['fraud, sorted by count', 700],
  ['users, high value vouchers', 220],
  ['audit, by actor', 320],
  ['dashboard', 1000],
  ['offer page', 270],
  // This call also reads pauses, ceilings and the results of the book checks.
  ['watch', 780],
  ['what needs attention', 290],
  ['report', 1400],
  ['completions of the busiest user', 1400],
  ['page of a postback', 80],
  ['offers.list of the busiest user', 190],
  ['profile of the busiest user', 1800],
  ['export of the busiest user', 2400],
  ['vouchers.notices', 90],
  ['cases.facts', 30],
  ['fairness.place', 25],
  ['books of ten completions', 1500],
  ['books of ten users', 1500],
  ['books of a day', 4000],
  ['books of ten vouchers', 500],
];

const countPages = async (name: string): Promise<number> => {
  const call = calls.find((each) => each.name === name);
  if (!call) throw new Error('the call does not exist');
  return (await measure(database.sql, call, 2)).pages;
};

test.each(pageLimits)('%s reads few pages', async (name, most) => {
  expect(await countPages(name)).toBeLessThan(most);
});

/** Maximum pages: 1.5 times what each call reads. A plan that scans a whole index in its order reads more. */
test.each([
  ['evidence of a user', 1500],
  ['evidence of a device', 600],
  ['evidence of a carrier’s IP address', 850],
])('%s reads few pages with a generic plan and without sorts', async (name, most) => {
  await database.sql`set enable_sort = off`;
  await database.sql`set plan_cache_mode = force_generic_plan`;
  expect(await countPages(name)).toBeLessThan(most);
});
