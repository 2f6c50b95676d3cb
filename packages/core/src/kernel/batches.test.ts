import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchCounts, runInBatches } from './batches.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

interface Doubled {
  doubled: number;
}

/** Creates a function that doubles numbers, and records its statements in order. The number `poison` fails. */
function createDoubler(poison = -1) {
  const sent: number[][] = [];
  const double = runInBatches<number, Doubled>({
    single: (sql, n) => {
      sent.push([n]);
      return sql`select case ${n}::int when ${poison}::int then 1 / (${n}::int - ${n}::int) else ${n}::int * 2 end
        as doubled where ${n}::int > 0`;
    },
    batched: (sql, numbers) => {
      sent.push([...numbers]);
      return sql`
        select q.place::int, case q.n when ${poison}::int then 1 / (q.n - q.n) else q.n * 2 end as doubled
        from unnest(${[...numbers]}::int[]) with ordinality q (n, place) where q.n > 0`;
    },
  });
  return { double, sent };
}

describe('concurrent calls', () => {
  test('share a statement, and each gets its own rows', async () => {
    const { double, sent } = createDoubler();
    const numbers = [9, 3, 7, 1, 8, 2, 6, 4, 5, 0];
    const before = { ...batchCounts };
    const calls = numbers.map((n) => double(core.database.sql, n));
    // No call has a connection yet.
    expect(batchCounts.withoutConnection).toBe(10);
    const rows = await Promise.all(calls);
    expect(batchCounts).toEqual({ ...before, shared: before.shared + 10 });
    // The number 0 returns no row, whether it is sent alone or in a batch.
    expect(rows.map((own) => own.map(({ doubled }) => doubled))).toEqual(numbers.map((n) => (n === 0 ? [] : [n * 2])));
    expect(sent).toEqual([numbers]);
    // A single call is sent alone at once.
    expect([...(await double(core.database.sql, 11))]).toEqual([{ doubled: 22 }]);
    expect(sent.at(-1)).toEqual([11]);
  });

  test('start a second batch only with enough calls', async () => {
    const { double, sent } = createDoubler();
    const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
    const { sql } = core.database;
    // The four remaining calls wait for the first batch.
    let begun = 0;
    const first = range(1, 20).map((n) => double(sql, n).finally(() => (begun ||= sent.length)));
    await Promise.all(first);
    expect(begun).toBe(1);
    expect(sent).toEqual([range(1, 16), range(17, 4)]);
    // Enough calls for two batches are split between them.
    begun = 0;
    await Promise.all(range(1, 40).map((n) => double(sql, n).finally(() => (begun ||= sent.length))));
    expect(begun).toBe(4);
    expect(sent.slice(2)).toEqual([range(1, 20), range(21, 20)]);
  });

  test('share a statement behind a pooler without prepared statements', async () => {
    const pooled = openDatabase(core.url, { max: 4, statementTimeout: 10_000, prepare: false });
    try {
      const { double, sent } = createDoubler();
      const rows = await Promise.all([3, 1, 2].map((n) => double(pooled.sql, n)));
      expect(rows.map(([row]) => row?.doubled)).toEqual([6, 2, 4]);
      // A rejected batch would be sent again one by one.
      expect(sent).toEqual([[3, 1, 2]]);
    } finally {
      await pooled.close();
    }
  });

  test('succeed except for the one that made their batch fail', async () => {
    const { double, sent } = createDoubler(3);
    const { failed } = batchCounts;
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => double(core.database.sql, n)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(batchCounts).toMatchObject({ failed: failed + 1, withoutConnection: 0 });
    expect(results[2]).toMatchObject({ reason: { code: '22012' } });
    expect(sent).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  test('all fail if the connection is lost, and each caller decides whether to retry', async () => {
    const { sql } = core.database;
    let tries = 0;
    const double = runInBatches<number, { n: number }>({
      single: (query, n) => query`select ${n}::int as n`,
      batched: (query, numbers) => {
        const dies = tries++ === 0;
        return query`
          select q.place::int, q.n from unnest(${[...numbers]}::int[]) with ordinality q (n, place)
          where not ${dies} or pg_terminate_backend(pg_backend_pid())`;
      },
    });
    const lost = await Promise.allSettled([1, 2, 3].map((n) => double(sql, n)));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
    // The kernel retries the statement, for each caller separately.
    tries = 0;
    const moved = await Promise.all([1, 2, 3].map((n) => core.kernel.runIdempotent((query) => double(query, n))));
    expect(moved.map(([row]) => row?.n)).toEqual([1, 2, 3]);
  });

  test('do not wait behind a batch that waits for a lock', async () => {
    const blocked: (() => void)[] = [];
    const respond = (numbers: readonly number[], isBlocked: boolean) =>
      new Promise<{ place: number; n: number }[]>((resolve) => {
        const done = () => resolve(numbers.map((n, index) => ({ place: index + 1, n })));
        if (isBlocked) blocked.push(done);
        else done();
      });
    const sent: number[][] = [];
    const double = runInBatches<number, { n: number }>({
      single: (_, n) => respond([n], n < 10),
      batched: (_, numbers) => {
        sent.push([...numbers]);
        return respond(
          numbers,
          numbers.some((n) => n < 10),
        );
      },
    });
    const first = Array.from({ length: 10 }, (_, n) => double(core.database.sql, n));
    await expect.poll(() => sent).toHaveLength(1);
    const later = await Promise.all([12, 13, 14].map((n) => double(core.database.sql, n)));
    expect(later.map(([row]) => row?.n)).toEqual([12, 13, 14]);
    expect(blocked).toHaveLength(1);
    for (const release of blocked) release();
    await Promise.all(first);
    expect(sent).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [12, 13, 14],
    ]);
  });
});
