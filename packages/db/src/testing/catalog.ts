import type { Sql } from 'postgres';

/** @param table the column that names the table */
const NO_PARTITION = (table: string) =>
  `not exists (select from pg_class part where part.relname = ${table} and part.relispartition)`;

const NOT_OF_AN_EXTENSION = `not exists (
  select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

/**
 * Queries of the parts of a schema, by kind. Column order is left out, because it depends on a table's past. Partitions
 * are left out, because they depend on the month.
 */
const QUERIES = {
  columns: `
    select table_name || '.' || column_name as name,
      concat_ws(' ', data_type, is_nullable, column_default, is_identity, identity_generation) as definition
    from information_schema.columns where table_schema = 'public' and ${NO_PARTITION('table_name')}`,
  constraints: `
    select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and not relispartition`,
  indexes: `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and ${NO_PARTITION('tablename')}`,
  relations: `
    select relname as name, concat_ws(' ', relkind::text, reloptions::text) as definition
    from pg_class where relnamespace = 'public'::regnamespace and not relispartition`,
  extensions: `select extname as name, extversion as definition from pg_extension`,
  views: `select viewname as name, definition from pg_views where schemaname = 'public'`,
  triggers: `
    select tgrelid::regclass || '.' || tgname as name, pg_get_triggerdef(oid) || ' ' || tgenabled::text as definition
    from pg_trigger where not tgisinternal`,
  functions: `
    select p.oid::regprocedure::text || ' ' || pg_get_function_result(p.oid) as name,
      pg_get_functiondef(p.oid) as definition
    from pg_proc p where pronamespace = 'public'::regnamespace and ${NOT_OF_AN_EXTENSION}`,
};

export type Catalog = Record<keyof typeof QUERIES, Record<string, string>>;

/** Reads everything that makes up a database's schema, for comparison. */
export async function readCatalog(sql: Pick<Sql, 'unsafe'>): Promise<Catalog> {
  const kinds = Object.keys(QUERIES) as (keyof typeof QUERIES)[];
  const catalog: Partial<Catalog> = {};
  for (const kind of kinds) {
    const rows = await sql.unsafe<{ name: string; definition: string }[]>(`${QUERIES[kind]} order by 1`);
    catalog[kind] = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
  }
  return catalog as Catalog;
}

/**
 * Lists the functions that constraints, indexes, generated columns and defaults call, from PostgreSQL's catalogue.
 * After a change of such a function, PostgreSQL does not check existing rows again.
 */
export async function listConstraintFunctions(sql: Pick<Sql, 'unsafe'>): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(`
    select distinct p.proname as name
    from pg_depend d join pg_proc p on p.oid = d.refobjid
    where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace and ${NOT_OF_AN_EXTENSION}
      and d.classid in ('pg_constraint'::regclass, 'pg_class'::regclass, 'pg_attrdef'::regclass)
    order by 1`);
  return rows.map(({ name }) => name);
}
