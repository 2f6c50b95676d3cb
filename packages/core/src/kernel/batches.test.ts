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

/** Statements that double numbers; what was sent is kept, in order. A poisonous number fails. */
function doubling(poison = -1) {
  const sent: number[][] = [];
  const ask = runInBatches<number, Doubled>({
    one: (sql, n) => {
      sent.push([n]);
      return sql`select case ${n}::int when ${poison}::int then 1 / (${n}::int - ${n}::int) else ${n}::int * 2 end
        as doubled where ${n}::int > 0`;
    },
    several: (sql, numbers) => {
      sent.push([...numbers]);
      return sql`
        select q.place::int, case q.n when ${poison}::int then 1 / (q.n - q.n) else q.n * 2 end as doubled
        from unnest(${[...numbers]}::int[]) with ordinality q (n, place) where q.n > 0`;
    },
  });
  return { ask, sent };
}

describe('calls of one kind', () => {
  test('travel together when they come together, each with its own rows', async () => {
    const { ask, sent } = doubling();
    const numbers = [9, 3, 7, 1, 8, 2, 6, 4, 5, 0];
    const before = { ...batchCounts };
    const calls = numbers.map((n) => ask(core.database.sql, n));
    // None has a connection yet.
    expect(batchCounts.together).toBe(10);
    const rows = await Promise.all(calls);
    expect(batchCounts).toEqual({ ...before, shared: before.shared + 10 });
    // 0 has no row, alone or with others.
    expect(rows.map((own) => own.map(({ doubled }) => doubled))).toEqual(numbers.map((n) => (n === 0 ? [] : [n * 2])));
    expect(sent).toEqual([numbers]);
    // Whoever comes alone goes alone, at once.
    expect([...(await ask(core.database.sql, 11))]).toEqual([{ doubled: 22 }]);
    expect(sent.at(-1)).toEqual([11]);
  });

  test('a second statement begins beside the first for as many as fill one, and for no fewer', async () => {
    const { ask, sent } = doubling();
    const some = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
    const { sql } = core.database;
    // Who is left over waits for the sixteen.
    let begun = 0;
    const first = some(1, 20).map((n) => ask(sql, n).finally(() => (begun ||= sent.length)));
    await Promise.all(first);
    expect(begun).toBe(1);
    expect(sent).toEqual([some(1, 16), some(17, 4)]);
    // Enough for two are shared by two at once.
    begun = 0;
    await Promise.all(some(1, 40).map((n) => ask(sql, n).finally(() => (begun ||= sent.length))));
    expect(begun).toBe(4);
    expect(sent.slice(2)).toEqual([some(1, 20), some(21, 20)]);
  });

  test('travel together behind a pooler, too, where nothing is prepared', async () => {
    const pooled = openDatabase(core.url, { max: 4, statementTimeout: 10_000, prepare: false });
    try {
      const { ask, sent } = doubling();
      const rows = await Promise.all([3, 1, 2].map((n) => ask(pooled.sql, n)));
      expect(rows.map(([row]) => row?.doubled)).toEqual([6, 2, 4]);
      // Were it refused as it is written, each would have been asked for alone after it.
      expect(sent).toEqual([[3, 1, 2]]);
    } finally {
      await pooled.close();
    }
  });

  test('what is wrong with one is not the others’ fault', async () => {
    const { ask, sent } = doubling(3);
    const { failed } = batchCounts;
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => ask(core.database.sql, n)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(batchCounts).toMatchObject({ failed: failed + 1, together: 0 });
    expect(results[2]).toMatchObject({ reason: { code: '22012' } });
    expect(sent).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  test('an answer that is lost is told to all: whether to ask again is theirs to say', async () => {
    const { sql } = core.database;
    let tries = 0;
    const ask = runInBatches<number, { n: number }>({
      one: (query, n) => query`select ${n}::int as n`,
      several: (query, numbers) => {
        const dies = tries++ === 0;
        return query`
          select q.place::int, q.n from unnest(${[...numbers]}::int[]) with ordinality q (n, place)
          where not ${dies} or pg_terminate_backend(pg_backend_pid())`;
      },
    });
    const lost = await Promise.allSettled([1, 2, 3].map((n) => ask(sql, n)));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
    // The kernel asks again for a move, for each caller at a moment of its own.
    tries = 0;
    const moved = await Promise.all([1, 2, 3].map((n) => core.kernel.move((query) => ask(query, n))));
    expect(moved.map(([row]) => row?.n)).toEqual([1, 2, 3]);
  });

  test('a batch that waits for somebody holds up nobody who comes later', async () => {
    const held: (() => void)[] = [];
    const answer = (numbers: readonly number[], isHeld: boolean) =>
      new Promise<{ place: number; n: number }[]>((resolve) => {
        const done = () => resolve(numbers.map((n, index) => ({ place: index + 1, n })));
        if (isHeld) held.push(done);
        else done();
      });
    const sent: number[][] = [];
    const ask = runInBatches<number, { n: number }>({
      one: (_, n) => answer([n], n < 10),
      several: (_, numbers) => {
        sent.push([...numbers]);
        return answer(
          numbers,
          numbers.some((n) => n < 10),
        );
      },
    });
    const first = Array.from({ length: 10 }, (_, n) => ask(core.database.sql, n));
    await expect.poll(() => sent).toHaveLength(1);
    const later = await Promise.all([12, 13, 14].map((n) => ask(core.database.sql, n)));
    expect(later.map(([row]) => row?.n)).toEqual([12, 13, 14]);
    expect(held).toHaveLength(1);
    for (const release of held) release();
    await Promise.all(first);
    expect(sent).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [12, 13, 14],
    ]);
  });
});
