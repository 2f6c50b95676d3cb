import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** The last of the migrations that the baseline took the place of, as drizzle's journal records it. */
const LAST_BEFORE = {
  tag: '0014_search_indexes',
  createdAt: 1_795_250_041_663,
  hash: 'a5e6d4b8334e90b33c8303522d49598c1daf529a4a402ab2a61cf745c146adab',
};

/**
 * Marks a database that was made by the migrations before the baseline as being at the baseline: its tables are the
 * same, but for the name of an index. Rows stay as they are, and the old entries of the journal too. An empty database,
 * and one at the baseline or beyond, is left alone.
 * @param migrations those of this release, the baseline first
 * @throws an Error of one line when the database is older than the last migration before the baseline
 */
export async function adoptBaseline(sql: Sql, migrations: MigrationMeta[]): Promise<void> {
  const [baseline] = migrations;
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as journal`;
  if (!baseline || table?.['journal'] === null) return;
  const [newest] = await sql<{ hash: string; created_at: string }[]>`
    select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  if (!newest || Number(newest.created_at) >= baseline.folderMillis) return;
  if (Number(newest.created_at) !== LAST_BEFORE.createdAt || newest.hash !== LAST_BEFORE.hash) {
    throw new Error(
      'The database is older than this release can migrate: ' +
        `first start the last version that has the migration ${LAST_BEFORE.tag} on it, or use an empty database`,
    );
  }
  await sql.begin(async (tx) => {
    // Its body is part of recount now.
    await tx`drop function recount_moves()`;
    await tx`alter index postbacks_strangers_idx rename to postbacks_unknown_network_idx`;
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${baseline.hash}, ${baseline.folderMillis})`;
  });
}
