import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';
import { OperatorError } from '../wait-for-database.ts';

/**
 * Whether the baseline and the functions are locked, as everything released is. Until the first release they are edited
 * in place, and a database of an earlier baseline is refused. Set it to true in the release commit: migrations.test.ts
 * then prints the lines for hashes.txt, versions.txt and signatures.txt.
 */
export const BASELINE_IS_LOCKED = true;

/** The migrations of the first release's schema. `when` orders migrations, in ms. */
export const BASELINE = ['0000_types', '0001_tables', '0002_by_hand'].map((tag, i) => ({
  tag,
  when: Date.UTC(2026, 10, 25, 16) + i * 1_000,
}));

/** Another baseline created the database, and no migration leads from it. */
export class BaselineMismatch extends OperatorError {}

/**
 * Checks that a database's migrations are those of this release. Additions of a newer release are accepted.
 * @param migrations those of this release
 * @throws BaselineMismatch
 */
export async function requireSameBaseline(sql: Sql, migrations: MigrationMeta[]): Promise<void> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as journal`;
  if (table?.['journal'] === null) return;
  const known = migrations.map(({ hash }) => hash);
  const newest = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
  const other = await sql`
    select from drizzle.__drizzle_migrations where created_at <= ${newest} and hash <> all (${known}) limit 1`;
  if (other.length === 0) return;
  throw new BaselineMismatch(
    'Another baseline created this database, and this release cannot migrate it: use an empty database',
  );
}
