import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';
import { OperatorError } from '../wait-for-database.ts';

/** Another baseline created the database, and no migration leads from that baseline to this release. */
export class BaselineMismatch extends OperatorError {}

/**
 * Checks that this release contains each of a database's migrations, up to the time of the release's newest migration.
 * Later migrations (of a newer release) and missing ones are accepted.
 * @param migrations the migrations of this release
 * @throws BaselineMismatch
 */
export async function requireSameBaseline(sql: Sql, migrations: MigrationMeta[]): Promise<void> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as journal`;
  if (table?.['journal'] === null) return;
  const hashes = migrations.map(({ hash }) => hash);
  const newest = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
  const unknownMigrations = await sql`
    select from drizzle.__drizzle_migrations where created_at <= ${newest} and hash <> all (${hashes}) limit 1`;
  if (unknownMigrations.length === 0) return;
  throw new BaselineMismatch(
    'This database has migrations that this release does not have, and cannot be migrated: use an empty database',
  );
}
