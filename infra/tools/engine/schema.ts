import { type Placement, placement } from '@inaam/db/placement';
import type { Sql } from 'postgres';

/**
 * The engine's DDL, from the catalogue of a migrated PostgreSQL and the table of distribution keys. What stands in it
 * beyond PostgreSQL is added here alone: `hash` and `asc` in the columns of keys, `colocation`, `split into`. See
 * https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/ddl_create_table/ and …/ddl_create_index/.
 */

interface Column {
  table: string;
  name: string;
  type: string;
  default: string | null;
  is_identity: boolean;
  not_null: boolean;
}

interface Constraint {
  table: string;
  name: string;
  kind: 'p' | 'u' | 'c' | 'f';
  definition: string;
}

export interface Index {
  table: string;
  name: string;
  unique: boolean;
  method: string;
  columns: string[];
  /** With the brackets, as `where (used_at IS NOT NULL)`; empty without. */
  condition: string;
}

interface Catalogue {
  domains: string[];
  functions: string[];
  columns: Column[];
  constraints: Constraint[];
  indexes: Index[];
}

/** The indexes of all tables but those of constraints, each with its columns or expressions in order. */
const readIndexes = (sql: Pick<Sql, 'unsafe'>): Promise<Index[]> =>
  sql.unsafe<(Index & Record<string, unknown>)[]>(`
    select t.relname as table, i.relname as name, x.indisunique as unique, am.amname as method,
      (select array_agg(pg_get_indexdef(x.indexrelid, k::int, true)
        || case when op.opcdefault then '' else ' ' || op.opcname end order by k)
       from generate_series(1, x.indnkeyatts) k
       join pg_opclass op on op.oid = x.indclass[k - 1]) as columns,
      coalesce(' where (' || pg_get_expr(x.indpred, x.indrelid, true) || ')', '') as condition
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    join pg_am am on am.oid = i.relam
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u'))
    order by 1, 2`);

export async function readCatalogue(sql: Pick<Sql, 'unsafe'>): Promise<Catalogue> {
  const texts = async (query: string) => (await sql.unsafe<{ text: string }[]>(query)).map(({ text }) => text);
  return {
    domains: await texts(`
      select format('create domain %s as %s %s', t.typname, format_type(t.typbasetype, t.typtypmod),
        string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname)) as text
      from pg_type t join pg_constraint c on c.contypid = t.oid
      where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace
      group by t.typname, t.typbasetype, t.typtypmod order by t.typname`),
    functions: await texts(`
      select distinct pg_get_functiondef(p.oid) as text
      from pg_depend d join pg_proc p on p.oid = d.refobjid
      where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
        and d.classid = 'pg_constraint'::regclass
        and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by 1`),
    columns: await sql.unsafe<(Column & Record<string, unknown>)[]>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity <> '' as is_identity, a.attnotnull as not_null
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname, a.attnum`),
    constraints: await sql.unsafe<(Constraint & Record<string, unknown>)[]>(`
      select r.relname as table, c.conname as name, c.contype as kind, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'c', 'f') and not r.relispartition
      order by 1, 2`),
    indexes: await readIndexes(sql),
  };
}

/** @throws an Error that names the table without an entry */
function placed(table: string): Placement {
  const found = placement[table];
  if (found === undefined) throw new Error(`packages/db/src/placement.ts has no entry for the table ${table}`);
  return found;
}

/** The columns of a key with how each is kept: by hash of the first, or all in order. */
function inOrder(table: string, name: string, columns: readonly string[]): string {
  const place = placed(table);
  if (place !== 'colocated' && place.together?.includes(name)) return `(${columns.join(', ')}) hash`;
  const isOrdered = place === 'colocated' || place.ordered?.includes(name);
  return columns.map((column, i) => `${column} ${isOrdered || i > 0 ? 'asc' : 'hash'}`).join(', ');
}

const columnsOf = (definition: string): string[] => (/\((.*)\)/.exec(definition)?.[1] ?? '').split(', ');

function tableDdl({ columns, constraints }: Catalogue, table: string): string {
  const place = placed(table);
  const lines = columns
    .filter((column) => column.table === table)
    .map(({ name, type, is_identity, not_null, default: value }) =>
      [
        `"${name}" ${type}`,
        ...(is_identity ? ['generated always as identity'] : []),
        ...(value === null ? [] : [`default ${value}`]),
        ...(not_null ? ['not null'] : []),
      ].join(' '),
    );
  const own = constraints.filter((constraint) => constraint.table === table);
  for (const { name, kind, definition } of own) {
    if (kind === 'p') lines.push(`constraint ${name} primary key (${inOrder(table, name, columnsOf(definition))})`);
    if (kind === 'u') lines.push(`constraint ${name} ${definition}`);
    if (kind === 'c') lines.push(`constraint ${name} ${definition}`);
  }
  const primary = own.find(({ kind }) => kind === 'p');
  const splits = place !== 'colocated' && primary && !place.ordered?.includes(primary.name);
  const end =
    place === 'colocated' ? '' : ` with (colocation = false)${splits ? ` split into ${place.tablets} tablets` : ''}`;
  return `create table ${table} (\n  ${lines.join(',\n  ')}\n)${end};`;
}

/** A trigram index of several columns becomes one for each: the engine's have one column. */
function indexDdl({ table, name, unique, method, columns, condition }: Index): string[] {
  if (method === 'gin') {
    return columns.map((column, i) => {
      const own = columns.length === 1 ? name : `${name}_${i + 1}`;
      return `create index ${own} on ${table} using gin (${column})${condition};`;
    });
  }
  const kept = inOrder(table, name, columns);
  return [`create ${unique ? 'unique ' : ''}index ${name} on ${table} (${kept})${condition};`];
}

/** @returns the text of infra/ops/yugabytedb/schema.sql */
export function schemaSql(catalogue: Catalogue): string {
  const tables = [...new Set(catalogue.columns.map(({ table }) => table))];
  const keys = catalogue.constraints
    .filter(({ kind }) => kind === 'f')
    .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`);
  return [
    '-- The tables on YugabyteDB, each where packages/db/src/placement.ts has it. Made by `npm run engine -- --write`:',
    '-- a change of either is made there. After transactions.sql, in an empty database; see README.md.',
    '',
    'create extension if not exists pg_trgm;',
    ...catalogue.domains.map((each) => `${each};`),
    ...catalogue.functions.map((each) => `${each.trim()};`),
    '',
    ...tables.flatMap((table) => [tableDdl(catalogue, table), '']),
    ...catalogue.indexes.flatMap(indexDdl),
    '',
    ...keys,
    '',
  ].join('\n');
}

/**
 * The rows that migrations bring, for a database that begins empty on the engine; one that is moved there brings its
 * own.
 * @returns the text of infra/ops/yugabytedb/first-rows.sql
 */
export async function firstRowsSql(sql: Pick<Sql, 'unsafe'>): Promise<string> {
  const names = async (table: string) =>
    (await sql.unsafe<{ name: string }[]>(`select name from ${table} order by name`)).map(({ name }) => `('${name}')`);
  return [
    '-- What migrations put into the tables, for a database that begins empty. Made by `npm run engine -- --write`.',
    '',
    'insert into offer_catalogue (version) values (0);',
    `insert into named_locks (name) values ${(await names('named_locks')).join(', ')};`,
    'insert into feed_consumers (name, xid)',
    `select name, 0 from (values ${(await names('feed_consumers')).join(', ')}) consumers (name);`,
    '',
  ].join('\n');
}
