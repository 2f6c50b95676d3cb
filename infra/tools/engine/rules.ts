import { parse, parsePlPgSQL } from 'libpg-query';
import { CALLS, TYPES } from './allowed.ts';

/**
 * What our SQL may use, so that it also runs on the distributed engine (infra/docs/decisions/0053): read by
 * PostgreSQL's own parser and held against a list of what is allowed. What is not on the list is refused, whether the
 * engine has it or nobody has looked.
 */

/** What is refused, and where it stands: a function, a trigger, or a file. */
export interface Found {
  /** `advisory lock`, `system column` and so on: the names of the rules below. */
  rule: string;
  /** The definition that it stands in: `function judge_postback`, `index postbacks_trigrams`. */
  where: string;
  what: string;
}

type Node = Record<string, unknown>;

interface Statement {
  stmt: Record<string, Node>;
  /** Where it begins, and how long it is; without a length it is the last. */
  stmt_location?: number;
  stmt_len?: number;
}

/** Statements that both engines have alike. `DO` and dynamic SQL are read no further: see the rule `dynamic`. */
const STATEMENTS = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'CreateStmt',
  'IndexStmt',
  'AlterTableStmt',
  'ViewStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateDomainStmt',
  'DropStmt',
  'RenameStmt',
  'CommentStmt',
  'CreateExtensionStmt',
]);

const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);

/** Names of our own, which may be called and used as types: functions, tables, views, domains. */
export interface Own {
  functions: ReadonlySet<string>;
  types: ReadonlySet<string>;
}

/**
 * @param text one or more statements of SQL
 * @throws an Error of the parser where the text is no SQL
 */
export async function refusedIn(text: string, where: string, own: Own): Promise<Found[]> {
  const found: Found[] = [];
  const { stmts = [] } = (await parse(text)) as unknown as { stmts?: Statement[] };
  // Places are in bytes.
  const bytes = Buffer.from(text);
  for (const { stmt, stmt_location: from = 0, stmt_len: length } of stmts) {
    const [[kind, node] = ['', {}]] = Object.entries(stmt);
    const place = nameOf(kind, node) ?? where;
    const refuse = (rule: string, what: string) => found.push({ rule, where: place, what });
    if (!STATEMENTS.has(kind) && kind !== 'LockStmt') refuse('statement', kind);
    walk(stmt, (name, each) => judge(name, each, own, refuse));
    if (kind === 'CreateFunctionStmt') {
      for (const body of await bodiesOf(node, bytes.subarray(from, length && from + length).toString()))
        found.push(...(await refusedIn(body, place, own)));
    }
  }
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function nameOf(kind: string, node: Node): string | undefined {
  switch (kind) {
    case 'CreateFunctionStmt':
      return `function ${lastName(node['funcname'])}`;
    case 'CreateTrigStmt':
      return `trigger ${String(node['trigname'])}`;
    case 'ViewStmt':
      return `view ${(node['view'] as { relname: string }).relname}`;
    case 'IndexStmt':
      return `index ${String(node['idxname'])}`;
    case 'CreateStmt':
      return `table ${(node['relation'] as { relname: string }).relname}`;
    default:
      return undefined;
  }
}

/** The last part of a list of names: of `pg_catalog.now` it is `now`. */
function lastName(names: unknown): string {
  const last = (names as Node[]).at(-1)?.['String'] as { sval?: string } | undefined;
  return last?.sval ?? '';
}

/** Calls back for each node of a tree, with the node's kind. */
function walk(tree: unknown, visit: (kind: string, node: Node) => void): void {
  if (Array.isArray(tree)) return tree.forEach((each) => walk(each, visit));
  if (tree === null || typeof tree !== 'object') return;
  for (const [kind, node] of Object.entries(tree)) {
    if (node !== null && typeof node === 'object' && !Array.isArray(node)) visit(kind, node as Node);
    walk(node, visit);
  }
}

/** Brought by infra/ops/yugabytedb/transactions.sql, since the engine has no transaction ids to be read. */
const BROUGHT = new Set(['pg_current_xact_id', 'pg_current_snapshot', 'pg_snapshot_xmin', 'pg_snapshot_xmax']);

/** Stands for text that is made while it runs: nobody here reads it. */
const DYNAMIC = 'dynamic_sql';

function judge(kind: string, node: Node, own: Own, refuse: (rule: string, what: string) => void): void {
  switch (kind) {
    case 'FuncCall': {
      const name = lastName(node['funcname']);
      if (/^pg_(try_)?advisory_/.test(name)) refuse('advisory lock', name);
      else if (name === DYNAMIC) refuse('dynamic statement', 'execute');
      else if (!CALLS.has(name) && !BROUGHT.has(name) && !own.functions.has(name)) refuse('function', name);
      return;
    }
    case 'typeName':
    case 'TypeName':
    case 'returnType': {
      const name = lastName(node['names'] ?? []);
      if (node['pct_type'] === true) refuse('type', `${name}%type`);
      else if (name !== '' && !TYPES.has(name) && !own.types.has(name)) refuse('type', name);
      return;
    }
    case 'ColumnRef': {
      const name = lastName((node['fields'] as Node[]).filter((each) => 'String' in each));
      if (SYSTEM_COLUMNS.has(name)) refuse('system column', name);
      return;
    }
    case 'IndexStmt': {
      const columns = (node['indexParams'] as unknown[]).length;
      const method = String(node['accessMethod']);
      if (method !== 'btree' && method !== 'gin') refuse('index method', method);
      if (method === 'gin' && columns > 1) refuse('gin of several columns', `${columns} columns`);
      if (node['options'] !== undefined) refuse('storage parameter', 'of an index');
      return;
    }
    case 'CreateTrigStmt':
      if (node['transitionRels'] !== undefined) refuse('transition table', 'referencing');
      if (node['isconstraint'] === true) refuse('statement', 'constraint trigger');
      return;
    case 'CreateStmt': {
      if (node['inhRelations'] !== undefined && node['partbound'] === undefined) refuse('statement', 'inherits');
      if (node['options'] !== undefined) refuse('storage parameter', 'of a table');
      const { relpersistence } = node['relation'] as { relpersistence: string };
      if (relpersistence !== 'p') refuse('statement', relpersistence === 'u' ? 'unlogged table' : 'temporary table');
      return;
    }
    case 'Constraint':
      if (node['contype'] === 'CONSTR_EXCLUSION') refuse('statement', 'exclusion constraint');
      // After the column it is of, where a key stands there.
      if (
        node['contype'] === 'CONSTR_ATTR_DEFERRABLE' ||
        (node['deferrable'] === true && node['contype'] !== 'CONSTR_FOREIGN')
      )
        refuse('statement', 'deferrable key');
      return;
    case 'AlterTableCmd':
      if (node['subtype'] === 'AT_SetRelOptions') refuse('storage parameter', 'alter table set');
      return;
    case 'LockStmt':
      return refuse('table lock', 'lock table');
    case 'MergeStmt':
      return refuse('statement', 'merge');
  }
}

interface Expression {
  query: string;
  /** 0: statements. 2: an expression. 3 to 5: assignments of one to three names (PostgreSQL's RawParseMode). */
  parseMode: number;
}

/** The statements of a function's body, as text: of a body in SQL, and of each expression of one in PL/pgSQL. */
async function bodiesOf(node: Node, text: string): Promise<string[]> {
  const options = (node['options'] as { DefElem: { defname: string; arg: Node } }[]).map(({ DefElem }) => DefElem);
  const option = (name: string) => options.find(({ defname }) => defname === name)?.arg;
  const { sval: language = '' } = (option('language')?.['String'] ?? {}) as { sval?: string };
  const as = option('as') as { List: { items: unknown[] } } | undefined;
  if (language === 'sql') {
    return (as?.List.items ?? []).map((item) => (item as { String: { sval: string } }).String.sval);
  }
  const bodies: string[] = [];
  const read = (tree: unknown): void => {
    if (Array.isArray(tree)) return tree.forEach(read);
    if (tree === null || typeof tree !== 'object') return;
    for (const [kind, each] of Object.entries(tree)) {
      if (kind === 'PLpgSQL_type') bodies.push(`select null::${typeOf(each as { typname: string })}`);
      if (kind === 'PLpgSQL_expr') bodies.push(asStatement(each as Expression));
      // What is made of text while it runs is read by nobody here.
      if (kind === 'PLpgSQL_stmt_dynexecute' || kind === 'PLpgSQL_stmt_dynfors') bodies.push(`select ${DYNAMIC}()`);
      read(each);
    }
  };
  read(await parsePlPgSQL(text));
  return bodies;
}

/** PL/pgSQL names types of its own in places, such as that of a row that has no variable. */
const typeOf = ({ typname }: { typname: string }): string =>
  /^[\w .]+(\[\])?$/.test(typname) ? typname : 'unread_type';

function asStatement({ query, parseMode }: Expression): string {
  if (parseMode === 0) return query;
  return parseMode === 2 ? `select ${query}` : `select ${query.slice(query.indexOf(':=') + 2)}`;
}
