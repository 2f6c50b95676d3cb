import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

/**
 * Returns the migrations of a folder in order, with the hashes of drizzle's journal.
 * @param folder the folder that holds `migrations`
 */
export function readMigrations(folder: string): { migrationsFolder: string; migrations: MigrationMeta[] } {
  const migrationsFolder = join(folder, 'migrations');
  return { migrationsFolder, migrations: readMigrationFiles({ migrationsFolder }) };
}
