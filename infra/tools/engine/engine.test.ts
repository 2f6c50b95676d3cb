import '@inaam/testing/database';
import { fileURLToPath } from 'node:url';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { migrate } from '@inaam/db/migrate';
import { readFunctions } from '@inaam/db/migrate/functions';
import { withDatabaseName } from '@inaam/testing/server';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { firstRowsSql, functionsSql, plainSql, readCatalogue, tablesSql, transactionsSql } from './ddl.ts';
import { HASHED_TOGETHER, isHashed, TABLETS } from './placement.ts';

const functions = readFunctions(fileURLToPath(new URL('../../../packages/db/src', import.meta.url)));
const names: string[] = [];

/** Creates an empty database or a copy. Returns its URL. */
async function database(prefix: string, template?: string): Promise<string> {
  const { url } = inject('postgres');
  const name = `${new URL(url).pathname.slice(1)}_${prefix}_${process.pid}`;
  await createDatabase(url, name, template);
  names.push(name);
  return withDatabaseName(url, name);
}
const open = (url: string) => postgres(url, { max: 9, onnotice: () => {} });

afterAll(async () => {
  for (const name of names) await dropDatabase(inject('postgres').url, name);
});

describe('the DDL', () => {
  let migrated: Sql;
  /** A PostgreSQL database that was created by the DDL. */
  let fromDdl: Sql;
  let ddl: string;
  beforeAll(async () => {
    migrated = open(await database('migrated', inject('postgres').template));
    const catalogue = await readCatalogue(migrated);
    ddl = [
      transactionsSql(),
      tablesSql(catalogue),
      await firstRowsSql(migrated, catalogue),
      functionsSql(functions),
    ].join('\n');
    const url = await database('engine');
    const owner = open(url);
    await owner.unsafe(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, engine, pg_catalog`);
    await owner.end();
    fromDdl = open(url);
    await fromDdl.unsafe(plainSql(ddl)).simple();
    await migrate(url);
  });
  afterAll(async () => {
    await Promise.all([migrated.end(), fromDdl.end()]);
  });

  test('creates the same schema on PostgreSQL as the migrations', async () => {
    const [actual, expected] = await Promise.all([readCatalogue(fromDdl), readCatalogue(migrated)]);
    // `engine.xid8` replaces the built-in type `xid8`.
    const stripSchema = (text: string | null) => text?.replaceAll('engine.', '') ?? null;
    const columns = (catalogue: typeof actual) =>
      catalogue.columns.map((each) => ({ ...each, type: stripSchema(each.type), default: stripSchema(each.default) }));
    expect(columns(actual)).toEqual(columns(expected));
    expect(actual.constraints).toEqual(expected.constraints);
    const usual = (catalogue: typeof actual) => catalogue.indexes.filter(({ method }) => method !== 'gin');
    expect(usual(actual)).toEqual(usual(expected));
    const listSearchIndexes = (catalogue: typeof actual) =>
      catalogue.indexes.flatMap(({ table, method, columns: each }) =>
        method === 'gin' ? each.map((c) => [table, c]) : [],
      );
    expect(listSearchIndexes(actual).toSorted()).toEqual(listSearchIndexes(expected).toSorted());
  });

  test('creates functions, triggers and views that migrate accepts as unchanged', async () => {
    const listDefinitions = (sql: Sql) => sql`
      select 'function ' || oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
      union all select 'trigger ' || tgname from pg_trigger where not tgisinternal and tgparentid = 0
      union all select 'view ' || viewname from pg_views where schemaname = 'public' order by name`;
    const text = async (sql: Sql) => JSON.stringify(await listDefinitions(sql)).replaceAll('engine.', '');
    expect(await text(fromDdl)).toBe(await text(migrated));
    const [counting] =
      await fromDdl`select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'vouchers_counted'`;
    expect(counting?.['text']).toContain('FOR EACH ROW');
  });

  test('counts vouchers with triggers that run per row', async () => {
    const counts = () => fromDdl`
      select amount_paise::int as amount, total, expired, withdrawn from voucher_counts order by amount_paise`;
    await fromDdl`
      insert into vouchers (type, brand, amount_paise, code, code_hash, expiry_date)
      select 'other', 'Tea', 100 * (1 + n % 2), n::text, sha256(n::text::bytea), current_date from generate_series(1, 5) n`;
    expect(await counts()).toMatchObject([
      { amount: 100, total: 2 },
      { amount: 200, total: 3 },
    ]);
    await fromDdl`update vouchers set expired_at = now() where amount_paise = 200`;
    await fromDdl`delete from vouchers where amount_paise = 100`;
    expect(await counts()).toMatchObject([
      { amount: 100, total: 0, expired: 0 },
      { amount: 200, total: 3, expired: 3 },
    ]);
  });

  test('splits the large tables, and has every table and index that placement.ts names', async () => {
    const { columns, constraints, indexes } = await readCatalogue(migrated);
    const tables = new Set(columns.map(({ table }) => table));
    expect([...TABLETS.keys()].filter((table) => !tables.has(table))).toEqual([]);
    const keys = new Set([...constraints, ...indexes].map(({ name }) => name));
    expect([...HASHED_TOGETHER].filter((name) => !keys.has(name))).toEqual([]);
    expect(ddl).toMatch(
      /constraint spins_pkey primary key \(completion_id hash\)\n\) with \(colocation = false\) split/,
    );
    expect(ddl).toContain('create index clicks_created_at_idx on clicks (created_at asc');
    expect(ddl).toMatch(/create table offers \([^;]*\n\);/);
  });

  test.each([
    ['id', 'bigint', true, true],
    ['user_id', 'bigint', false, true],
    ['email', 'text', false, true],
    ['amount_paise', 'bigint', true, true],
    ['amount_paise', 'bigint', false, false],
    ['created_at', 'timestamp with time zone', true, false],
    ['xid', 'xid8', false, false],
    ['status', 'text', false, false],
    ['lower(brand)', null, false, false],
  ])('decides where to place an index on %s (%s, unique: %s); by hash: %s', (column, type, isUnique, expected) => {
    expect(isHashed({ column, type, isUnique })).toBe(expected);
  });
});

describe('transactions with emulated numbers', () => {
  let url: string;
  beforeAll(async () => {
    url = await database('transactions');
    const sql = open(url);
    await sql.unsafe(transactionsSql()).simple();
    await sql.end();
  });
  const number = async (sql: Pick<Sql, 'unsafe'>) =>
    Number((await sql.unsafe<{ n: string }[]>('select engine.pg_current_xact_id()::bigint as n'))[0]?.n);
  const below = async (sql: Sql) => {
    // The first call begins an epoch. The next call ends the epoch before that one.
    await sql`select engine.pg_current_snapshot()`;
    await sql`select engine.pg_current_snapshot()`;
    return Number((await sql`select engine.pg_current_snapshot()::bigint as n`)[0]?.['n']);
  };

  test('are below the watermark once they and all older transactions have ended, and never before', async () => {
    const sql = open(url);
    try {
      let end = () => {};
      const ended = new Promise<void>((resolve) => (end = resolve));
      let reportNumber: (n: number) => void = () => {};
      const long = new Promise<number>((resolve) => (reportNumber = resolve));
      const running = sql.begin(async (tx) => {
        const first = await number(tx);
        expect(await number(tx)).toBe(first);
        // After a savepoint is rolled back, the transaction still has its number.
        await tx.savepoint((point) => number(point).then(() => Promise.reject(new Error('back')))).catch(() => {});
        expect(await number(tx)).toBe(first);
        reportNumber(first);
        await ended;
      });
      const mine = await long;
      expect(await below(sql)).toBeLessThanOrEqual(mine);
      const short = await number(sql);
      expect(short).not.toBe(mine);
      // A finished transaction is not below the watermark while an older transaction runs.
      expect(await below(sql)).toBeLessThanOrEqual(mine);
      end();
      await running;
      const after = await below(sql);
      expect(after).toBeGreaterThan(Math.max(mine, short));
      // No new transaction number may be below the watermark.
      for (let i = 0; i < 5; i++) expect(await number(sql)).toBeGreaterThan(after);
    } finally {
      await sql.end();
    }
  });

  test('begin above the watermark while epochs begin and end', async () => {
    const sql = open(url);
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
            // `mark` was read on another connection. The watermark cannot pass this transaction while it runs.
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

  test('continue above the transaction numbers of loaded rows', async () => {
    const sql = open(url);
    try {
      await sql`select engine.go_on_after(1000000)`;
      expect(await number(sql)).toBeGreaterThan(1_000_000);
      expect(await below(sql)).toBeGreaterThan(1_000_000);
    } finally {
      await sql.end();
    }
  });
});
