import type { MigrationMeta } from 'drizzle-orm/migrator';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../testing/empty-database.ts';
import { finishIndexes, runMigrations, withRetries } from './steps.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let owner: Sql;
beforeAll(async () => {
  database = await createEmptyDatabase();
  owner = postgres(database.url, { max: 1, onnotice: () => {}, connection: { lock_timeout: 200 } });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

let at = Date.UTC(2026, 0, 1);
const migration = (...sql: string[]): MigrationMeta => ({ sql, hash: `${at}`, folderMillis: (at += 1000), bps: true });
const journal = async () => (await database.sql`select 1 from drizzle.__drizzle_migrations`).length;

test('keeps finished migrations when a later migration fails, and rolls back the failed migration', async () => {
  const [good, bad] = [migration('create table a (n int)'), migration('create table b (n int)', 'select 1 / 0')];
  await expect(runMigrations(owner, [good, bad], () => {})).rejects.toThrow('division by zero');
  expect(await journal()).toBe(1);
  expect(await database.sql`select to_regclass('a') is not null as a, to_regclass('b') as b`).toEqual([
    { a: true, b: null },
  ]);
  await runMigrations(owner, [good, migration('create table b (n int)')], () => {});
  expect(await journal()).toBe(2);
});

test('retries a migration while its table is locked', async () => {
  const lines: string[] = [];
  let done: Promise<void> | undefined;
  await database.sql.begin(async (tx) => {
    await tx`select from a`;
    done = runMigrations(owner, [migration('alter table a add column more int')], (line) => lines.push(line));
    await expect.poll(() => lines).toHaveLength(2);
  });
  await done;
  expect(lines[0]).toMatch(/^migration of 2026-.*: the table is locked; try 2$/);
  expect(lines.at(-1)).toMatch(/^migration of 2026-.*: done in \d+ ms$/);
  expect(await database.sql`select more from a`).toEqual([]);
});

test.each([
  ['40P01', 2],
  ['23505', 1],
])('when the first try of a step fails with SQLSTATE %s, the number of tries is %i', async (code, tries) => {
  let tried = 0;
  const step = async () => {
    if (++tried === 1) throw Object.assign(new Error('it failed'), { code });
    return 'done';
  };
  await withRetries('a step', () => {}, step).catch(() => {});
  expect(tried).toBe(tries);
});

test('builds indexes concurrently and restarts an interrupted build', async () => {
  await database.sql`insert into a select g % 2 from generate_series(1, 10) g`;
  const build = (unique: string) =>
    migration(`-- concurrently\ncreate ${unique} index concurrently if not exists a_n on a (n)`);
  // A failed build leaves an invalid index that occupies the name.
  await expect(runMigrations(owner, [build('unique')], () => {})).rejects.toMatchObject({ code: '23505' });
  const isValid = async () =>
    (await database.sql`select indisvalid as v from pg_index where indexrelid = 'a_n'::regclass`)[0];
  expect(await isValid()).toEqual({ v: false });
  const lines: string[] = [];
  const before = await journal();
  await runMigrations(owner, [build('')], (line) => lines.push(line));
  expect(await isValid()).toEqual({ v: true });
  expect(lines[0]).toBe('index a_n: restarting an interrupted build');
  expect(await journal()).toBe(before + 1);
});

test('restarts an index build that failed on a lock', async () => {
  const lines: string[] = [];
  let done: Promise<void> | undefined;
  await database.sql.begin('isolation level repeatable read', async (tx) => {
    // Holds an old snapshot. The build waits for this snapshot when the index is already in the catalogue.
    await tx`select from a`;
    const build = migration('-- concurrently\ncreate index concurrently if not exists a_more on a (more)');
    done = runMigrations(owner, [build], (line) => lines.push(line));
    await expect.poll(() => lines[0]).toBe('index a_more: the table is locked; try 2');
  });
  await done;
  expect(lines).toContain('index a_more: restarting an interrupted build');
  expect(await database.sql`select indisvalid as v from pg_index where indexrelid = 'a_more'::regclass`).toEqual([
    { v: true },
  ]);
});

test('rebuilds unfinished indexes of an earlier run', async () => {
  const { sql } = database;
  await sql`create table twice as select 1 as n from generate_series(1, 2)`;
  for (const name of ['twice_n', 'twice_n_ccnew1'])
    await expect(sql.unsafe(`create unique index concurrently ${name} on twice (n)`)).rejects.toThrow(
      'could not create unique index',
    );
  await sql`delete from twice where ctid = (select min(ctid) from twice)`;
  const lines: string[] = [];
  await finishIndexes(owner, (line) => lines.push(line));
  expect(lines).toEqual(['index twice_n: rebuilt', 'index twice_n_ccnew1: removed an unfinished build']);
  expect(
    await sql`
      select indexrelid::regclass::text as name, indisvalid as v from pg_index where indrelid = 'twice'::regclass`,
  ).toEqual([{ name: 'twice_n', v: true }]);
});

test('builds speed-only indexes last, after the functions, even if an earlier run skipped them', async () => {
  const steps: string[] = [];
  const applyFunctions = async (tx: Sql) => {
    const [row] = await tx<{ fits: boolean; index: boolean }[]>`
      select exists (select from information_schema.columns where table_name = 'quick' and column_name = 'more') as fits,
        to_regclass('quick_more_idx') is not null as index`;
    steps.push(`functions: ${row?.fits ? 'fit' : 'do not fit'}, ${row?.index ? 'after' : 'before'} the index`);
  };
  const table = migration('create table quick (n int)');
  const together = migration('-- with functions\nalter table quick add column more int');
  const forSpeed = migration(
    '-- concurrently, for speed alone\ncreate index concurrently if not exists quick_more_idx on quick (more)',
  );
  const later = migration('-- with functions\nalter table quick add column further int');
  const isThere = async () => (await database.sql`select to_regclass('quick_more_idx') is not null as there`)[0]?.there;

  // The earlier run did not build the index: an older release does not have it, or the run was interrupted before it.
  await runMigrations(owner, [table, together, later], () => {}, applyFunctions);
  expect(steps).toEqual(['functions: fit, before the index']);
  expect(await isThere()).toBe(false);
  // The index is now in the list, before a migration that ran already.
  await runMigrations(owner, [table, together, forSpeed, later], () => {}, applyFunctions);
  expect(await isThere()).toBe(true);
  const entries = await journal();
  await runMigrations(owner, [table, together, forSpeed, later], () => {}, applyFunctions);
  expect(await journal()).toBe(entries);

  // In an empty database the index still comes after the functions, which commit together with `together` and `later`.
  await database.sql`drop table quick`;
  await database.sql`truncate drizzle.__drizzle_migrations`;
  await runMigrations(owner, [table, together, forSpeed, later], () => {}, applyFunctions);
  expect(steps).toEqual(['functions: fit, before the index', 'functions: fit, before the index']);
  expect(await isThere()).toBe(true);
});
