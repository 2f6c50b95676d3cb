import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';

/** The migrations 0000 to 0014 as they were before the baseline took their place. */
const migrations: { tag: string; when: number; sql: string }[] = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/before-baseline.json.gz'))).toString('utf8'),
);

/** Migrates an empty database the way that releases before the baseline did, as far as the given migration. */
export async function migrateAsBefore(sql: Sql, last = '0014_search_indexes'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-migrations-'));
  try {
    const applied = migrations.slice(0, migrations.findIndex(({ tag }) => tag === last) + 1);
    const entries = applied.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }));
    mkdirSync(join(folder, 'meta'));
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    for (const { tag, sql: text } of applied) writeFileSync(join(folder, `${tag}.sql`), text);
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills every table of such a database. */
export async function fillAsBefore(sql: Sql): Promise<void> {
  await sql.unsafe(readFileSync(join(import.meta.dirname, '../fixtures/rows-before-baseline.sql'), 'utf8'));
}

/** Adds completions, spins and vouchers of every kind, to such a database that is filled. */
export async function fillLedgerAsBefore(sql: Sql): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, '../fixtures/rows-of-every-kind.sql'), 'utf8');
  for (const transaction of text.split('\n\n')) await sql.unsafe(transaction);
}
