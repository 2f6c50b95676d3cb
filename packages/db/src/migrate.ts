import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { MoveSql } from './client.ts';
import { adoptBaseline } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, readFunctions } from './migrate/functions.ts';

/** The folder of the sources. A bundle passes its own path: it has another `import.meta.url`. */
const sources = fileURLToPath(new URL('.', import.meta.url));

/** Any number that nothing else of the product locks. */
const MIGRATION_LOCK = 7_204_118;

/**
 * Brings a database to the newest schema: its tables by the migrations that it lacks, then its functions and triggers.
 * Several processes may start at once: the first migrates, the rest wait. A database that a newer release has migrated
 * is left as it is. One that was restored on another server has its feed made whole (infra/docs/decisions/0030).
 * @param url the database's address
 * @param folder the folder that holds `migrations` and `functions`
 * @throws an Error of one line when the database is of a state that no migration begins at, see `adoptBaseline`
 */
export async function migrate(url: string, folder = sources): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const { migrationsFolder, migrations } = readMigrations(folder);
    await adoptBaseline(sql, migrations);
    await runMigrations(drizzle(sql), { migrationsFolder });
    await applyFunctions(sql, readFunctions(folder));
    await sql`select repair_feed()`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What a database holds at least when its schema is that of these files. */
export interface SchemaVersion {
  /** When the newest migration was written, in ms: the order of migrations. */
  migration: number;
  /** The version of the set of functions. */
  functions: number;
}

/** @param folder the folder that holds `migrations` and `functions` */
export function schemaVersion(folder = sources): SchemaVersion {
  const { migrations } = readMigrations(folder);
  return {
    migration: Math.max(...migrations.map(({ folderMillis }) => folderMillis)),
    functions: readFunctions(folder).version,
  };
}

/** Whether the database is at a schema or beyond it: a process is not ready before. */
export async function holdsSchema(sql: MoveSql, schema: SchemaVersion): Promise<boolean> {
  const [held] = await sql<{ migration: number | null; functions: number | null }[]>`
    select (select max(created_at) from drizzle.__drizzle_migrations) as migration,
      (select max(version) from drizzle.schema_functions) as functions`;
  return (held?.migration ?? 0) >= schema.migration && (held?.functions ?? 0) >= schema.functions;
}
