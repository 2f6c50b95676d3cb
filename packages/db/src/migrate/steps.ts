import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** Called with one line per step. */
export type ReportStep = (line: string) => void;

/** First line of a migration whose statements run one by one, outside a transaction. */
export const CONCURRENTLY = '-- concurrently';

/**
 * First line of a migration whose indexes only improve speed. It runs last, after the functions. Unlike other
 * migrations, it also runs if an earlier run recorded later migrations without it.
 */
const FOR_SPEED = `${CONCURRENTLY}, for speed alone`;

/** First line of a migration that commits together with the functions, because the old functions would not fit it. */
const WITH_FUNCTIONS = '-- with functions';

/** lock_not_available, and deadlock_detected: a step can restart after a deadlock, too. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** With lock waits and pauses, the tries take more than two minutes: longer than any request holds a lock. */
const MAX_TRIES = 60;

/**
 * Runs a step, and repeats it until it gets its locks. A waiting lock request blocks every later request, so a step
 * gives up after `lock_timeout` (2 s) and lets other requests pass before the next try. A step is also repeated after a
 * deadlock.
 * @throws the step's error; a lock timeout only after the last try
 */
export async function withRetries<T>(name: string, report: ReportStep, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      const { code } = error as { code?: string };
      if (!RETRYABLE.has(code) || tries === MAX_TRIES) throw error;
      report(`${name}: the table is locked; try ${tries + 1}`);
      await sleep(Math.min(500 * tries, 3_000) * (0.5 + Math.random() / 2));
    }
  }
}

/**
 * Runs missing migrations in order. Each runs in a transaction with its entry in drizzle's journal, so the failure of a
 * later migration does not undo it. The first line of a migration may change this:
 * - `-- concurrently` builds indexes while other sessions write. An interrupted build is dropped and repeated.
 * - `-- with functions` commits together with all later migrations and the functions, unless a later migration is
 *   `-- concurrently`.
 * - `-- concurrently, for speed alone` builds indexes last, after the functions.
 * @param sql the owner's connection to the server itself, with a `lock_timeout`
 * @param applyFunctions applies the functions in the transaction that it is given
 */
export async function runMigrations(
  sql: Sql,
  migrations: readonly MigrationMeta[],
  report: ReportStep,
  applyFunctions: (tx: Sql) => Promise<void> = async () => {},
): Promise<void> {
  // Creates the journal as drizzle-orm's own migrator does (pg-core/dialect.js).
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`;
  const appliedMigrations = await sql<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  const times = appliedMigrations.map(({ at }) => Number(at));
  const last = Math.max(...times, Number.NEGATIVE_INFINITY);
  const forSpeed = migrations.filter((each) => isForSpeed(each) && !times.includes(each.folderMillis));
  const missing = migrations.filter((each) => !isForSpeed(each) && each.folderMillis > last);
  // The functions need all migrations, and an index build runs outside a transaction. So only migrations after the last
  // build can commit together with the functions.
  const builds = missing.findLastIndex(isConcurrent);
  const first = missing.findIndex((each, index) => index > builds && each.sql[0]?.startsWith(WITH_FUNCTIONS));
  const withFunctions = first >= 0 ? missing.splice(first) : [];
  const build = (each: MigrationMeta) =>
    runTimed(getName(each), report, async () => {
      for (const statement of each.sql) await buildIndex(sql, statement, report);
      await record(sql, each);
    });
  const change = (each: MigrationMeta) =>
    runTimed(getName(each), report, () => withRetries(getName(each), report, () => sql.begin((tx) => run(tx, each))));
  for (const each of missing) await (isConcurrent(each) ? build(each) : change(each));
  const [firstWithFunctions] = withFunctions;
  if (firstWithFunctions) {
    const runWithFunctions = () =>
      sql.begin(async (tx) => {
        for (const each of withFunctions) await run(tx, each);
        await applyFunctions(tx as unknown as Sql);
      });
    await runTimed(`${getName(firstWithFunctions)}, with functions`, report, () =>
      withRetries(getName(firstWithFunctions), report, runWithFunctions),
    );
  }
  for (const each of forSpeed) await build(each);
}

const isConcurrent = ({ sql: [first] }: MigrationMeta): boolean => first?.startsWith(CONCURRENTLY) ?? false;
const isForSpeed = ({ sql: [first] }: MigrationMeta): boolean => first?.startsWith(FOR_SPEED) ?? false;
const getName = ({ folderMillis }: MigrationMeta): string => `migration of ${new Date(folderMillis).toISOString()}`;

async function run(tx: Pick<Sql, 'unsafe'>, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await tx.unsafe(statement);
  await record(tx as Sql, migration);
}

const record = (connection: Sql, { hash, folderMillis }: MigrationMeta) => connection`
  insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;

async function runTimed(name: string, report: ReportStep, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  report(`${name}: done in ${Math.round(performance.now() - start)} ms`);
}

/** Runs `create index concurrently if not exists name …` or `drop index`. */
async function buildIndex(sql: Sql, statement: string, report: ReportStep): Promise<void> {
  const [, name] =
    /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement) ?? [];
  await withRetries(name === undefined ? 'a statement' : `index ${name}`, report, async () => {
    // Checked on each try, because a failed try leaves an invalid index of the same name.
    if (name !== undefined) await dropUnfinished(sql, report, name);
    await sql.unsafe(statement);
  });
}

async function dropUnfinished(sql: Sql, report: ReportStep, name: string): Promise<void> {
  if (!(await listUnfinishedIndexes(sql)).includes(name)) return;
  report(`index ${name}: restarting an interrupted build`);
  await sql`drop index concurrently ${sql(name)}`;
}

/** Invalid indexes of unfinished builds, which no query uses. */
const listUnfinishedIndexes = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ relname: string }[]>`
      select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relkind = 'i' and relnamespace = current_schema()::regnamespace and not indisvalid order by relname`
  ).map(({ relname }) => relname);

/**
 * Rebuilds invalid indexes that an earlier run left. Reads and writes continue meanwhile. Such indexes exist because an
 * older release recorded an index build as done although the build had failed on a lock.
 * @param sql the owner's connection to the server itself, with a `lock_timeout`
 */
export async function finishIndexes(sql: Sql, report: ReportStep): Promise<void> {
  for (const name of await listUnfinishedIndexes(sql)) {
    // An unfinished copy by `reindex concurrently`.
    const isCopy = /_ccnew\d*$/.test(name);
    await withRetries(`index ${name}`, report, () =>
      isCopy ? sql`drop index concurrently ${sql(name)}` : sql`reindex index concurrently ${sql(name)}`,
    );
    report(`index ${name}: ${isCopy ? 'removed an unfinished build' : 'rebuilt'}`);
  }
}
