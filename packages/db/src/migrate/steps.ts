import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** Is told of each step, a line each. */
export type ReportStep = (line: string) => void;

/** The first line of a migration whose statements run one by one, outside of a transaction. */
export const CONCURRENTLY = '-- concurrently';

/**
 * The first line of one whose indexes only make calls quicker: it runs after all others and the functions, so that it
 * parts neither from each other, and whenever it is lacking, even where a later one ran before.
 */
const FOR_SPEED = `${CONCURRENTLY}, for speed alone`;

/** The first line of a migration that is committed together with the functions: those of before would not fit it. */
const WITH_FUNCTIONS = '-- with functions';

/** lock_not_available, and deadlock_detected: of two that wait for each other, a step can begin again as well. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** With pauses of 0.5 to 3 s, more than two minutes: longer than any call holds a lock. */
const TRIES = 60;

/**
 * Runs a step until it gets its locks. Whoever waits for a lock holds up everybody who comes later, so a step gives up
 * after `lock_timeout` (2 s) and lets them pass before it tries again; so it does where PostgreSQL ended it in a
 * deadlock.
 * @throws what the step throws, but for a lock that it does not get: that only after the last try
 */
export async function withRetries<T>(name: string, tell: ReportStep, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      const { code } = error as { code?: string };
      if (!RETRYABLE.has(code) || tries === TRIES) throw error;
      tell(`${name}: somebody holds the table; try ${tries + 1}`);
      await sleep(Math.min(500 * tries, 3_000) * (0.5 + Math.random() / 2));
    }
  }
}

/**
 * Runs the migrations that a database lacks, in their order and each in a transaction of its own with its entry in
 * drizzle's journal: what is done stays done when a later one fails. One that begins with `-- concurrently` builds
 * indexes while others write; when it was cut short, what it left invalid is dropped and built again. One that begins
 * with `-- with functions` is committed with those after it and with the functions; those that begin with
 * `-- concurrently, for speed alone` come last.
 * @param sql a connection of the owner, to the server itself, with a `lock_timeout`
 * @param applyFunctions in a transaction of the caller's
 */
export async function runMigrations(
  sql: Sql,
  migrations: readonly MigrationMeta[],
  tell: ReportStep,
  applyFunctions: (tx: Sql) => Promise<void> = async () => {},
): Promise<void> {
  // As drizzle-orm's own migrator makes it (pg-core/dialect.js).
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`;
  const done = await sql<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  const times = done.map(({ at }) => Number(at));
  const last = Math.max(...times, Number.NEGATIVE_INFINITY);
  const forSpeed = migrations.filter((each) => isForSpeed(each) && !times.includes(each.folderMillis));
  const lacking = migrations.filter((each) => !isForSpeed(each) && each.folderMillis > last);
  // Before one that builds indexes the functions of this release would be too early.
  const builds = lacking.findLastIndex(isConcurrent);
  const first = lacking.findIndex((each, index) => index > builds && each.sql[0]?.startsWith(WITH_FUNCTIONS));
  const together = first >= 0 ? lacking.splice(first) : [];
  const build = (each: MigrationMeta) =>
    timed(nameOf(each), tell, async () => {
      for (const statement of each.sql) await buildIndex(sql, statement, tell);
      await record(sql, each);
    });
  const change = (each: MigrationMeta) =>
    timed(nameOf(each), tell, () => withRetries(nameOf(each), tell, () => sql.begin((tx) => run(tx, each))));
  for (const each of lacking) await (isConcurrent(each) ? build(each) : change(each));
  const [begin] = together;
  if (begin) {
    const runTogether = () =>
      sql.begin(async (tx) => {
        for (const each of together) await run(tx, each);
        await applyFunctions(tx as unknown as Sql);
      });
    await timed(`${nameOf(begin)}, with functions`, tell, () => withRetries(nameOf(begin), tell, runTogether));
  }
  for (const each of forSpeed) await build(each);
}

const isConcurrent = ({ sql: [first] }: MigrationMeta): boolean => first?.startsWith(CONCURRENTLY) ?? false;
const isForSpeed = ({ sql: [first] }: MigrationMeta): boolean => first?.startsWith(FOR_SPEED) ?? false;
const nameOf = ({ folderMillis }: MigrationMeta): string => `migration of ${new Date(folderMillis).toISOString()}`;

async function run(tx: Pick<Sql, 'unsafe'>, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await tx.unsafe(statement);
  await record(tx as Sql, migration);
}

const record = (on: Sql, { hash, folderMillis }: MigrationMeta) => on`
  insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;

async function timed(name: string, tell: ReportStep, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  tell(`${name}: done in ${Math.round(performance.now() - began)} ms`);
}

/** `create index concurrently if not exists name …`, or the dropping of one. */
async function buildIndex(sql: Sql, statement: string, tell: ReportStep): Promise<void> {
  const [, name] =
    /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i.exec(statement) ?? [];
  await withRetries(name === undefined ? 'a statement' : `index ${name}`, tell, async () => {
    // Of each try: one that did not get its lock in the middle leaves an index of that name, which is not valid.
    if (name !== undefined) await dropUnfinished(sql, tell, name);
    await sql.unsafe(statement);
  });
}

async function dropUnfinished(sql: Sql, tell: ReportStep, name: string): Promise<void> {
  if (!(await unfinishedIndexes(sql)).includes(name)) return;
  tell(`index ${name}: a build was cut short; it begins again`);
  await sql`drop index concurrently ${sql(name)}`;
}

/** Indexes whose build did not end: nothing is found by them. */
const unfinishedIndexes = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ relname: string }[]>`
      select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relkind = 'i' and relnamespace = current_schema()::regnamespace and not indisvalid order by relname`
  ).map(({ relname }) => relname);

/**
 * Builds indexes anew that an earlier run has left unfinished, while others read and write: a build that met a lock was
 * once taken for done.
 * @param sql a connection of the owner, to the server itself, with a `lock_timeout`
 */
export async function finishIndexes(sql: Sql, tell: ReportStep): Promise<void> {
  for (const name of await unfinishedIndexes(sql)) {
    // What `reindex concurrently` had begun, and has not put in the old one's place.
    const isCopy = /_ccnew\d*$/.test(name);
    await withRetries(`index ${name}`, tell, () =>
      isCopy ? sql`drop index concurrently ${sql(name)}` : sql`reindex index concurrently ${sql(name)}`,
    );
    tell(`index ${name}: ${isCopy ? 'what was left of a build is gone' : 'built anew'}`);
  }
}
