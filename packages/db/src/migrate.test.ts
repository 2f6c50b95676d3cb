import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MoveSql } from './client.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, definitionsOf, readFunctions } from './migrate/functions.ts';
import { holdsSchema, migrate, schemaVersion } from './migrate.ts';
import { fillAsBefore, migrateAsBefore } from './testing/before-baseline.ts';
import { readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let sql: Sql;
beforeEach(async () => {
  database = await createEmptyDatabase();
  sql = database.sql;
});
afterEach(() => database.drop());

const own = readFunctions(import.meta.dirname);
const { migrations } = readMigrations(import.meta.dirname);

type Columns = Record<string, string[]>;

/** The columns of every table. */
async function allColumns(): Promise<Columns> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' group by 1`;
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of those tables, with those columns, as text. */
async function allRows(columns: Columns): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [name, names] of Object.entries(columns)) {
    const found = await sql<{ row: string }[]>`
      select to_jsonb(t)::text as row from (select ${sql(names)} from ${sql(name)}) t order by 1`;
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const journal = () => sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`;
const recorded = () => sql`select name, hash, version from drizzle.schema_functions order by name`;
/** What the functions and triggers are after every definition was run again, with bodies checked. */
async function appliedAgain() {
  const { triggers, functions } = await sql.begin(async (tx) => {
    for (const { text } of own.definitions) await tx.unsafe(text);
    return readCatalog(tx);
  });
  return { triggers, functions };
}

async function freshCatalog() {
  const fresh = await createEmptyDatabase();
  try {
    await migrate(fresh.url);
    return await readCatalog(fresh.sql);
  } finally {
    await fresh.drop();
  }
}

describe('an empty database', () => {
  test('gets the baseline, and every function and trigger as its file has it', async () => {
    await migrate(database.url);
    expect(await journal()).toHaveLength(migrations.length);
    const { triggers, functions } = await readCatalog(sql);
    expect(await appliedAgain()).toEqual({ triggers, functions });
    const names = [
      ...Object.keys(functions).map((signature) => `function ${/^\w+/.exec(signature)?.[0]}`),
      ...Object.keys(triggers).map((name) => `trigger ${name.split('.')[1]}`),
    ];
    const inBaseline = ['function odds_valid', 'function reward_paise_at'];
    expect(names.sort()).toEqual([...own.definitions.map(({ name }) => name), ...inBaseline].sort());
  });

  test('a function that is not as its file has it is found', async () => {
    await migrate(database.url);
    await sql`create or replace function expire_vouchers() returns integer language sql as 'select 1'`;
    const { triggers, functions } = await readCatalog(sql);
    expect(await appliedAgain()).not.toEqual({ triggers, functions });
  });

  test('is migrated once by processes that start together', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await journal()).toHaveLength(migrations.length);
    expect(await recorded()).toHaveLength(own.definitions.length);
  });
});

describe('a database of the releases before the baseline', () => {
  test('at their last migration is marked as at the baseline, and its rows stay', async () => {
    await migrateAsBefore(sql);
    await fillAsBefore(sql);
    const then = await allColumns();
    const before = await allRows(then);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const old = await journal();

    await migrate(database.url);
    expect(await allRows(then)).toEqual(before);
    expect((await journal()).slice(0, old.length)).toEqual(old);
    expect(await journal()).toHaveLength(old.length + migrations.length);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());

    // The counters that were kept by the functions of then are what those of now make of the facts.
    const counters = async () => ({
      offers: await sql`select day, offer_id, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise),
        sum(revenue_paise) from offer_days group by 1, 2 order by 1, 2`,
      users: await sql`select * from user_stats order by user_id`,
    });
    const kept = await counters();
    await sql`select recount()`;
    expect(await counters()).toEqual(kept);
  });

  test('is not ready before, and is after', async () => {
    await migrateAsBefore(sql);
    const numbers = postgres(database.url, { max: 1, types: { bigint: postgres.BigInt } }) as unknown as MoveSql;
    try {
      await expect(holdsSchema(numbers, schemaVersion())).rejects.toThrow('schema_functions');
      await migrate(database.url);
      expect(await holdsSchema(numbers, schemaVersion())).toBe(true);
    } finally {
      await numbers.end();
    }
  });

  test('at an older migration is refused in one line, and nothing changes', async () => {
    await migrateAsBefore(sql, '0013_networks_upkeep');
    const before = await readCatalog(sql);
    await expect(migrate(database.url)).rejects.toThrow(
      /^The database is older than this release can migrate: first start .* 0014_search_indexes on it, or use .*$/,
    );
    expect(await readCatalog(sql)).toEqual(before);
    expect(await journal()).toHaveLength(14);
  });

  test('at another migration of that time than the one that was committed is refused', async () => {
    await migrateAsBefore(sql);
    await sql`update drizzle.__drizzle_migrations set hash = 'a draft' where created_at = 1795250041663`;
    await expect(migrate(database.url)).rejects.toThrow('The database is older');
  });
});

describe('the functions of a database', () => {
  const replaced = definitionsOf(
    'test.sql',
    'create or replace function ist_day(at timestamptz) returns date language sql as $$\n  select null::date\n$$;\n',
  );
  /** The set of a release whose ist_day is another one. */
  const release = (version: number) => ({
    ...own,
    version,
    definitions: own.definitions.map((each) => replaced.find(({ name }) => name === each.name) ?? each),
  });
  const today = async () => (await sql`select ist_day(now()) as day`)[0]?.['day'];

  beforeEach(() => migrate(database.url));

  test('of an older release are brought to this one', async () => {
    await sql`update drizzle.schema_functions set version = ${own.version - 1}`;
    await applyFunctions(sql, release(own.version - 1));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
    expect(new Set((await recorded()).map(({ version }) => version))).toEqual(new Set([own.version]));
  });

  test('of a newer release are left alone', async () => {
    await applyFunctions(sql, release(own.version + 1));
    const newer = await recorded();
    await migrate(database.url);
    expect(await today()).toBeNull();
    expect(await recorded()).toEqual(newer);
  });

  test('follow their files while a release is being written, under one version', async () => {
    await applyFunctions(sql, release(own.version));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
  });

  test('that a migration dropped with their table come back', async () => {
    await sql`drop trigger vouchers_guard on vouchers`;
    await sql`drop function use_voucher`;
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());
  });

  test('that stay the same take no lock on a table', async () => {
    const writer = postgres(database.url, { max: 1 });
    try {
      await writer.begin(async (tx) => {
        await tx`lock table vouchers, spins, completions, users in row exclusive mode`;
        await sql`set lock_timeout = '1s'`;
        await applyFunctions(sql, release(own.version));
      });
    } finally {
      await writer.end();
    }
    expect(await today()).toBeNull();
  });

  test('change all or not at all', async () => {
    const broken = definitionsOf(
      'test.sql',
      'create or replace trigger broken after insert on no_table execute function refuse_change();',
    );
    const set = release(own.version + 1);
    await expect(applyFunctions(sql, { ...set, definitions: [...set.definitions, ...broken] })).rejects.toThrow(
      'no_table',
    );
    expect(await today()).not.toBeNull();
  });
});
