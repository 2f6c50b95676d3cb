import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** Is told of each step, a line each. */
export type Tell = (line: string) => void;

/** The first line of a migration whose statements run one by one, outside of a transaction. */
export const CONCURRENTLY = '-- concurrently';

/** lock_not_available, and deadlock_detected: of two that wait for each other, a step can begin again as well. */
const COMES_AGAIN: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** With pauses of 0.5 to 3 s, more than two minutes: longer than any call holds a lock. */
const TRIES = 60;

/**
 * Runs a step until it gets its locks. Whoever waits for a lock holds up everybody who comes later, so a step gives up
 * after `lock_timeout` (2 s) and lets them pass before it tries again; so it does where PostgreSQL ended it in a deadlock.
 * @throws what the step throws, but for a lock that it does not get: that only after the last try
 */
export async function withRetries<T>(name: string, tell: Tell, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      const { code } = error as { code?: string };
      if (!COMES_AGAIN.has(code) || tries === TRIES) throw error;
      tell(`${name}: somebody holds the table; try ${tries + 1}`);
      await sleep(Math.min(500 * tries, 3_000) * (0.5 + Math.random() / 2));
    }
  }
}

/**
 * Runs the migrations that a database lacks, in their order and each in a transaction of its own with its entry in
 * drizzle's journal: what is done stays done when a later one fails. One that begins with `-- concurrently` builds
 * indexes while others write; when it was cut short, what it left invalid is dropped and built again.
 * @param sql a connection of the owner, to the server itself, with a `lock_timeout`
 */
export async function runMigrations(sql: Sql, migrations: readonly MigrationMeta[], tell: Tell): Promise<void> {
  // As drizzle-orm's own migrator makes it (pg-core/dialect.js).
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`;
  const [last] = await sql<{ at: string | null }[]>`select max(created_at) as at from drizzle.__drizzle_migrations`;
  const isNew = ({ folderMillis }: MigrationMeta) => last?.at === null || folderMillis > Number(last?.at);
  for (const { sql: statements, hash, folderMillis } of migrations.filter(isNew)) {
    const name = `migration of ${new Date(folderMillis).toISOString()}`;
    const began = performance.now();
    const record = (on: Sql) => on`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
    if (statements[0]?.startsWith(CONCURRENTLY)) {
      for (const statement of statements) await buildIndex(sql, statement, tell);
      await record(sql);
    } else {
      await withRetries(name, tell, () =>
        sql.begin(async (tx) => {
          for (const statement of statements) await tx.unsafe(statement);
          await record(tx as unknown as Sql);
        }),
      );
    }
    tell(`${name}: done in ${Math.round(performance.now() - began)} ms`);
  }
}

/** `create index concurrently if not exists name …`, or the dropping of one. */
async function buildIndex(sql: Sql, statement: string, tell: Tell): Promise<void> {
  const [, name] =
    /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement) ?? [];
  if (name !== undefined) {
    const half = await sql`
      select 1 from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = ${name} and relnamespace = current_schema()::regnamespace and not indisvalid`;
    if (half.length > 0) {
      tell(`index ${name}: a build was cut short; it begins again`);
      await withRetries(`index ${name}`, tell, () => sql`drop index concurrently ${sql(name)}`);
    }
  }
  await withRetries(name === undefined ? 'a statement' : `index ${name}`, tell, () => sql.unsafe(statement));
}
