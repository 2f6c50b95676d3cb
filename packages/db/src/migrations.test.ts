import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMigrations } from './migrate/files.ts';
import { definitionsOf, readFunctions } from './migrate/functions.ts';
import { migrate } from './migrate.ts';
import { clickTotals, conversionDays, conversionTotals, offerDays, userStats } from './schema/insights.ts';
import { messages } from './schema/messages.ts';
import { securityEventDetails, securityEvents } from './schema/security-events.ts';
import { functionsOfConstraints, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import {
  definedTwice,
  hashDifferences,
  namesDefined,
  type SqlFile,
  signatureFaults,
  versionFaults,
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

/** What migrations define because constraints call it: it is immutable, and a change is another function. */
const IN_MIGRATIONS = ['odds_valid'];
/** Those that a migration made and a later one dropped. */
const DROPPED = ['reward_paise_at'];

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url);
});
afterAll(() => database.drop());

describe('functions and triggers have one home', () => {
  test('none is defined twice over all SQL', () => {
    expect(definedTwice([...migrations, ...functions])).toEqual([]);
    expect(functions.flatMap(namesDefined).sort()).toEqual(set.definitions.map(({ name }) => name).sort());
  });

  test('one that is defined twice is found', () => {
    const files = [
      { name: 'a.sql', text: 'create function one() returns int\ncreate or replace trigger two' },
      { name: 'b.sql', text: '-- words\nCREATE OR REPLACE FUNCTION public."one"() returns int' },
    ];
    expect(definedTwice(files)).toEqual(['function one: a.sql, b.sql']);
  });

  test('migrations define those alone that constraints, indexes and generated columns call', async () => {
    const defined = migrations.flatMap(namesDefined).filter((name) => !DROPPED.includes(name.replace('function ', '')));
    expect(defined.sort()).toEqual(IN_MIGRATIONS.map((name) => `function ${name}`));
    const drops = migrations.map(({ text }) => text).join('\n');
    for (const name of DROPPED) expect(drops).toMatch(new RegExp(`^drop function (if exists )?${name}\\b`, 'm'));
    expect(await functionsOfConstraints(database.sql)).toEqual(IN_MIGRATIONS);
  });

  test('a function of a check, of an index or of a default is found', async () => {
    const names = await database.sql
      .begin(async (tx) => {
        await tx.unsafe(`
          create function in_check(n int) returns boolean language sql immutable as 'select true';
          create function in_index(n int) returns int language sql immutable as 'select 1';
          create function in_default() returns int language sql as 'select 1';
          create table t (n int default in_default() check (in_check(n)));
          create index on t (in_index(n));`);
        throw Object.assign(new Error('undo'), { names: await functionsOfConstraints(tx) });
      })
      .catch((error: Error & { names: string[] }) => error.names);
    expect(names).toEqual(['in_check', 'in_default', 'in_index', ...IN_MIGRATIONS]);
  });

  test.each([
    ['a table', 'create table t ();'],
    ['a function without replace', 'create function f() returns int language sql as $$ select 1 $$;'],
    [
      'a statement behind a function',
      'create or replace function f() returns int language sql as $$ select 1 $$;\nselect f();',
    ],
    ['a body that is not in $$', "create or replace function f() returns int language sql as 'select 1';"],
  ])('a file of functions does not hold %s', (_what, text) => {
    expect(() => definitionsOf('test.sql', text)).toThrow('test.sql');
  });
});

describe('what was committed stays', () => {
  const files = readMigrations(here).migrations.map(({ hash }, i) => ({ name: migrations[i]?.name ?? '', hash }));

  test('migrations are appended, never edited', () => {
    expect(hashDifferences(lines('migrations/hashes.txt'), files)).toEqual([]);
  });

  test('an edited, a removed and an unlisted migration are found', () => {
    const [first = { name: '', hash: '' }] = files;
    const list = [`${first.name} ${first.hash}`];
    expect(hashDifferences(list, [{ ...first, hash: 'other' }])).toEqual([
      `was committed and is not so any more: ${list[0]}`,
    ]);
    expect(hashDifferences(list, [])).toHaveLength(1);
    expect(hashDifferences(list, [first, { name: '0001_more.sql', hash: 'b' }])).toEqual([
      'append to the list: 0001_more.sql b',
    ]);
  });

  test('the set of functions has a version, which is raised when it changes', () => {
    expect(versionFaults(lines('functions/versions.txt'), set)).toEqual([]);
    expect(set.version).toBe(lines('functions/versions.txt').length);
  });

  test('a set that changed under its version, and numbers out of order, are found', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(versionFaults([`1 ${a}`], { ...set, hash: b })).toEqual([`append to versions.txt: 2 ${b}`]);
    expect(versionFaults([`1 ${a}`, `1 ${b}`], { ...set, hash: b })).toEqual([
      `not the next number and a hash: 1 ${b}`,
    ]);
  });

  test('a function that is gone or has other parameters is dropped by a migration', async () => {
    const present = Object.keys((await readCatalog(database.sql)).functions);
    expect(signatureFaults(lines('functions/signatures.txt'), present, migrations)).toEqual([]);
  });

  test('a new signature, and an old one that stays behind, are found', () => {
    const released = ['f(integer) integer', 'gone() void'];
    expect(signatureFaults(released, ['f(bigint) integer'], [])).toEqual([
      'append to signatures.txt: f(bigint) integer',
      'no migration drops it: f(integer) integer',
      'no migration drops it: gone() void',
    ]);
    const drops = [{ name: '0001.sql', text: 'drop function f(integer);\ndrop function if exists gone();' }];
    expect(signatureFaults(released, [], drops)).toEqual([]);
  });
});

describe('what the views give is what TypeScript is told', () => {
  /** The columns that a query gives, in their order. */
  const columnsOf = async (from: string): Promise<string[]> => {
    const { columns } = await database.sql.unsafe(`select * from ${from} limit 0`);
    const types = await database.sql<{ oid: number; name: string }[]>`
      select t.oid::int as oid, format_type(t.oid, null) as name from pg_type t
      where t.oid = any(${columns.map(({ type }) => type)}::oid[])`;
    const names = new Map(types.map(({ oid, name }) => [oid, name]));
    return columns.map(({ name, type }) => `${name} ${names.get(type)}`);
  };
  const told = (table: PgTable): string[] =>
    getTableConfig(table).columns.map((column) => `${column.name} ${column.getSQLType()}`);

  test.each(
    [auditEntries, completionStates, paymentStates, spinStates, voucherStates, completionVouchers].map(
      (view) => [getTableConfig(view).name, view] as const,
    ),
  )('%s', async (name, view) => {
    expect(await columnsOf(name)).toEqual(told(view));
  });

  test('every view is told', async () => {
    const there = Object.keys((await readCatalog(database.sql)).views);
    const views = [auditEntries, completionStates, paymentStates, spinStates, voucherStates, completionVouchers];
    expect(there.sort()).toEqual(views.map((view) => getTableConfig(view).name).sort());
  });

  test.each([
    ['user_stats_now()', userStats],
    ['offer_days_now()', offerDays],
    ['conversion_days_now()', conversionDays],
    ['conversion_totals_now()', conversionTotals],
    ['click_totals_now()', clickTotals],
  ])('%s', async (call, aggregate: PgTable) => {
    expect((await columnsOf(call)).sort()).toEqual(told(aggregate).sort());
  });

  test('a column too many, of another type or under another name is found', async () => {
    const columns = await columnsOf('(select id, amount_paise::text, code as name from vouchers) v');
    expect(columns).toEqual(['id bigint', 'amount_paise text', 'name text']);
    for (const column of columns.slice(1)) expect(told(voucherStates)).not.toContain(column);
  });
});

test('every index is finished: one that is not is kept up and finds nothing', async () => {
  expect(await database.sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`).toEqual([]);
});

// The snapshot knows nothing of partitions: their tables are made by hand, and are held against the schema here.
test.each(
  [messages, securityEvents, securityEventDetails].map((table) => [getTableConfig(table).name, table] as const),
)('the partitioned table %s is what the schema says, and its partitions are as it is', async (name, table: PgTable) => {
  const { columns, indexes, primaryKeys } = getTableConfig(table);
  const told = columns.map((column) => `${column.name} ${column.getSQLType()} ${column.notNull}`);
  const there = await database.sql<{ line: string }[]>`
      select concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull::text) as line
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 order by attnum`;
  expect(there.map(({ line }) => line)).toEqual(told);
  const keys = [
    ...indexes.map(({ config }) => ({
      name: config.name ?? '',
      columns: config.columns.map((column) => ('name' in column ? column.name : '')),
    })),
    ...primaryKeys.map((key) => ({ name: key.getName(), columns: key.columns.map((column) => column.name) })),
  ];
  // An index of the table is valid when each partition has it.
  const made = await database.sql`
      select i.relname as name, indisvalid as valid, (
          select count(*)::int from pg_inherits where inhparent = x.indexrelid) as partitions,
        (select array_agg(pg_get_indexdef(x.indexrelid, k, true) order by k)
          from generate_series(1, x.indnkeyatts) k) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = ${name}::regclass order by 1`;
  const [{ partitions } = { partitions: 0 }] = await database.sql<{ partitions: number }[]>`
      select count(*)::int as partitions from pg_inherits where inhparent = ${name}::regclass`;
  expect(partitions).toBeGreaterThanOrEqual(5);
  expect(made).toEqual(
    keys.map((key) => ({ ...key, valid: true, partitions })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

/** What drizzle-kit says when it compares the schema in TypeScript with the snapshot of the newest migration. */
function generate(schema: string): { output: string; added: string[] } {
  const root = join(here, '..');
  // Inside the package, so that its dependencies resolve. What a killed run leaves is ignored by git.
  const copy = mkdtempSync(join(root, 'node_modules', '.drift-'));
  try {
    cpSync(join(here, 'migrations'), join(copy, 'migrations'), { recursive: true });
    const files = () => readdirSync(join(copy, 'migrations'), { recursive: true }).map(String).sort();
    const before = files();
    const config = join(copy, 'drizzle.config.json');
    // The tool takes relative paths alone, and ignores others without a word.
    const out = `./${relative(root, join(copy, 'migrations'))}`;
    writeFileSync(config, JSON.stringify({ dialect: 'postgresql', schema, out }));
    const kit = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
    const output = execFileSync(process.execPath, [kit, 'generate', `--config=${config}`], {
      cwd: root,
      encoding: 'utf8',
    });
    return { output, added: files().filter((file) => !before.includes(file)) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

test('the migrations are what the schema says: there is nothing left to generate', () => {
  const { output, added } = generate('./src/schema/*.ts');
  expect(output).toContain('No schema changes');
  expect(added).toEqual([]);
}, 60_000);

test('a schema that the migrations are not is found', () => {
  expect(generate('./src/schema/offers.ts').added.filter((file) => file.endsWith('.sql'))).toHaveLength(1);
}, 60_000);
