import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteInBatches, repeatInBatches } from './repeat-in-batches.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test.each([
  ['no rows', 0, [0]],
  ['less than a batch', 2, [2]],
  ['whole batches', 6, [3, 3, 0]],
  ['whole batches and a rest', 7, [3, 3, 1]],
])('repeats a statement until a batch is not full: %s', async (_, available, turns) => {
  let left = available;
  const took: number[] = [];
  const all = await repeatInBatches(
    core.kernel,
    (sql, most) => {
      const taken = Math.min(left, most);
      left -= taken;
      took.push(taken);
      return sql<{ taken: number }[]>`select ${taken}::int as taken`;
    },
    3,
  );
  expect({ all, took }).toEqual({ all: available, took: turns });
});

test('deletes matching rows by their complete key, each batch in its own transaction', async () => {
  const { sql } = core.database;
  await sql`create table kept (a int, b int, old boolean, primary key (a, b))`;
  await sql`create table gone (a int, b int, xid xid8)`;
  await sql`
    create function note_gone() returns trigger language plpgsql as $$
    begin insert into gone values (old.a, old.b, pg_current_xact_id()); return null; end $$`;
  await sql`create trigger note after delete on kept for each row execute function note_gone()`;
  // Each value of `a` and of `b` also occurs in a row that is not deleted.
  await sql`insert into kept select n / 3, n % 3, (n / 3 + n % 3) % 2 = 0 from generate_series(0, 8) n`;
  const isOld = (query: typeof sql) => query`old`;
  expect(await deleteInBatches(core.kernel, { table: 'kept', key: ['a', 'b'], where: isOld }, 2)).toBe(5);
  expect(await sql`select count(*)::int as rows, bool_or(old) as old from kept`).toEqual([{ rows: 4, old: false }]);
  const turns = await sql`select count(*)::int as rows from gone group by xid order by 1 desc`;
  expect(turns).toEqual([{ rows: 2 }, { rows: 2 }, { rows: 1 }]);
});
