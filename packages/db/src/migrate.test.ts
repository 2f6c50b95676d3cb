import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { SqlClient } from './client.ts';
import { BaselineMismatch } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, parseDefinitions, readFunctions } from './migrate/functions.ts';
import { runMigrations } from './migrate/steps.ts';
import { hasSchema, migrate, schemaVersion } from './migrate.ts';
import { readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import { copyWithExample } from './testing/example-release.ts';

/** Some tests need stock PostgreSQL. The distributed engine skips them: it has its own DDL and no partitions. */
const isEngine = inject('postgres').asOnEngine;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let sql: Sql;
const openEmpty = async (template?: string) => {
  database = await createEmptyDatabase(template);
  sql = database.sql;
};
afterEach(() => database.drop());

const currentSet = readFunctions(import.meta.dirname);
const { migrations } = readMigrations(import.meta.dirname);

const journal = () => sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`;
const listRecorded = () => sql`select name, hash, version from drizzle.schema_functions order by name`;
/** Runs every definition again, and returns the triggers, functions and views of the catalog after that. */
async function reapplyDefinitions() {
  const { triggers, functions, views } = await sql.begin(async (tx) => {
    for (const { text } of currentSet.definitions) await tx.unsafe(text);
    return readCatalog(tx);
  });
  return { triggers, functions, views };
}

/** The catalog of the template database of this test run, which is empty and migrated. */
async function freshCatalog() {
  const fresh = await createEmptyDatabase(inject('postgres').template);
  try {
    return await readCatalog(fresh.sql);
  } finally {
    await fresh.drop();
  }
}

describe('an empty database', () => {
  beforeEach(() => openEmpty());

  test('gets the migrations and every function, trigger and view of the files', async () => {
    await migrate(database.url);
    expect(await journal()).toHaveLength(migrations.length);
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await reapplyDefinitions()).toEqual({ triggers, functions, views });
    const names = [
      ...Object.keys(functions).map((signature) => `function ${/^\w+/.exec(signature)?.[0]}`),
      ...Object.keys(triggers).map((name) => `trigger ${name.split('.')[1]}`),
      ...Object.keys(views).map((name) => `view ${name}`),
    ];
    const inBaseline = ['function odds_valid', 'function search_text'];
    expect(names.sort()).toEqual([...currentSet.definitions.map(({ name }) => name), ...inBaseline].sort());
  });

  test('differs from the files after a function was changed', async () => {
    await migrate(database.url);
    await sql`create or replace function expire_due_vouchers(p_most integer) returns integer language sql as 'select 1'`;
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await reapplyDefinitions()).not.toEqual({ triggers, functions, views });
  });

  test('is migrated once by concurrent processes', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await journal()).toHaveLength(migrations.length);
    expect(await listRecorded()).toHaveLength(currentSet.definitions.length);
  });
});

describe('a database whose migrations differ from this release’s baseline', () => {
  beforeEach(() => openEmpty(inject('postgres').template));
  const LINE =
    'This database has migrations that this release does not have, and cannot be migrated: use an empty database';

  test('is refused with a one-line message and not changed when the hash of a migration differs', async () => {
    await sql`update drizzle.__drizzle_migrations set hash = 'an edited one' where id = 2`;
    const before = await readCatalog(sql);
    const entries = await journal();
    const refused = await migrate(database.url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BaselineMismatch);
    expect((refused as Error).message).toBe(LINE);
    expect(await readCatalog(sql)).toEqual(before);
    expect(await journal()).toEqual(entries);
  });

  test('is refused when all its migrations are unknown to this release', async () => {
    await sql`update drizzle.__drizzle_migrations set hash = md5(id::text), created_at = 1795250041663 + id`;
    await expect(migrate(database.url)).rejects.toThrow(LINE);
  });

  test('gets the missing migrations when the baseline was interrupted', async () => {
    const partial = await createEmptyDatabase();
    try {
      await runMigrations(partial.sql, migrations.slice(0, 2), () => {});
      await migrate(partial.url);
      expect(await readCatalog(partial.sql)).toEqual(await readCatalog(sql));
    } finally {
      await partial.drop();
    }
  });
});

describe.skipIf(isEngine)('a database of this baseline with a newer release', () => {
  let folder: string;
  beforeEach(async () => {
    await openEmpty(inject('postgres').template);
    folder = mkdtempSync(join(tmpdir(), 'inaam-example-'));
    copyWithExample(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const openWithNumbers = () =>
    postgres(database.url, { max: 1, types: { bigint: postgres.BigInt } }) as unknown as SqlClient;

  test('is ready only after the migration', async () => {
    const connection = openWithNumbers();
    try {
      expect(await hasSchema(connection, schemaVersion(folder))).toBe(false);
      await migrate(database.url, { folder });
      expect(await hasSchema(connection, schemaVersion(folder))).toBe(true);
      expect(await hasSchema(connection, schemaVersion())).toBe(true);
    } finally {
      await connection.end();
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

  test('is left unchanged when the older release migrates', async () => {
    await migrate(database.url, { folder });
    const before = await readCatalog(sql);
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(before);
  });
});

describe('the functions of a database', () => {
  const replaced = parseDefinitions(
    'test.sql',
    'create or replace function ist_day(at timestamptz) returns date language sql as $$\n  select null::date\n$$;\n',
  );
  /** The function set of a release with another ist_day. */
  const release = (version: number) => ({
    ...currentSet,
    version,
    definitions: currentSet.definitions.map((each) => replaced.find(({ name }) => name === each.name) ?? each),
  });
  const today = async () => (await sql`select ist_day(now()) as day`)[0]?.['day'];

  beforeEach(() => openEmpty(inject('postgres').template));

  test('are updated when an older release applied them', async () => {
    await sql`update drizzle.schema_functions set version = ${currentSet.version - 1}`;
    await applyFunctions(sql, release(currentSet.version - 1));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
    expect(new Set((await listRecorded()).map(({ version }) => version))).toEqual(new Set([currentSet.version]));
  });

  test.skipIf(isEngine)('stay unchanged when a newer release applied them', async () => {
    await applyFunctions(sql, release(currentSet.version + 1));
    const newer = await listRecorded();
    await migrate(database.url);
    expect(await today()).toBeNull();
    expect(await listRecorded()).toEqual(newer);
  });

  test.skipIf(isEngine)('are replaced by an older release on request', async () => {
    await applyFunctions(sql, release(currentSet.version + 1));
    await migrate(database.url, { putFunctionsBack: true });
    expect(await today()).not.toBeNull();
    expect(new Set((await listRecorded()).map(({ version }) => version))).toEqual(new Set([currentSet.version]));
  });

  test('follow changes of their files without a new version, as in development', async () => {
    await applyFunctions(sql, release(currentSet.version));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
  });

  test('are restored after they were dropped', async () => {
    await sql`drop trigger vouchers_guard on vouchers`;
    await sql`drop function mark_voucher_used`;
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());
  });

  test.skipIf(isEngine)('take no table lock when unchanged', async () => {
    const writer = postgres(database.url, { max: 1 });
    try {
      await writer.begin(async (tx) => {
        await tx`lock table vouchers, spins, completions, users in row exclusive mode`;
        await sql`set lock_timeout = '1s'`;
        await applyFunctions(sql, release(currentSet.version));
      });
    } finally {
      await writer.end();
    }
    expect(await today()).toBeNull();
  });

  test('change either all or not at all', async () => {
    const broken = parseDefinitions(
      'test.sql',
      'create or replace trigger broken after insert on no_table execute function reject_change();',
    );
    const set = release(currentSet.version + 1);
    await expect(applyFunctions(sql, { ...set, definitions: [...set.definitions, ...broken] })).rejects.toThrow(
      'no_table',
    );
    expect(await today()).not.toBeNull();
  });
});
