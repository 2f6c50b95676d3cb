import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';

/** One `create or replace` of a function, a trigger or a view. */
export interface Definition {
  /** Unique, such as `function settle_spins` or `trigger vouchers_guard`. */
  name: string;
  file: string;
  /** The statement without the comment above it. */
  text: string;
  hash: string;
}

/** All functions, triggers and views. Migrations contain only functions that constraints call. */
export interface FunctionSet {
  definitions: Definition[];
  /** Changes when a definition changes, but not when only the comment above a definition does. */
  hash: string;
  /** Orders function sets: the number in the last line of versions.txt. */
  version: number;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Reads the function files.
 * @param folder the folder that holds `functions`: SQL files, and versions.txt with a line per version
 * @throws an Error if a file contains anything but comments and `create or replace` of functions, triggers and views
 */
export function readFunctions(folder: string): FunctionSet {
  const definitions = readFolder(join(folder, 'functions'));
  const hash = sha256(
    definitions
      .map((each) => `${each.name} ${each.hash}\n`)
      .toSorted()
      .join(''),
  );
  return { definitions, hash, version: newestVersion(join(folder, 'functions', 'versions.txt')) };
}

function newestVersion(file: string): number {
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  return Number.parseInt(last, 10);
}

function readFolder(folder: string): Definition[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().flatMap((file) => parseDefinitions(file, readFileSync(join(folder, file), 'utf8')));
}

/**
 * The definitions of one file. Each starts on a new line. Between definitions there are only comments and empty lines.
 */
export function parseDefinitions(file: string, sql: string): Definition[] {
  const [head = '', ...rest] = `\n${sql}`.split(/^(?=create or replace )/m);
  requireOnlyComments(file, head);
  return rest.map((part) => {
    const [, kind, name] = /^create or replace (function|trigger|view) (\w+)/.exec(part) ?? [];
    // A function ends with the $$ of its body and a semicolon. A trigger and a view end with their first semicolon.
    const text = (kind === 'function' ? /^.*?\$\$.*?\$\$;$/ms : /^.*?;$/ms).exec(part)?.[0];
    if (kind === undefined || text === undefined) {
      throw new Error(`${file}: not a function with a body in $$, not a trigger and not a view: ${part.slice(0, 60)}`);
    }
    requireOnlyComments(file, part.slice(text.length));
    return { name: `${kind} ${name}`, file, text, hash: sha256(text) };
  });
}

function requireOnlyComments(file: string, text: string): void {
  const other = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('--'));
  if (other !== undefined) throw new Error(`${file}: neither a comment nor create or replace: ${other}`);
}

/**
 * Sorts definitions for creation: functions that views call, views, other functions (whose parameters may be view
 * rows), triggers.
 */
export function sortDefinitions(definitions: readonly Definition[]): Definition[] {
  const views = definitions.filter(({ name }) => name.startsWith('view ')).map(({ text }) => text);
  const getPhase = ({ name }: Definition): number => {
    const [kind, functionName = ''] = name.split(' ');
    if (kind === 'function') return views.some((text) => new RegExp(`\\b${functionName}\\(`).test(text)) ? 0 : 2;
    return kind === 'view' ? 1 : 3;
  };
  return definitions.toSorted((a, b) => getPhase(a) - getPhase(b));
}

/**
 * Applies a function set to a database. Runs only new or changed definitions, because creating a trigger locks its
 * table. A database with a newer function set keeps that set unless `putBack` is true. Removed definitions are left for
 * a migration to drop. Call it under the lock of `migrate`, after the migrations.
 */
export async function applyFunctions(sql: Sql, set: FunctionSet, { putBack = false } = {}): Promise<void> {
  await sql.begin((tx) => applyFunctionsIn(tx as unknown as Sql, set, { putBack }));
}

/** Like {@link applyFunctions}, in the caller's transaction. */
export async function applyFunctionsIn(tx: Sql, set: FunctionSet, { putBack = false } = {}): Promise<void> {
  await tx`
    create table if not exists drizzle.schema_functions (
      name text primary key,
      hash text not null,
      version integer not null
    )`;
  const rows = await tx<{ name: string; hash: string; version: number }[]>`
    select name, hash, version from drizzle.schema_functions`;
  if (!putBack && rows.some(({ version }) => version > set.version)) return;
  const existing = await tx<{ name: string }[]>`
    select 'function ' || proname as name from pg_proc where pronamespace = current_schema()::regnamespace
    union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
    union all select 'view ' || viewname from pg_views where schemaname = current_schema()`;
  const names = new Set(existing.map(({ name }) => name));
  const recorded = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = set.definitions.filter(({ name, hash }) => recorded.get(name) !== hash || !names.has(name));
  // Functions call each other in any order, so bodies are not checked before all exist.
  await tx`set local check_function_bodies = off`;
  const isChanged = new Set(changed);
  for (const each of sortDefinitions(set.definitions)) if (isChanged.has(each)) await tx.unsafe(each.text);
  await tx`delete from drizzle.schema_functions`;
  const record = set.definitions.map(({ name, hash }) => ({ name, hash, version: set.version }));
  await tx`insert into drizzle.schema_functions ${tx(record)}`;
}
