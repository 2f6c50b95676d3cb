import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import type { SqlClient } from './client.ts';
import { BaselineMismatch, requireSameBaseline } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, applyFunctionsIn, readFunctions } from './migrate/functions.ts';
import { grantRuntime, setRoleLimits } from './migrate/roles.ts';
import { finishIndexes, type ReportStep, runMigrations, withRetries } from './migrate/steps.ts';
import { OperatorError } from './wait-for-database.ts';

/** The source folder, even from a bundle in `apps/<name>/dist`. */
const sources = fileURLToPath(new URL('../../../packages/db/src', import.meta.url));

/** An arbitrary number that nothing else locks. */
const MIGRATION_LOCK = 7_204_118;

/** ms. A statement that waits for a table lock blocks all later statements on the table, so it must give up soon. */
const LOCK_TIMEOUT = 2_000;

export interface MigrateOptions {
  /** The folder that holds `migrations` and `functions`. */
  folder?: string;
  reportStep?: ReportStep;
  /** Applies this release's functions to a database of a newer release. No process of that release may still run. */
  putFunctionsBack?: boolean;
  /** The role of the api if it is not the owner. */
  runtimeRole?: string;
  /** Limits to set on the runtime role, or else on the owner, for connections that cannot set limits themselves. */
  limits?: {
    statementTimeout: number;
    /** False if connections set limits themselves. A missing right to alter the role is then reported, not thrown. */
    areRequired: boolean;
  };
}

/**
 * Migrates a database: runs missing migrations, then applies functions and triggers. Concurrent processes wait for the
 * first. The schema of a newer release stays unchanged, unless `putFunctionsBack` is set. Repairs the change feed of a
 * database that was restored on another server (infra/docs/decisions/0007).
 * @param url the owner's URL of the server itself, not of a pooler, which would share the connection
 * @throws BaselineMismatch if another baseline created the database; an OperatorError if required limits cannot be set
 */
export async function migrate(
  url: string,
  { folder = sources, reportStep = () => {}, putFunctionsBack = false, runtimeRole, limits }: MigrateOptions = {},
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
      await finishIndexes(sql, reportStep);
      const set = readFunctions(folder);
      await runMigrations(sql, migrations, reportStep, (tx) => applyFunctionsIn(tx, set));
      await withRetries('functions and triggers', reportStep, () =>
        applyFunctions(sql, set, { putBack: putFunctionsBack }),
      );
      await sql`select repair_change_feed()`;
      await withRetries('partitions', reportStep, () => createPartitions(sql, reportStep));
      // This connection returns bigint as text, unlike an SqlClient, but these statements return no bigint.
      const roles = sql as unknown as SqlClient;
      if (runtimeRole !== undefined) await grantRuntime(roles, runtimeRole);
      if (limits) await setLimits(roles, runtimeRole, limits, reportStep);
    });
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), guard.end({ timeout: 5 })]);
  }
}

/**
 * Whether another baseline created a database, so that {@link migrate} would refuse it.
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
 * Runs `work` under the migration lock. The lock belongs to a transaction, not to the session, so a dead process leaves
 * nothing locked. A concurrent index build waits for all snapshots, so neither the holder of the lock nor a waiter may
 * hold a snapshot. Waiters therefore poll with the simple protocol, which leaves no portal open
 * (https://www.postgresql.org/docs/18/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
async function withMigrationLock(guard: Sql, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const isDone = await guard.begin(async (locked) => {
      const text = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as got`;
      const [row] = (await locked.unsafe(text).simple()) as unknown as { got: boolean }[];
      if (row?.got !== true) return false;
      await work();
      return true;
    });
    if (isDone) return;
    await sleep(100);
  }
}

/** @throws the error of `setRoleLimits` if the limits are required */
async function setLimits(
  sql: SqlClient,
  runtimeRole: string | undefined,
  { statementTimeout, areRequired }: NonNullable<MigrateOptions['limits']>,
  reportStep: ReportStep,
): Promise<void> {
  const [currentRole] = await sql<{ name: string }[]>`select current_user as name`;
  try {
    await setRoleLimits(sql, runtimeRole ?? currentRole?.name ?? '', statementTimeout);
  } catch (error) {
    if (areRequired || !(error instanceof OperatorError)) throw error;
    reportStep(`only needed before setting DATABASE_PREPARE=off: ${error.message}`);
  }
}

/**
 * Creates partitions in advance, so that the first insert into a new database finds a partition: see
 * functions/partitions.sql.
 */
async function createPartitions(sql: Sql, reportStep: ReportStep): Promise<void> {
  const [row] = await sql<{ done: string[] }[]>`select maintain_partitions(null) as done`;
  for (const line of row?.done ?? []) reportStep(`partitions: ${line}`);
}

/** The minimum schema of a database for this code. */
export interface SchemaVersion {
  /** Time of the newest migration in ms, by which migrations are ordered. */
  migration: number;
  /** Version of the function set. */
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

/** Whether the database has at least this schema. A process reports itself as ready only if it has. */
export async function hasSchema(sql: SqlClient, schema: SchemaVersion): Promise<boolean> {
  const [applied] = await sql<{ migration: number | null; functions: number | null }[]>`
    select (select max(created_at) from drizzle.__drizzle_migrations) as migration,
      (select max(version) from drizzle.schema_functions) as functions`;
  return (applied?.migration ?? 0) >= schema.migration && (applied?.functions ?? 0) >= schema.functions;
}

/** Like {@link hasSchema}, but false for a database without a migration journal, such as an empty database. */
export async function isAtSchema(sql: SqlClient, schema: SchemaVersion): Promise<boolean> {
  return hasSchema(sql, schema).catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '3F000') return false;
    throw error;
  });
}
