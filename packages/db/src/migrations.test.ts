import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drizzleKit } from '../generate.ts';
import { readMigrations } from './migrate/files.ts';
import { parseDefinitions, readFunctions } from './migrate/functions.ts';
import { migrate } from './migrate.ts';
import { clickTotals, conversionDays, conversionTotals, offerDays, userStats } from './schema/figures.ts';
import { messages } from './schema/messages.ts';
import { securityEventDetails, securityEvents } from './schema/security-events.ts';
import { listConstraintFunctions, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import { copyWithExample } from './testing/example-release.ts';
import {
  findDuplicates,
  findHashDifferences,
  findSignatureFaults,
  findVersionFaults,
  listDefinitions,
  type SqlFile,
} from './testing/sql-files.ts';
import { auditEntries } from './views/audit.ts';
import { completionStates } from './views/completions.ts';
import { paymentStates } from './views/payments.ts';
import { spinStates } from './views/spins.ts';
import { completionVouchers, voucherStates } from './views/vouchers.ts';

const here = import.meta.dirname;
const sqlFiles = (folder: string): SqlFile[] =>
  readdirSync(join(here, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(here, folder, name), 'utf8') }));
const lines = (file: string): string[] => readFileSync(join(here, file), 'utf8').trimEnd().split('\n');

const migrations = sqlFiles('migrations');
const functions = sqlFiles('functions');
const set = readFunctions(here);

/** Migrations define the functions that constraints and indexes call. To change one, add a function with a new name. */
const IN_MIGRATIONS = ['odds_valid', 'search_text'];

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url);
});
afterAll(() => database.drop());

describe('functions and triggers', () => {
  test('are defined once over all SQL', () => {
    expect(findDuplicates([...migrations, ...functions])).toEqual([]);
    expect(functions.flatMap(listDefinitions).sort()).toEqual(set.definitions.map(({ name }) => name).sort());
  });

  test('are reported when defined twice', () => {
    const files = [
      { name: 'a.sql', text: 'create function one() returns int\ncreate or replace trigger two' },
      { name: 'b.sql', text: '-- words\nCREATE OR REPLACE FUNCTION public."one"() returns int' },
    ];
    expect(findDuplicates(files)).toEqual(['function one: a.sql, b.sql']);
  });

  test('are in migrations only if constraints, indexes or generated columns call them', async () => {
    const defined = migrations.flatMap(listDefinitions);
    expect(defined.sort()).toEqual(IN_MIGRATIONS.map((name) => `function ${name}`));
    expect(await listConstraintFunctions(database.sql)).toEqual(IN_MIGRATIONS);
  });

  test('are recognised in a check, an index and a default', async () => {
    const names = await database.sql
      .begin(async (tx) => {
        await tx.unsafe(`
          create function in_check(n int) returns boolean language sql immutable as 'select true';
          create function in_index(n int) returns int language sql immutable as 'select 1';
          create function in_default() returns int language sql as 'select 1';
          create table t (n int default in_default() check (in_check(n)));
          create index on t (in_index(n));`);
        throw Object.assign(new Error('undo'), { names: await listConstraintFunctions(tx) });
      })
      .catch((error: Error & { names: string[] }) => error.names);
    expect(names).toEqual(['in_check', 'in_default', 'in_index', ...IN_MIGRATIONS]);
  });

  test.each([
    ['a table', 'create table t ();'],
    ['a function without replace', 'create function f() returns int language sql as $$ select 1 $$;'],
    [
      'a statement after a function',
      'create or replace function f() returns int language sql as $$ select 1 $$;\nselect f();',
    ],
    ['a body without $$', "create or replace function f() returns int language sql as 'select 1';"],
  ])('rejects %s in a function file', (_what, text) => {
    expect(() => parseDefinitions('test.sql', text)).toThrow('test.sql');
  });
});

describe('released migrations and functions', () => {
  const filesIn = (folder: string) => {
    const names = readdirSync(join(folder, 'migrations')).filter((name) => name.endsWith('.sql'));
    return readMigrations(folder).migrations.map(({ hash }, i) => ({ name: names.sort()[i] ?? '', hash }));
  };

  test('migrations are append-only', () => {
    expect(findHashDifferences(lines('migrations/hashes.txt'), filesIn(here))).toEqual([]);
  });

  test('the function set gets a new version with each change', () => {
    expect(findVersionFaults(lines('functions/versions.txt'), set)).toEqual([]);
    expect(set.version).toBe(lines('functions/versions.txt').length);
  });

  test('migrations drop functions that were removed or got other parameters', async () => {
    const present = Object.keys((await readCatalog(database.sql)).functions);
    expect(findSignatureFaults(lines('functions/signatures.txt'), present, migrations)).toEqual([]);
  });

  test('accepts an appended migration and reports an edited baseline', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inaam-example-'));
    try {
      const list = filesIn(here).map(({ name, hash }) => `${name} ${hash}`);
      const added = copyWithExample(folder);
      const appended = filesIn(folder);
      expect(findHashDifferences(list, appended)).toEqual(
        appended.slice(list.length).map(({ name, hash }) => `append to the list: ${name} ${hash}`),
      );
      expect(appended.slice(list.length).map(({ name }) => name)).toEqual(added);
      const complete = appended.map(({ name, hash }) => `${name} ${hash}`);
      expect(findHashDifferences(complete, appended)).toEqual([]);
      appendFileSync(join(folder, 'migrations', '0001_tables.sql'), '-- edited\n');
      expect(findHashDifferences(complete, filesIn(folder))).toEqual([
        `differs from the committed list: ${complete[1]}`,
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('reads the version of the functions from the last line of versions.txt', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inaam-versions-'));
    try {
      copyWithExample(folder);
      writeFileSync(join(folder, 'functions', 'versions.txt'), `1 ${'a'.repeat(64)}\n2 ${set.hash}\n`);
      expect(readFunctions(folder)).toEqual({ ...set, version: 2 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('reports a removed and an unlisted migration', () => {
    const [first = { name: '', hash: '' }] = filesIn(here);
    const list = [`${first.name} ${first.hash}`];
    expect(findHashDifferences(list, [])).toHaveLength(1);
    expect(findHashDifferences(list, [first, { name: '0001_more.sql', hash: 'b' }])).toEqual([
      'append to the list: 0001_more.sql b',
    ]);
  });

  test('reports a changed function set without a new version, and versions out of order', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(findVersionFaults([`1 ${a}`], { ...set, hash: b })).toEqual([`append to versions.txt: 2 ${b}`]);
    expect(findVersionFaults([`1 ${a}`, `1 ${b}`], { ...set, hash: b })).toEqual([
      `not the next number and a hash: 1 ${b}`,
    ]);
  });

  test('reports a signature that is not listed, and a removed one that no migration drops', () => {
    const released = ['f(integer) integer', 'gone() void'];
    expect(findSignatureFaults(released, ['f(bigint) integer'], [])).toEqual([
      'append to signatures.txt: f(bigint) integer',
      'no migration drops it: f(integer) integer',
      'no migration drops it: gone() void',
    ]);
    const drops = [{ name: '0001.sql', text: 'drop function f(integer);\ndrop function if exists gone();' }];
    expect(findSignatureFaults(released, [], drops)).toEqual([]);
  });
});

describe('views and aggregates in TypeScript', () => {
  const queryColumns = async (from: string): Promise<string[]> => {
    const { columns } = await database.sql.unsafe(`select * from ${from} limit 0`);
    const types = await database.sql<{ oid: number; name: string }[]>`
      select t.oid::int as oid, format_type(t.oid, null) as name from pg_type t
      where t.oid = any(${columns.map(({ type }) => type)}::oid[])`;
    const names = new Map(types.map(({ oid, name }) => [oid, name]));
    return columns.map(({ name, type }) => `${name} ${names.get(type)}`);
  };
  const getDeclaredColumns = (table: PgTable): string[] =>
    getTableConfig(table).columns.map((column) => `${column.name} ${column.getSQLType()}`);

  test.each(
    [auditEntries, completionStates, paymentStates, spinStates, voucherStates, completionVouchers].map(
      (view) => [getTableConfig(view).name, view] as const,
    ),
  )('have the columns of the view in the database: %s', async (name, view) => {
    expect(await queryColumns(name)).toEqual(getDeclaredColumns(view));
  });

  test('include every view of the database', async () => {
    const existing = Object.keys((await readCatalog(database.sql)).views);
    const views = [auditEntries, completionStates, paymentStates, spinStates, voucherStates, completionVouchers];
    expect(existing.sort()).toEqual(views.map((view) => getTableConfig(view).name).sort());
  });

  test.each([
    ['user_stats_now()', userStats],
    ['offer_days_now()', offerDays],
    ['conversion_days_now()', conversionDays],
    ['conversion_totals_now()', conversionTotals],
    ['click_totals_now()', clickTotals],
  ])('have the columns of the function in the database: %s', async (call, aggregate: PgTable) => {
    expect((await queryColumns(call)).sort()).toEqual(getDeclaredColumns(aggregate).sort());
  });

  test('do not match a column with another type or name', async () => {
    const columns = await queryColumns('(select id, amount_paise::text, code as name from vouchers) v');
    expect(columns).toEqual(['id bigint', 'amount_paise text', 'name text']);
    for (const column of columns.slice(1)) expect(getDeclaredColumns(voucherStates)).not.toContain(column);
  });
});

test('leaves every index valid', async () => {
  expect(await database.sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`).toEqual([]);
});

// drizzle-kit does not know partitions. Migrations create partitioned tables by hand, so this test compares them with
// the schema.
test.each(
  [messages, securityEvents, securityEventDetails].map((table) => [getTableConfig(table).name, table] as const),
)('creates the partitioned table %s and its partitions as in the schema', async (name, table: PgTable) => {
  const { columns, indexes, primaryKeys } = getTableConfig(table);
  const declared = columns.map((column) => `${column.name} ${column.getSQLType()} ${column.notNull}`);
  const existing = await database.sql<{ line: string }[]>`
      select concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull::text) as line
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 order by attnum`;
  expect(existing.map(({ line }) => line)).toEqual(declared);
  const keys = [
    ...indexes.map(({ config }) => ({
      name: config.name ?? '',
      columns: config.columns.map((column) => ('name' in column ? column.name : '')),
    })),
    ...primaryKeys.map((key) => ({ name: key.getName(), columns: key.columns.map((column) => column.name) })),
  ];
  // An index of a partitioned table is valid only if each partition has it.
  const actual = await database.sql`
      select i.relname as name, indisvalid as valid, (
          select count(*)::int from pg_inherits where inhparent = x.indexrelid) as partitions,
        (select array_agg(pg_get_indexdef(x.indexrelid, k, true) order by k)
          from generate_series(1, x.indnkeyatts) k) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = ${name}::regclass order by 1`;
  const [{ partitions } = { partitions: 0 }] = await database.sql<{ partitions: number }[]>`
      select count(*)::int as partitions from pg_inherits where inhparent = ${name}::regclass`;
  expect(partitions).toBeGreaterThanOrEqual(5);
  expect(actual).toEqual(
    keys.map((key) => ({ ...key, valid: true, partitions })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

/** The output of drizzle-kit for a TypeScript schema against the newest snapshot. */
function generate(schema: string): { output: string; added: string[] } {
  const root = join(here, '..');
  // Inside the package, so that its dependencies resolve. Git ignores what a killed run leaves.
  const copy = mkdtempSync(join(root, 'node_modules', '.drift-'));
  try {
    copyWithExample(copy);
    const files = () => readdirSync(join(copy, 'migrations'), { recursive: true }).map(String).sort();
    const before = files();
    const config = join(copy, 'drizzle.config.json');
    // drizzle-kit accepts only relative paths and silently ignores others.
    const out = `./${relative(root, join(copy, 'migrations'))}`;
    writeFileSync(config, JSON.stringify({ dialect: 'postgresql', schema, out }));
    const output = drizzleKit(['generate', `--config=${config}`]);
    return { output, added: files().filter((file) => !before.includes(file)) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test('finds nothing to generate for the current schema', () => {
  const { output, added } = generate('./src/schema/*.ts');
  expect(output).toContain('No schema changes');
  expect(added).toEqual([]);
}, 60_000);

test('generates a migration with the next number for a changed schema', () => {
  const isSql = (file: string): boolean => file.endsWith('.sql');
  const before = ['migrations', 'fixtures/example'].flatMap((folder) => readdirSync(join(here, folder)).filter(isSql));
  const added = generate('./src/schema/offers.ts').added.filter(isSql);
  expect(added.map((file) => file.split('_')[0])).toEqual([String(before.length).padStart(4, '0')]);
}, 60_000);
