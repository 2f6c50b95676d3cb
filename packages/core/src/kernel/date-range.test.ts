import { users } from '@inaam/db/schema/identity';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWithin } from './date-range.ts';

let core: TestCore;
let id: number;
beforeAll(async () => {
  core = await createTestCore();
  id = (await makeUser(core)).id;
});
afterAll(() => core.close());

type Range = Exclude<Parameters<typeof isWithin>[1], 'all'>;
const STARTS: Record<Range, string> = {
  today: 'today',
  week: 'today - 6',
  month: 'today - 29',
  yesterday: 'today - 1',
  last_7_days: 'today - 6',
  last_30_days: 'today - 29',
  last_90_days: 'today - 89',
  this_month: "date_trunc('month', today)",
  last_month: "date_trunc('month', today) - interval '1 month'",
};
/** The first day after a range, for ranges that do not last until now. */
const ENDS: Partial<Record<Range, string>> = { yesterday: 'today', last_month: "date_trunc('month', today)" };

const isIn = async (range: Range, day: string, by: string) => {
  await core.database.sql.unsafe(`
    update users set created_at = ((${day})::timestamp at time zone 'Asia/Kolkata') + interval '${by}'
    from (select ist_day(now())::timestamp::date as today) d where id = ${id}`);
  const rows = await core.database.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isWithin(users.createdAt, range)));
  return rows.length === 1;
};

test.each(Object.entries(STARTS))('range %s begins at 00:00 IST of the day `%s`', async (name, day) => {
  const range = name as Range;
  expect([await isIn(range, day, '-1 microsecond'), await isIn(range, day, '0 seconds')]).toEqual([false, true]);
});

test.each(Object.entries(ENDS))('range %s ends at 00:00 IST of the day `%s`', async (name, day) => {
  const range = name as Range;
  expect([await isIn(range, day, '-1 microsecond'), await isIn(range, day, '0 seconds')]).toEqual([true, false]);
});

test('adds no condition for the range `all`', () => {
  expect(isWithin(users.createdAt, 'all')).toBeUndefined();
});
