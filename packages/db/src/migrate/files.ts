import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

/**
 * The migrations of a folder in their order, with the hashes that drizzle's journal records.
 * @param folder the folder that holds `migrations`
 */
export function readMigrations(folder: string): { migrationsFolder: string; migrations: MigrationMeta[] } {
  const migrationsFolder = join(folder, 'migrations');
  return { migrationsFolder, migrations: readMigrationFiles({ migrationsFolder }) };
}
