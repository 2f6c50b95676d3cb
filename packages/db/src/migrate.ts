import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import type { MoveSql } from './client.ts';
import { BaselineMismatch, requireSameBaseline } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, applyFunctionsIn, readFunctions } from './migrate/functions.ts';
import { grantRuntime, setRoleLimits } from './migrate/roles.ts';
import { finishIndexes, type ReportStep, runMigrations, withRetries } from './migrate/steps.ts';
import { OperatorError } from './wait-for-database.ts';

/** The folder of the sources: from there and from a bundle in `apps/<name>/dist` alike. */
const sources = fileURLToPath(new URL('../../../packages/db/src', import.meta.url));

/** Any number that nothing else of the product locks. */
const MIGRATION_LOCK = 7_204_118;

/** ms: whoever waits for a table holds up all that come after. */
const LOCK_TIMEOUT = 2_000;

export interface MigrateOptions {
  /** The folder that holds `migrations` and `functions`. */
  folder?: string;
  tell?: ReportStep;
  /** The role that the api runs with, where it is another than the owner's. */
  runtimeRole?: string;
  /** Given to the runtime role, or to the owner's, for connections that cannot ask for them. */
  limits?: {
    /** ms */
    statementTimeout: number;
    /** False where connections ask for themselves: a role that nobody here may alter is then told of, no more. */
    areRequired: boolean;
  };
}

/**
 * Brings a database to the newest schema: its tables by the migrations that it lacks, then its functions and triggers.
 * Several processes may start at once: the first migrates, the rest wait. A database that a newer release has migrated
 * is left as it is. One that was restored on another server has its feed made whole (infra/docs/decisions/0007).
 * @param url the database's address as its owner, on the server itself: a pooler would hand the connection to others
 * @throws BaselineMismatch when the database was made by another baseline, and an OperatorError when limits that are
 *   required cannot be given
 */
export async function migrate(
  url: string,
  { folder = sources, tell = () => {}, runtimeRole, limits }: MigrateOptions = {},
): Promise<void> {
  const connection = {
    application_name: 'inaam-migrate',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  const options = { max: 1, onnotice: () => {}, connect_timeout: 10 };
  const guard = postgres(url, { ...options, connection: { ...connection, lock_timeout: 0 } });
  const sql = postgres(url, { ...options, connection: { ...connection, lock_timeout: LOCK_TIMEOUT } });
  try {
    await withMigrationLock(guard, async () => {
      const { migrations } = readMigrations(folder);
      await requireSameBaseline(sql, migrations);
      await finishIndexes(sql, tell);
      const set = readFunctions(folder);
      await runMigrations(sql, migrations, tell, (tx) => applyFunctionsIn(tx, set));
      await withRetries('functions and triggers', tell, () => applyFunctions(sql, set));
      await sql`select repair_change_feed()`;
      await withRetries('partitions', tell, () => keepPartitions(sql, tell));
      // The same connection: numbers are read as text by it, and none is.
      const roles = sql as unknown as MoveSql;
      if (runtimeRole !== undefined) await grantRuntime(roles, runtimeRole);
      if (limits) await setLimits(roles, runtimeRole, limits, tell);
    });
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), guard.end({ timeout: 5 })]);
  }
}

/**
 * Whether a database was made by another baseline, so that {@link migrate} would refuse it.
 * @param folder the folder that holds `migrations`
 */
export async function hasOtherBaseline(url: string, folder = sources): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await requireSameBaseline(sql, readMigrations(folder).migrations);
    return false;
  } catch (error) {
    if (error instanceof BaselineMismatch) return true;
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Works while nobody else migrates: others wait. The lock is of a transaction and not of the session: whatever becomes
 * of this process, nobody waits for it afterwards. Neither who has it nor who waits may hold a snapshot meanwhile,
 * which an index that is built concurrently would wait for: so it is asked for again and again, and by the simple
 * protocol, which leaves no portal open
 * (https://www.postgresql.org/docs/18/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
async function withMigrationLock(guard: Sql, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const isDone = await guard.begin(async (held) => {
      const text = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as got`;
      const [row] = (await held.unsafe(text).simple()) as unknown as { got: boolean }[];
      if (row?.got !== true) return false;
      await work();
      return true;
    });
    if (isDone) return;
    await sleep(100);
  }
}

/** @throws what `setRoleLimits` does, where the limits are required */
async function setLimits(
  sql: MoveSql,
  runtimeRole: string | undefined,
  { statementTimeout, areRequired }: NonNullable<MigrateOptions['limits']>,
  tell: ReportStep,
): Promise<void> {
  const [own] = await sql<{ name: string }[]>`select current_user as name`;
  try {
    await setRoleLimits(sql, runtimeRole ?? own?.name ?? '', statementTimeout);
  } catch (error) {
    if (areRequired || !(error instanceof OperatorError)) throw error;
    tell(`before DATABASE_PREPARE=off, and not needed without it, ${error.message}`);
  }
}

/** Makes the months ahead: the first insert of a new database has its partition (functions/partitions.sql). */
async function keepPartitions(sql: Sql, tell: ReportStep): Promise<void> {
  const [row] = await sql<{ done: string[] }[]>`select maintain_partitions() as done`;
  for (const line of row?.done ?? []) tell(`partitions: ${line}`);
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

/** The same for a database of any state: without a journal of migrations it is empty, or some other database. */
export async function isAtSchema(sql: MoveSql, schema: SchemaVersion): Promise<boolean> {
  return holdsSchema(sql, schema).catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '3F000') return false;
    throw error;
  });
}
