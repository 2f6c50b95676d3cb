import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@inaam/db/client';
import { migrate } from '@inaam/db/migrate';

const folder = join(import.meta.dirname, '../../../../infra/ops/yugabytedb');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** The engine's DDL for PostgreSQL: without what only the engine reads, which says where rows lie. */
export const plainSql = (schema: string): string =>
  schema
    .replaceAll(/\) with \(colocation = false\)( split into \d+ tablets)?;/g, ');')
    .replaceAll(/\((\(\w+(?:, \w+)+\)) hash\)/g, '$1')
    .replaceAll(/ (hash|asc)(?=[,)])/g, '');

/**
 * Makes an empty database as the steps in infra/ops/yugabytedb/README.md make it on the engine: transactions from rows,
 * its tables, and the functions that it gets. So PostgreSQL runs what the engine would.
 */
export async function makeAsOnEngine(url: string): Promise<void> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  try {
    // Of the role, since copies of a database have no settings of its own. Elsewhere there is no schema of this name.
    await sql.unsafe('alter role current_user set search_path = public, engine, pg_catalog');
    await sql.unsafe('set search_path = public, engine, pg_catalog');
    for (const name of ['transactions.sql', 'schema.sql', 'first-rows.sql']) {
      await sql.unsafe(plainSql(read(name))).simple();
    }
    // Tests ask in one call what the product asks in two.
    await sql.unsafe('update engine.gate set turns_at_once = true');
  } finally {
    await close();
  }
  await migrate(url);
}

/** Gives the role back what {@link makeAsOnEngine} set. */
export async function forgetEngine(url: string): Promise<void> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  try {
    await sql.unsafe('alter role current_user reset all');
  } finally {
    await close();
  }
}
