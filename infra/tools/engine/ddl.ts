import { readFileSync } from 'node:fs';
import { type Definition, type FunctionSet, sortDefinitions } from '@inaam/db/migrate/functions';
import type { Sql } from 'postgres';
import { HASHED_TOGETHER, isHashed, TABLETS } from './placement.ts';

/**
 * Generates the DDL for YugabyteDB from the catalogue of a migrated PostgreSQL. It adds `hash` and `asc` to the columns
 * of keys, and `colocation` and `split into` to tables. See
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

interface Index {
  table: string;
  name: string;
  unique: boolean;
  method: string;
  columns: string[];
  /** The whole clause, such as `where (used_at IS NOT NULL)`; empty for an index of all rows. */
  condition: string;
}

export interface Catalogue {
  domains: string[];
  /** Composite types in order of creation, because one may contain another. */
  types: string[];
  /** Functions that constraints and indexes call. Migrations create them; the function set does not contain them. */
  functions: string[];
  columns: Column[];
  constraints: Constraint[];
  indexes: Index[];
}

export async function readCatalogue(sql: Pick<Sql, 'unsafe'>): Promise<Catalogue> {
  const read = <T>(query: string) => sql.unsafe<(T & Record<string, unknown>)[]>(query);
  const texts = async (query: string) => (await read<{ text: string }>(query)).map(({ text }) => text);
  return {
    domains: await texts(`
    select format('create domain %s as %s %s', t.typname, format_type(t.typbasetype, t.typtypmod),
      string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname)) as text
    from pg_type t join pg_constraint c on c.contypid = t.oid
    where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace
    group by t.typname, t.typbasetype, t.typtypmod order by t.typname`),
    types: await texts(`
      select format('create type %s as (%s)', c.relname,
        string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)) as text
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace
      group by c.oid, c.relname order by c.oid`),
    functions: await texts(`
      select distinct pg_get_functiondef(p.oid) as text
      from pg_depend d join pg_proc p on p.oid = d.refobjid
      where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
        and d.classid in ('pg_constraint'::regclass, 'pg_class'::regclass)
        and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by 1`),
    columns: await read(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity <> '' as is_identity, a.attnotnull as not_null
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname, a.attnum`),
    constraints: await read(`
      select r.relname as table, c.conname as name, c.contype as kind, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'c', 'f') and not r.relispartition
      order by 1, 2`),
    indexes: await read(`
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
      order by 1, 2`),
  };
}

/** Formats the columns of a key: all columns hashed together, or the first column hashed or sorted, the rest sorted. */
function renderPlacement(
  { columns: all }: Catalogue,
  index: Pick<Index, 'table' | 'name' | 'unique' | 'columns'>,
): string {
  const { table, name, unique: isUnique, columns } = index;
  if (HASHED_TOGETHER.has(name)) return `(${columns.join(', ')}) hash`;
  const [column = ''] = columns;
  const type = all.find((each) => each.table === table && each.name === column.replaceAll('"', ''))?.type ?? null;
  const byHash = TABLETS.has(table) && isHashed({ column: column.replaceAll('"', ''), type, isUnique });
  return columns.map((each, i) => `${each} ${byHash && i === 0 ? 'hash' : 'asc'}`).join(', ');
}

function tableDdl(catalogue: Catalogue, table: string): string {
  const lines = catalogue.columns
    .filter((column) => column.table === table)
    .map(({ name, type, is_identity, not_null, default: value }) =>
      [
        `"${name}" ${type}`,
        ...(is_identity ? ['generated always as identity'] : []),
        ...(value === null ? [] : [`default ${value}`]),
        ...(not_null ? ['not null'] : []),
      ].join(' '),
    );
  let primary = '';
  for (const { name, kind, definition } of catalogue.constraints.filter((each) => each.table === table)) {
    if (kind === 'p') {
      const columns = (/\((.*)\)/.exec(definition)?.[1] ?? '').split(', ');
      primary = renderPlacement(catalogue, { table, name, unique: true, columns });
      lines.push(`constraint ${name} primary key (${primary})`);
    } else if (kind !== 'f') lines.push(`constraint ${name} ${definition}`);
  }
  const tablets = TABLETS.get(table);
  // Only a table with a hashed key is split here. The engine itself splits tables that are sorted by key.
  const split = primary.includes(' hash') ? ` split into ${tablets} tablets` : '';
  const end = tablets === undefined ? '' : ` with (colocation = false)${split}`;
  return `create table ${table} (\n  ${lines.join(',\n  ')}\n)${end};`;
}

/** A trigram index of several columns becomes one index per column, since the engine supports only one column. */
function indexDdl(catalogue: Catalogue, index: Index): string[] {
  const { table, name, unique, method, columns, condition } = index;
  if (method !== 'gin') {
    const placement = renderPlacement(catalogue, index);
    return [`create ${unique ? 'unique ' : ''}index ${name} on ${table} (${placement})${condition};`];
  }
  return columns.map((column, i) => {
    const indexName = columns.length === 1 ? name : `${name}_${i + 1}`;
    return `create index ${indexName} on ${table} using gin (${column})${condition};`;
  });
}

/** The tables, for an empty database. Runs after {@link transactionsSql} and before {@link functionsSql}. */
export function tablesSql(catalogue: Catalogue): string {
  const tables = [...new Set(catalogue.columns.map(({ table }) => table))];
  const keys = catalogue.constraints.filter(({ kind }) => kind === 'f');
  return [
    'create extension if not exists pg_trgm;',
    ...catalogue.domains.map((each) => `${each};`),
    ...catalogue.types.map((each) => `${each};`),
    ...catalogue.functions.map((each) => `${each.trim()};`),
    ...tables.map((table) => tableDdl(catalogue, table)),
    ...catalogue.indexes.flatMap((index) => indexDdl(catalogue, index)),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`),
  ].join('\n');
}

/** The rows that migrations insert, including the records of the migrations. */
export async function firstRowsSql(sql: Pick<Sql, 'unsafe'>, { columns }: Catalogue): Promise<string> {
  const tables = [...new Set(columns.map(({ table }) => `public.${table}`)), 'drizzle.__drizzle_migrations'];
  const lines: string[] = [];
  for (const table of tables) {
    // Sets transaction numbers to 0, since the new database counts from the beginning.
    const [row] = await sql.unsafe<{ text: string | null }[]>(`
      select quote_literal(jsonb_agg(to_jsonb(t) || case when to_jsonb(t) ? 'xid' then '{"xid": "0"}' else '{}' end::jsonb))
        as text from ${table} t`);
    if (row?.text == null) continue;
    lines.push(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${row.text});`);
  }
  return [
    'create schema drizzle;',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
    ...lines,
    "select setval('drizzle.__drizzle_migrations_id_seq', (select max(id) from drizzle.__drizzle_migrations));",
  ].join('\n');
}

/**
 * Makes triggers run per row, since YugabyteDB has no transition tables
 * (https://github.com/yugabyte/yugabyte-db/issues/1668). The function of such a trigger reads the row as a table with
 * one row.
 */
function withoutTransitionTables(definitions: readonly Definition[]): Definition[] {
  const rows = new Map<string, string>();
  const functions = new Set<string>();
  const triggers = definitions.map((each) => {
    const [, table, referencing, called] =
      /\bon (\w+)\s+referencing (.*?)\s+for each statement execute function (\w+)\(/s.exec(each.text) ?? [];
    if (referencing === undefined) return each;
    for (const [, which, name = ''] of referencing.matchAll(/\b(old|new) table as (\w+)/g)) {
      rows.set(name, `unnest(array[${which}::${table}])`);
    }
    functions.add(`function ${called}`);
    return { ...each, text: each.text.replace(/\breferencing .*?\s+for each statement/s, 'for each row') };
  });
  return triggers.map((each) => {
    if (!functions.has(each.name)) return each;
    return { ...each, text: each.text.replaceAll(/\b\w+_rows\b/g, (name) => rows.get(name) ?? name) };
  });
}

/** All functions, triggers and views, with the record by which `migrate` sees that they are unchanged. */
export function functionsSql({ definitions, version }: FunctionSet): string {
  const texts = withoutTransitionTables(definitions);
  const records = definitions.map(({ name, hash }) => `('${name}', '${hash}', ${version})`);
  return [
    // Functions may call each other in any order.
    'set check_function_bodies = off;',
    ...sortDefinitions(texts).map(({ text }) => text),
    'create table if not exists drizzle.schema_functions (name text primary key, hash text not null, version integer not null);',
    'delete from drizzle.schema_functions;',
    `insert into drizzle.schema_functions (name, hash, version) values\n${records.join(',\n')};`,
  ].join('\n');
}

/** The SQL that emulates transaction ids with rows. */
export const transactionsSql = (): string => readFileSync(new URL('transactions.sql', import.meta.url), 'utf8');

/** The DDL for PostgreSQL: removes the words that only the engine understands. */
export const plainSql = (ddl: string): string =>
  ddl
    .replaceAll(/\) with \(colocation = false\)( split into \d+ tablets)?;/g, ');')
    .replaceAll(/\((\(\w+(?:, \w+)+\)) hash\)/g, '$1')
    .replaceAll(/^(create .*index .*| {2}constraint \w+ primary key .*)$/gm, (line) =>
      line.replaceAll(/ (hash|asc)(?=[,)])/g, ''),
    );
