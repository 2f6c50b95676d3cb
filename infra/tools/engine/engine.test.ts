import '@inaam/testing/database';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { placement } from '@inaam/db/placement';
import { plainSql } from '@inaam/testing/engine/portable';
import { inDatabase } from '@inaam/testing/server';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { EXCEPTIONS } from './exceptions.ts';
import { costTable } from './model.ts';
import { type Found, type Own, refusedIn } from './rules.ts';
import { firstRowsSql, readCatalogue, schemaSql } from './schema.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesOf = (path: string, end: string) =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(path, name));

/** Migrated, without a row of anybody's. */
let migrated: Sql;
/** Made by the engine's DDL, on PostgreSQL. */
let made: Sql;
const names: string[] = [];

async function database(prefix: string, template?: string): Promise<Sql> {
  const { url } = inject('postgres');
  const name = `${new URL(url).pathname.slice(1)}_${prefix}_${process.pid}`;
  await createDatabase(url, name, template);
  names.push(name);
  return postgres(inDatabase(url, name), { max: 4, onnotice: () => {} });
}

beforeAll(async () => {
  migrated = await database('migrated', inject('postgres').template);
  made = await database('engine');
});
afterAll(async () => {
  await Promise.all([migrated.end(), made.end()]);
  for (const name of names) await dropDatabase(inject('postgres').url, name);
});

describe('the DDL', () => {
  test('is that of the tables and of their distribution keys', async () => {
    // Otherwise: npm run engine -- --write
    expect(read('infra/ops/yugabytedb/schema.sql')).toBe(schemaSql(await readCatalogue(migrated)));
    expect(read('infra/ops/yugabytedb/first-rows.sql')).toBe(await firstRowsSql(migrated));
  });

  test('makes on PostgreSQL what the migrations make', async () => {
    await made.unsafe(
      ['transactions.sql', 'schema.sql']
        .map(
          (name) => `set search_path = public, engine, pg_catalog; ${plainSql(read(`infra/ops/yugabytedb/${name}`))}`,
        )
        .join('\n'),
    );
    const [there, wanted] = await Promise.all([readCatalogue(made), readCatalogue(migrated)]);
    // The type of numbers of transactions is another one, by the same name.
    const plain = (text: string | null) => text?.replaceAll('engine.', '') ?? null;
    const columns = (of: typeof there) =>
      of.columns.map((each) => ({ ...each, type: plain(each.type), default: plain(each.default) }));
    expect(columns(there)).toEqual(columns(wanted));
    expect(there.constraints).toEqual(wanted.constraints);
    const usual = (of: typeof there) => of.indexes.filter(({ method }) => method !== 'gin');
    expect(usual(there)).toEqual(usual(wanted));
    const searched = (of: typeof there) =>
      of.indexes.flatMap(({ table, method, columns: each }) => (method === 'gin' ? each.map((c) => [table, c]) : []));
    expect(searched(there).toSorted()).toEqual(searched(wanted).toSorted());
  });

  test('has a place for each table, and each place is of a table', async () => {
    const { columns, constraints, indexes } = await readCatalogue(migrated);
    expect(Object.keys(placement).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
    for (const [table, place] of Object.entries(placement)) {
      if (place === 'colocated') continue;
      const primary = constraints.find((each) => each.table === table && each.kind === 'p');
      const first = primary
        ? /\("?(\w+)/.exec(primary.definition)?.[1]
        : indexes.find((each) => each.table === table && each.unique)?.columns[0];
      expect(place.by, table).toBe(first);
      const own = [...indexes, ...constraints].filter((each) => each.table === table).map(({ name }) => name);
      for (const name of [...(place.ordered ?? []), ...(place.together ?? [])]) expect(own).toContain(name);
    }
  });

  test('is not made of a table without a place', async () => {
    const catalogue = await readCatalogue(migrated);
    const column = { table: 'unplaced', name: 'id', type: 'bigint', default: null, is_identity: false, not_null: true };
    expect(() => schemaSql({ ...catalogue, columns: [...catalogue.columns, column] })).toThrow(
      'packages/db/src/placement.ts has no entry for the table unplaced',
    );
  });
});

test('the table of costs is that of what is counted', () => {
  // Otherwise: npm run engine -- --write
  expect(read('infra/docs/engine-costs.md')).toContain(`\n${costTable()}\n`);
});

describe('our SQL', () => {
  let own: Own;
  beforeAll(async () => {
    const named = await migrated<{ kind: string; name: string }[]>`
      select 'function' as kind, proname as name from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'type', typname from pg_type where typnamespace = 'public'::regnamespace`;
    const of = (kind: string) => new Set(named.filter((each) => each.kind === kind).map(({ name }) => name));
    // Of the engine alone.
    own = { functions: new Set([...of('function'), 'turn', 'add_voucher_count']), types: of('type') };
  });
  const line = ({ where, rule }: Found) => `${where}: ${rule}`;

  test('has nothing that the engine refuses, but what is named', async () => {
    const functions = filesOf('packages/db/src/functions', '.sql');
    // Those before are in the engine's schema, and never run there.
    const migrations = filesOf('packages/db/src/migrations', '.sql').filter(
      (path) => path > 'packages/db/src/migrations/0030',
    );
    const texts = [...functions, ...migrations].map((path) => [path, read(path)] as const);
    texts.push(['schema.sql', plainSql(read('infra/ops/yugabytedb/schema.sql'))]);
    const found: Found[] = [];
    for (const [path, text] of texts) found.push(...(await refusedIn(text, path, own)));
    const lines = new Set(found.map((each) => line(each)));
    expect([...lines].filter((each) => !(each in EXCEPTIONS))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((each) => !lines.has(each))).toEqual([]);
  });

  test('that gets to the engine in place of other has nothing refused at all', async () => {
    for (const path of filesOf('packages/db/src/functions/yugabytedb', '.sql')) {
      expect(await refusedIn(read(path), path, own)).toEqual([]);
    }
  });

  const body = (statement: string) =>
    `create function f() returns void language plpgsql as $$ begin ${statement}; end $$`;
  test.each([
    ['advisory lock', body('perform pg_advisory_xact_lock(1)')],
    ['advisory lock', 'select pg_try_advisory_lock(1)'],
    ['table lock', body('lock table users in share mode')],
    ['table lock', 'lock table users'],
    ['system column', body('delete from users u where u.ctid = (select ctid from users limit 1)')],
    ['system column', 'select xmin from users'],
    ['gin of several columns', 'create index i on users using gin (email gin_trgm_ops, first_name gin_trgm_ops)'],
    ['index method', 'create index i on users using gist (email)'],
    ['index method', 'create index i on users using brin (created_at)'],
    [
      'transition table',
      'create trigger t after insert on users referencing new table as n for each statement execute function f()',
    ],
    ['statement', 'create constraint trigger t after insert on users for each row execute function count_vouchers()'],
    ['storage parameter', 'alter table users set (fillfactor = 80)'],
    ['storage parameter', 'create table a (id int primary key) with (fillfactor = 80)'],
    ['statement', 'create unlogged table a (id int primary key)'],
    ['statement', 'create temporary table a (id int primary key)'],
    ['statement', 'create table a () inherits (users)'],
    ['statement', 'create table a (id int unique deferrable)'],
    ['statement', 'create table a (id int, exclude using btree (id with =))'],
    ['statement', body('notify somebody')],
    ['statement', 'merge into users u using admins a on a.id = u.id when matched then delete'],
    ['function', 'select txid_current()'],
    ['function', 'select any_value(id) from users'],
    ['function', 'create function f() returns text language sql as $$ select pg_export_snapshot() $$'],
    ['type', 'create table a (id int primary key, at tsvector)'],
    ['type', 'create function f() returns void language plpgsql as $$ declare v xml; begin end $$'],
    ['dynamic statement', body("execute 'select 1'")],
  ])('%s: %s', async (rule, statement) => {
    expect((await refusedIn(statement, 'here', own)).map((each) => each.rule)).toContain(rule);
  });

  test("in TypeScript has no lock but of rows, and no row's place", () => {
    const sources = ['packages/core/src', 'packages/db/src', 'packages/router/src', 'apps/api/src'].flatMap((path) =>
      filesOf(path, '.ts'),
    );
    const found = sources
      .filter((path) => !/\.test\.ts$|\/(test|testing|bench|fixtures)\//.test(path))
      .filter((path) => /\b(lock table|pg_(try_)?advisory|ctid|xmin\b(?!\())/i.test(read(path)));
    // The owner's, for one process at a time: the engine has advisory locks (see lock_call).
    expect(found).toEqual(['packages/db/src/migrate.ts']);
  });
});

describe('transactions from rows', () => {
  let url: string;
  beforeAll(async () => {
    await database('transactions').then((sql) => sql.end());
    url = inDatabase(inject('postgres').url, names.at(-1) ?? '');
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await sql.unsafe(read('infra/ops/yugabytedb/transactions.sql')).simple();
    await sql.end();
  });
  const number = async (sql: Pick<Sql, 'unsafe'>) =>
    Number((await sql.unsafe<{ n: string }[]>('select engine.pg_current_xact_id()::bigint as n'))[0]?.n);
  const below = async (sql: Sql) => {
    await sql`select engine.turn()`;
    await sql`select engine.turn()`;
    return Number((await sql`select engine.pg_current_snapshot()::bigint as n`)[0]?.['n']);
  };

  test('are below the mark once they have ended, and never before', async () => {
    const sql = postgres(url, { max: 4, onnotice: () => {} });
    try {
      let end = () => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      let told: (n: number) => void = () => {};
      const long = new Promise<number>((resolve) => (told = resolve));
      const running = sql.begin(async (tx) => {
        const first = await number(tx);
        expect(await number(tx)).toBe(first);
        // A savepoint that is rolled back gives nothing back that was there before it.
        await tx.savepoint((point) => number(point).then(() => Promise.reject(new Error('back')))).catch(() => {});
        expect(await number(tx)).toBe(first);
        told(first);
        await ended;
      });
      const mine = await long;
      expect(await below(sql)).toBeLessThanOrEqual(mine);
      const short = await number(sql);
      expect(short).not.toBe(mine);
      // One that ended is not below while an older one runs.
      expect(await below(sql)).toBeLessThanOrEqual(mine);
      end();
      await running;
      const after = await below(sql);
      expect(after).toBeGreaterThan(Math.max(mine, short));
      // Nothing appears below it any more.
      for (let i = 0; i < 5; i++) expect(await number(sql)).toBeGreaterThan(after);
    } finally {
      await sql.end();
    }
  });

  test('begin above the mark also while epochs begin and end', async () => {
    const sql = postgres(url, { max: 9, onnotice: () => {} });
    try {
      let isOver = false;
      let mark = 0;
      const turning = (async () => {
        for (let i = 0; i < 60; i++) mark = Math.max(mark, await below(sql));
        isOver = true;
      })();
      const writers = Array.from({ length: 6 }, async () => {
        while (!isOver) {
          await sql.begin(async (tx) => {
            const own = await number(tx);
            await tx`select 1`;
            // The mark was read by another connection before: while this transaction runs it cannot have passed it.
            const [row] = await tx`select min(number)::bigint as n from engine.epochs`;
            expect(Number(row?.['n'])).toBeLessThan(own);
            expect(mark).toBeLessThanOrEqual(own);
          });
        }
      });
      await Promise.all([turning, ...writers]);
      expect(mark).toBeGreaterThan(0);
    } finally {
      await sql.end();
    }
  });

  test('go on above those of rows that were loaded', async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await sql`select engine.go_on_after(1000000)`;
      expect(await number(sql)).toBeGreaterThan(1_000_000);
      expect(await below(sql)).toBeGreaterThan(1_000_000);
    } finally {
      await sql.end();
    }
  });
});
