import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '@inaam/db/client';
import { createTestDatabase } from '@inaam/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow } from './files.ts';
import {
  aliasesIn,
  extractSql,
  findStatements,
  statementsBelow,
  unknownNames,
  type WrittenStatement,
} from './sql-statements.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const FOLDERS = ['packages/core/src', 'packages/db/src', 'apps/api/src', 'apps/sandbox/src'];

type Table = { [column: string]: { name?: string } } & { [key: symbol]: unknown };
const tables = new Map<string, Table>();
let database: Database;
let drop: () => Promise<void>;
let known: Set<string>;

beforeAll(async () => {
  for (const folder of ['schema', 'views'].map((name) => join(root, 'packages/db/src', name))) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const exported = (await import(join(folder, file))) as Record<string, Table>;
      for (const [name, value] of Object.entries(exported)) tables.set(name, value);
    }
  }
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.url, { max: 1, statementTimeout: 10_000 });
  const names = await database.sql<{ name: string }[]>`
    select attname as name from pg_attribute where attnum > 0 and not attisdropped
    union select unnest(proargnames) from pg_proc
    union select relname from pg_class`;
  known = new Set(names.map(({ name }) => name));
});
afterAll(async () => {
  await database.close();
  await drop();
});

function getName(table: string, column?: string): string | undefined {
  const found = tables.get(table);
  const view = found?.[Symbol.for('drizzle:ViewBaseConfig')] as { name: string } | undefined;
  const name = found?.[Symbol.for('drizzle:Name')] ?? view?.name;
  if (typeof name !== 'string') return undefined;
  if (column === undefined) return `"${name}"`;
  const columnName = found?.[column]?.name;
  return columnName === undefined ? undefined : `"${name}"."${columnName}"`;
}

const COMPOSED = Symbol('composed');

/**
 * Prepares a statement. If a part of its SQL is composed elsewhere, that part becomes a parameter here, and PostgreSQL
 * cannot prepare the statement. Such a statement must at least contain the column names of its row type.
 * @returns the error; undefined if there is none; COMPOSED if the statement cannot be prepared
 */
async function findFault({
  place,
  texts,
  holes,
  columns,
}: WrittenStatement): Promise<string | typeof COMPOSED | undefined> {
  let parameters = 0;
  const sql = texts.reduce((before, text, i) => `${before}${holes[i - 1] ?? `$${++parameters}`}${text}`);
  try {
    const { columns: given } = await database.sql.unsafe(sql).describe();
    const missing = columns?.filter((name) => !given.some((each) => each.name === name)) ?? [];
    return missing.length > 0 ? formatMissing(place, missing) : undefined;
  } catch (error) {
    const { code, position, message } = error as { code: string; position: string; message: string };
    const at = Number(position) - 1;
    const isComposed = code === '42601' && (sql[at] === '$' || /\$\d+\s*$/.test(sql.slice(0, at)));
    if (!isComposed) return `${place}: ${message}`;
    const hasAllColumns = /\bselect \*|\w\.\*/.test(sql);
    const missing = columns?.filter((name) => !hasAllColumns && !new RegExp(`\\b${name}\\b`).test(sql)) ?? [];
    return missing.length > 0 ? formatMissing(place, missing) : COMPOSED;
  }
}

const formatMissing = (place: string, missing: readonly string[]): string =>
  `${place}: the statement does not return ${missing.join(', ')}, which its row type has`;

const faultsIn = async (source: string) =>
  (await Promise.all(findStatements('x.ts', source, getName).map(findFault))).filter((fault) => fault !== undefined);

test('prepares every statement in the sources, and finds that it returns the columns of its row type', async () => {
  const statements = FOLDERS.flatMap((folder) => statementsBelow(root, folder, getName));
  const verdicts = await Promise.all(statements.map(findFault));
  expect(verdicts.filter((verdict) => verdict !== undefined && verdict !== COMPOSED)).toEqual([]);
  // Composed statements must be few, because the test below checks only the names in them.
  expect(verdicts.filter((verdict) => verdict === COMPOSED).length).toBeLessThan(50);
  expect(statements.filter(({ columns }) => columns).length).toBeGreaterThan(150);
});

test('finds a column that the schema does not have, and a column that the statement does not return', async () => {
  const select = (row: string, columns: string) =>
    `interface Row { ${row} }\nconst rows = sql<Row[]>\`select ${columns} from completions c where c.id = \${id}\`;`;
  expect(await faultsIn(select('id: number', 'c.id'))).toEqual([]);
  expect(await faultsIn(select('id: number', 'c.id, c.held_untl'))).toEqual([
    'x.ts:2: column c.held_untl does not exist',
  ]);
  expect(await faultsIn(select('id: number; offer_id: number', 'c.id'))).toEqual([
    'x.ts:2: the statement does not return offer_id, which its row type has',
  ]);
  const lacksTwo = ['x.ts:2: the statement does not return title, offer_id, which its row type has'];
  const row = 'offer_id: number } interface Row extends Record<string, unknown>, Base { title: string';
  expect(await faultsIn(select(row, 'c.id').replace('Row', 'Base'))).toEqual(lacksTwo);
  const composed = 'sql<{ id: number; offer_id: number }[]>`select c.id from completions c ${order(by)}`';
  expect(await faultsIn(composed)).toEqual(['x.ts:1: the statement does not return offer_id, which its row type has']);
  expect(await faultsIn(composed.replace('c.id', 'c.id, c.offer_id'))).toEqual([COMPOSED]);
  expect(await faultsIn('sql`select from where`')).toEqual(['x.ts:1: syntax error at or near "where"']);
});

test('finds no unknown column in parts of statements and in functions of the database', () => {
  const files = FOLDERS.flatMap((folder) =>
    filesBelow(root, folder, /^(?!.*\/fixtures\/).*((?<!\.test|\.d)\.ts|\.sql)$/),
  );
  const texts = files.map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return { file, sql: file.endsWith('.sql') ? source : extractSql(file, source) };
  });
  const given = new Set([...known, ...texts.flatMap(({ sql }) => aliasesIn(sql))]);
  // `inaam.rehearsal` is a setting of the database session, not a column.
  given.add('rehearsal');
  const faults = texts.flatMap(({ file, sql }) => unknownNames(sql, given).map((name) => `${file}: ${name}`));
  expect(faults).toEqual([]);
});

test('finds an unknown column in a part of a statement and in the body of a function', () => {
  expect(unknownNames(extractSql('x.ts', 'sql`c.held_untl is null`'), known)).toEqual(['c.held_untl']);
  expect(unknownNames(extractSql('x.ts', 'sql`c.held_until is null`'), known)).toEqual([]);
  expect(unknownNames("begin if c.held_untl > now() then raise 'x.y'; end if; end", known)).toEqual(['c.held_untl']);
});
