import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getRetryDelay, runLeasedWork } from './leased-work.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await core.database.sql`
    create table leased_rows (
      id int primary key, due_at timestamptz not null default now(), done int not null default 0)`;
});
afterAll(() => core.close());
beforeEach(async () => {
  const { sql } = core.database;
  await sql`truncate leased_rows`;
  await sql`insert into leased_rows (id) select generate_series(1, 20)`;
});

interface Row {
  id: number;
}

/** Processes the rows as one of several processes would. */
const runWorker = (work: (row: Row) => Promise<unknown>) =>
  runLeasedWork<Row>({
    batch: 4,
    parallel: 2,
    claim: (most) => core.database.sql<Row[]>`
      update leased_rows set due_at = now() + interval '1 hour'
      where id in (
        select id from leased_rows where done = 0 and due_at <= now() order by id limit ${most} for update skip locked)
      returning id`,
    work,
  });
const markDone = async ({ id }: Row) => core.database.sql`update leased_rows set done = done + 1 where id = ${id}`;
const counts = async () =>
  (await core.database.sql<{ done: number }[]>`select done from leased_rows order by id`).map((row) => row.done);
const endLeases = () => core.database.sql`update leased_rows set due_at = now()`;

test('gives each row to one of several processes', async () => {
  const counted = await Promise.all([runWorker(markDone), runWorker(markDone), runWorker(markDone)]);
  expect(counted.reduce((sum, each) => sum + each, 0)).toBe(20);
  expect(await counts()).toEqual(Array.from({ length: 20 }, () => 1));
});

test('finishes the other rows of a claim if a row fails, and retries the failed row after its lease', async () => {
  const failing = runWorker((row) => (row.id === 2 ? Promise.reject(new Error('refused')) : markDone(row)));
  await expect(failing).rejects.toMatchObject({ errors: [new Error('refused')], message: '1 of 4 rows failed' });
  expect((await counts()).slice(0, 5)).toEqual([1, 0, 1, 1, 0]);
  await runWorker(markDone);
  expect((await counts())[1]).toBe(0);
  await endLeases();
  await runWorker(markDone);
  expect(await counts()).toEqual(Array.from({ length: 20 }, () => 1));
});

test('lets another process take the rows of a dead process after their lease', async () => {
  let begun = 0;
  // The work never settles, as in a killed process.
  void runWorker(() => {
    begun++;
    return new Promise(() => undefined);
  });
  await expect.poll(() => begun).toBe(2);
  await runWorker(markDone);
  expect((await counts()).slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
  await endLeases();
  await runWorker(markDone);
  expect(await counts()).toEqual(Array.from({ length: 20 }, () => 1));
});

test('delays retries by the schedule with a random spread, at least by a given minimum, up to the last attempt', () => {
  const schedule = [10, 100];
  expect([0, 1, 2].map((failed) => getRetryDelay(schedule, failed))).toEqual([10, 100, null]);
  expect(getRetryDelay(schedule, 0, { atLeast: 60 })).toBe(60);
  expect(getRetryDelay(schedule, 1, { atLeast: 60 })).toBe(100);
  const drawn = Array.from({ length: 200 }, () => getRetryDelay(schedule, 1, { spread: 0.1 }) ?? 0);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(90);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(110);
  expect(new Set(drawn).size).toBeGreaterThan(5);
});
