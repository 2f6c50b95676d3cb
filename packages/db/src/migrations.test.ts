import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baselineFiles, drizzleKit } from '../generate.ts';
import { BASELINE_IS_LOCKED } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { definitionsOf, readFunctions } from './migrate/functions.ts';
import { migrate } from './migrate.ts';
import { clickTotals, conversionDays, conversionTotals, offerDays, userStats } from './schema/figures.ts';
import { messages } from './schema/messages.ts';
import { securityEventDetails, securityEvents } from './schema/security-events.ts';
import { functionsOfConstraints, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import { copyWithExample } from './testing/example-release.ts';
import {
  findDuplicates,
  hashDifferences,
  listDefinitions,
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

/** Functions that constraints and indexes call are in migrations: immutable, so a change is a new function. */
const IN_MIGRATIONS = ['odds_valid', 'search_text'];

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.url);
});
afterAll(() => database.drop());

describe('functions and triggers have one home', () => {
  test('none is defined twice over all SQL', () => {
    expect(findDuplicates([...migrations, ...functions])).toEqual([]);
    expect(functions.flatMap(listDefinitions).sort()).toEqual(set.definitions.map(({ name }) => name).sort());
  });

  test('one that is defined twice is found', () => {
    const files = [
      { name: 'a.sql', text: 'create function one() returns int\ncreate or replace trigger two' },
      { name: 'b.sql', text: '-- words\nCREATE OR REPLACE FUNCTION public."one"() returns int' },
    ];
    expect(findDuplicates(files)).toEqual(['function one: a.sql, b.sql']);
  });

  test('migrations define those alone that constraints, indexes and generated columns call', async () => {
    const defined = migrations.flatMap(listDefinitions);
    expect(defined.sort()).toEqual(IN_MIGRATIONS.map((name) => `function ${name}`));
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

describe('from the first release on', () => {
  const filesIn = (folder: string) => {
    const names = readdirSync(join(folder, 'migrations')).filter((name) => name.endsWith('.sql'));
    return readMigrations(folder).migrations.map(({ hash }, i) => ({ name: names.sort()[i] ?? '', hash }));
  };

  test.runIf(BASELINE_IS_LOCKED)('migrations are appended and never edited', () => {
    expect(hashDifferences(lines('migrations/hashes.txt'), filesIn(here))).toEqual([]);
  });

  test.runIf(BASELINE_IS_LOCKED)('the set of functions has a version, which is raised when it changes', () => {
    expect(versionFaults(lines('functions/versions.txt'), set)).toEqual([]);
    expect(set.version).toBe(lines('functions/versions.txt').length);
  });

  test.runIf(BASELINE_IS_LOCKED)('a migration drops a function that is gone or has other parameters', async () => {
    const present = Object.keys((await readCatalog(database.sql)).functions);
    expect(signatureFaults(lines('functions/signatures.txt'), present, migrations)).toEqual([]);
  });

  test.runIf(!BASELINE_IS_LOCKED)('and not before, the lists are there', () => {
    const files = ['migrations/hashes.txt', 'functions/versions.txt', 'functions/signatures.txt'];
    expect(files.filter((file) => existsSync(join(here, file)))).toEqual([]);
    expect(set.version).toBe(1);
  });

  test('an appended migration is accepted, an edited baseline is not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inaam-example-'));
    try {
      const list = filesIn(here).map(({ name, hash }) => `${name} ${hash}`);
      const added = copyWithExample(folder);
      const appended = filesIn(folder);
      expect(hashDifferences(list, appended)).toEqual(
        appended.slice(list.length).map(({ name, hash }) => `append to the list: ${name} ${hash}`),
      );
      expect(appended.slice(list.length).map(({ name }) => name)).toEqual(added);
      const complete = appended.map(({ name, hash }) => `${name} ${hash}`);
      expect(hashDifferences(complete, appended)).toEqual([]);
      appendFileSync(join(folder, 'migrations', '0001_tables.sql'), '-- edited\n');
      expect(hashDifferences(complete, filesIn(folder))).toEqual([
        `was committed and is not so any more: ${complete[1]}`,
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('the newest version of the functions is that of the last line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inaam-versions-'));
    try {
      copyWithExample(folder);
      writeFileSync(join(folder, 'functions', 'versions.txt'), `1 ${'a'.repeat(64)}\n2 ${set.hash}\n`);
      expect(readFunctions(folder)).toEqual({ ...set, version: 2 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('a removed and an unlisted migration are found', () => {
    const [first = { name: '', hash: '' }] = filesIn(here);
    const list = [`${first.name} ${first.hash}`];
    expect(hashDifferences(list, [])).toHaveLength(1);
    expect(hashDifferences(list, [first, { name: '0001_more.sql', hash: 'b' }])).toEqual([
      'append to the list: 0001_more.sql b',
    ]);
  });

  test('a set that changed under its version, and numbers out of order, are found', () => {
    const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(versionFaults([`1 ${a}`], { ...set, hash: b })).toEqual([`append to versions.txt: 2 ${b}`]);
    expect(versionFaults([`1 ${a}`, `1 ${b}`], { ...set, hash: b })).toEqual([
      `not the next number and a hash: 1 ${b}`,
    ]);
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

// The snapshot does not know partitions: their tables are written by hand and compared with the schema here.
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

describe('the generated part of the baseline', () => {
  const generated = ['0001_tables.sql', 'meta/0001_snapshot.json', 'meta/_journal.json'];

  test.runIf(!BASELINE_IS_LOCKED)(
    'is that of the schema in TypeScript: npm run db:generate',
    () => {
      const files = baselineFiles();
      expect(Object.keys(files)).toEqual(generated);
      // File names only: a diff of a thousand lines says less.
      expect(generated.filter((name) => files[name] !== lines(`migrations/${name}`).join('\n') + '\n')).toEqual([]);
    },
    60_000,
  );

  test('says how tables are partitioned', () => {
    const text = readFileSync(join(here, 'migrations', '0001_tables.sql'), 'utf8');
    const found = [
      ...text.matchAll(/CREATE TABLE "(\w+)" \((?:(?!CREATE TABLE)[^;])*\) PARTITION BY RANGE \("(\w+)"\);/g),
    ];
    expect(found.map(([, table, column]) => `${table} ${column}`).sort()).toEqual([
      'messages month',
      'security_event_details at',
      'security_events at',
    ]);
  });
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

test('the migrations are what the schema says: there is nothing left to generate', () => {
  const { output, added } = generate('./src/schema/*.ts');
  expect(output).toContain('No schema changes');
  expect(added).toEqual([]);
}, 60_000);

test('a schema that the migrations are not is found, and its migration comes after the last', () => {
  const added = generate('./src/schema/offers.ts').added.filter((file) => file.endsWith('.sql'));
  expect(added).toEqual([expect.stringMatching(/^0007_/)]);
}, 60_000);
