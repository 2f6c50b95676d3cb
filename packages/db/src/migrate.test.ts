import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { MoveSql } from './client.ts';
import { BaselineMismatch } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, definitionsOf, readFunctions } from './migrate/functions.ts';
import { runMigrations } from './migrate/steps.ts';
import { holdsSchema, migrate, schemaVersion } from './migrate.ts';
import { readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import { copyWithExample } from './testing/example-release.ts';

/** The distributed engine has its own DDL and no partitions: skipped tests are about stock PostgreSQL. */
const isEngine = inject('postgres').asOnEngine;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let sql: Sql;
const has = async (template?: string) => {
  database = await createEmptyDatabase(template);
  sql = database.sql;
};
afterEach(() => database.drop());

const own = readFunctions(import.meta.dirname);
const { migrations } = readMigrations(import.meta.dirname);

const journal = () => sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`;
const recorded = () => sql`select name, hash, version from drizzle.schema_functions order by name`;
/** The functions and triggers after every definition ran again with bodies checked. */
async function appliedAgain() {
  const { triggers, functions, views } = await sql.begin(async (tx) => {
    for (const { text } of own.definitions) await tx.unsafe(text);
    return readCatalog(tx);
  });
  return { triggers, functions, views };
}

/** The catalog of the run's template: an empty, migrated database. */
async function freshCatalog() {
  const fresh = await createEmptyDatabase(inject('postgres').template);
  try {
    return await readCatalog(fresh.sql);
  } finally {
    await fresh.drop();
  }
}

describe('an empty database', () => {
  beforeEach(() => has());

  test('gets the migrations, and every function, trigger and view as its file has it', async () => {
    await migrate(database.url);
    expect(await journal()).toHaveLength(migrations.length);
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await appliedAgain()).toEqual({ triggers, functions, views });
    const names = [
      ...Object.keys(functions).map((signature) => `function ${/^\w+/.exec(signature)?.[0]}`),
      ...Object.keys(triggers).map((name) => `trigger ${name.split('.')[1]}`),
      ...Object.keys(views).map((name) => `view ${name}`),
    ];
    const inBaseline = ['function odds_valid', 'function search_text'];
    expect(names.sort()).toEqual([...own.definitions.map(({ name }) => name), ...inBaseline].sort());
  });

  test('a function that is not as its file has it is found', async () => {
    await migrate(database.url);
    await sql`create or replace function expire_due_vouchers(p_most integer) returns integer language sql as 'select 1'`;
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await appliedAgain()).not.toEqual({ triggers, functions, views });
  });

  test('is migrated once by processes that start together', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await journal()).toHaveLength(migrations.length);
    expect(await recorded()).toHaveLength(own.definitions.length);
  });
});

describe('a database of another baseline', () => {
  beforeEach(() => has(inject('postgres').template));
  const LINE = 'The database was made by another baseline, which this release cannot migrate: use an empty database';

  test('is refused in one line, and nothing changes', async () => {
    await sql`update drizzle.__drizzle_migrations set hash = 'an edited one' where id = 2`;
    const before = await readCatalog(sql);
    const entries = await journal();
    const refused = await migrate(database.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BaselineMismatch);
    expect((refused as Error).message).toBe(LINE);
    expect(await readCatalog(sql)).toEqual(before);
    expect(await journal()).toEqual(entries);
  });

  test('is refused whose migrations were written long before', async () => {
    await sql`update drizzle.__drizzle_migrations set hash = md5(id::text), created_at = 1795250041663 + id`;
    await expect(migrate(database.url)).rejects.toThrow(LINE);
  });

  test('one that was cut short in the baseline goes on', async () => {
    const cut = await createEmptyDatabase();
    try {
      await runMigrations(cut.sql, migrations.slice(0, 2), () => {});
      await migrate(cut.url);
      expect(await readCatalog(cut.sql)).toEqual(await readCatalog(sql));
    } finally {
      await cut.drop();
    }
  });
});

describe.skipIf(isEngine)('a database of this baseline and a release with more migrations', () => {
  let folder: string;
  beforeEach(async () => {
    await has(inject('postgres').template);
    folder = mkdtempSync(join(tmpdir(), 'inaam-example-'));
    copyWithExample(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const numbers = () => postgres(database.url, { max: 1, types: { bigint: postgres.BigInt } }) as unknown as MoveSql;

  test('is brought to it, and not ready before', async () => {
    const asked = numbers();
    try {
      expect(await holdsSchema(asked, schemaVersion(folder))).toBe(false);
      await migrate(database.url, { folder });
      expect(await holdsSchema(asked, schemaVersion(folder))).toBe(true);
      expect(await holdsSchema(asked, schemaVersion())).toBe(true);
    } finally {
      await asked.end();
    }
    expect(await journal()).toHaveLength(migrations.length + 4);
    const names = ['clicks_example_key', 'spins_example_idx'];
    expect(
      await sql`select relname as name from pg_class join pg_index on indexrelid = oid
        where indisvalid and relname in ${sql(names)} order by 1`,
    ).toEqual(names.map((name) => ({ name })));
    expect(await sql`select convalidated as valid from pg_constraint where conname = 'offers_example'`).toEqual([
      { valid: true },
    ]);
  });

  test('is left as it is by the release before', async () => {
    await migrate(database.url, { folder });
    const before = await readCatalog(sql);
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(before);
  });
});

describe('the functions of a database', () => {
  const replaced = definitionsOf(
    'test.sql',
    'create or replace function ist_day(at timestamptz) returns date language sql as $$\n  select null::date\n$$;\n',
  );
  /** The function set of a release with another ist_day. */
  const release = (version: number) => ({
    ...own,
    version,
    definitions: own.definitions.map((each) => replaced.find(({ name }) => name === each.name) ?? each),
  });
  const today = async () => (await sql`select ist_day(now()) as day`)[0]?.['day'];

  beforeEach(() => has(inject('postgres').template));

  test('of an older release are brought to this one', async () => {
    await sql`update drizzle.schema_functions set version = ${own.version - 1}`;
    await applyFunctions(sql, release(own.version - 1));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
    expect(new Set((await recorded()).map(({ version }) => version))).toEqual(new Set([own.version]));
  });

  test.skipIf(isEngine)('of a newer release are left alone', async () => {
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
    await sql`drop function mark_voucher_used`;
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());
  });

  test.skipIf(isEngine)('that stay the same take no lock on a table', async () => {
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
      'create or replace trigger broken after insert on no_table execute function reject_change();',
    );
    const set = release(own.version + 1);
    await expect(applyFunctions(sql, { ...set, definitions: [...set.definitions, ...broken] })).rejects.toThrow(
      'no_table',
    );
    expect(await today()).not.toBeNull();
  });
});
