import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

/** Where the migrations lie for the sources. A bundle passes its own path: it has another `import.meta.url`. */
const sources = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else of the product locks. */
const MIGRATION_LOCK = 7_204_118;

/**
 * Brings a database to the newest schema. Several processes may start at once: the first migrates, the rest wait.
 * @param url the database's address
 */
export async function migrate(url: string, folder = sources): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** How many migrations the newest schema has: a database with fewer is not ready. */
export function countMigrations(folder = sources): number {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] };
  return journal.entries.length;
}
