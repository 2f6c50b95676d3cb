import type { MoveSql } from '@inaam/db/client';
import { type Placement, placement } from '@inaam/db/placement';
import { parse } from 'libpg-query';

/**
 * Which tablets of the distributed engine a statement reaches, read from its text by PostgreSQL's parser: a table is
 * reached in one tablet where the first column of its primary key, or of an index, is held to one value. See
 * infra/docs/decisions/0053-a-distributed-engine.md.
 */

export interface Reach {
  table: string;
  /**
   * `tablet`: one, by a value that is known beforehand. `rows`: one for each row of what was read before it.
   * `colocated`: the one of the small tables. `range`: a part of an index that is kept in order. `scatter`: all.
   */
  how: 'tablet' | 'rows' | 'colocated' | 'range' | 'scatter';
  /** Rows of the table and of its indexes that are written: 0 where it is read. */
  writes: number;
}

/** What is to be known of a table to tell. */
export interface EngineTable {
  columns: ReadonlySet<string>;
  place: Placement;
  /** Of the primary key and each index: its name and columns. */
  keys: readonly { name: string; columns: readonly string[] }[];
}

export interface EngineSchema {
  tables: ReadonlyMap<string, EngineTable>;
  /** The statements of views, and of our functions in SQL that stand in a `from`. */
  bodies: ReadonlyMap<string, string>;
}

/** Of a migrated database. */
export async function readEngineSchema(sql: Pick<MoveSql, 'unsafe'>): Promise<EngineSchema> {
  const columns = await sql.unsafe<{ table: string; names: string[] }[]>(`
    select c.relname as table, array_agg(a.attname::text) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1`);
  const keys = await sql.unsafe<{ table: string; name: string; columns: string[] }[]>(`
    select t.relname as table, i.relname as name,
      (select array_agg(trim('"' from pg_get_indexdef(x.indexrelid, k, true)) order by k)
       from generate_series(1, x.indnkeyatts) k) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_am m on m.oid = i.relam
    where t.relnamespace = 'public'::regnamespace and m.amname = 'btree' and not t.relispartition`);
  const bodies = await sql.unsafe<{ name: string; text: string }[]>(`
    select viewname as name, definition as text from pg_views where schemaname = 'public'
    union all
    select p.proname, p.prosrc from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.proretset`);
  return {
    tables: new Map(
      columns.map(({ table, names }) => [
        table,
        {
          columns: new Set(names),
          place: placement[table] ?? 'colocated',
          keys: keys.filter((key) => key.table === table),
        },
      ]),
    ),
    bodies: new Map(bodies.map(({ name, text }) => [name, text])),
  };
}

type Node = Record<string, unknown>;

/** By a value that is known beforehand, or by a row of what was read before. */
type Known = 'fixed' | 'row';

interface Relation {
  alias: string;
  /** Of a table; a view, a function or a subquery has statements instead, and what is made of others has neither. */
  table?: EngineTable;
  name: string;
  inner?: Node[];
  known: Map<string, Known>;
  isReached: boolean;
  writes: number;
}

interface Scope {
  relations: Relation[];
  outer: Scope | undefined;
  /** Names of `with`. */
  made: ReadonlySet<string>;
}

/**
 * @param text of one statement, as `pg_stat_statements` has it; names that no table has are variables of a function
 * @returns what it reaches, in no order; nothing for one that is no query
 */
export async function reachOf(text: string, schema: EngineSchema): Promise<Reach[]> {
  const found: Reach[] = [];
  for (const node of await statementsOf(text)) await query(node, undefined, new Set(), new Map());
  return found;

  async function statementsOf(each: string): Promise<Node[]> {
    // A condition of PL/pgSQL is recorded without the `select` that asks for it.
    const read = parse(each).catch((error: unknown) =>
      parse(`select ${each}`).catch(() => {
        throw error;
      }),
    );
    const { stmts = [] } = (await read) as unknown as { stmts?: { stmt: Node }[] };
    return stmts.map(({ stmt }) => stmt);
  }

  /** @param seeds columns of its result that are held to a value from outside */
  async function query(
    wrapped: Node,
    outer: Scope | undefined,
    made: ReadonlySet<string>,
    seeds: ReadonlyMap<string, Known>,
  ): Promise<void> {
    const [[kind, node] = ['', {}]] = Object.entries(wrapped) as [string, Node][];
    if (!['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(kind)) return;
    const names = new Set(made);
    const clauses = ((node['withClause'] as Node | undefined)?.['ctes'] ?? []) as { CommonTableExpr: Node }[];
    for (const { CommonTableExpr: each } of clauses) {
      await query(each['ctequery'] as Node, outer, names, new Map());
      names.add(String(each['ctename']));
    }
    if (node['op'] !== undefined && node['op'] !== 'SETOP_NONE') {
      for (const side of ['larg', 'rarg']) await query({ SelectStmt: node[side] }, outer, names, seeds);
      return;
    }
    const scope: Scope = { relations: [], outer, made: names };
    const conditions: Node[] = [];
    for (const part of [...list(node['fromClause']), ...list(node['usingClause'])]) {
      await from(part, scope, conditions);
    }
    const target = node['relation'] as { relname: string; alias?: { aliasname: string } } | undefined;
    if (target && kind === 'InsertStmt') {
      const table = schema.tables.get(target.relname);
      if (table) {
        const how = table.place === 'colocated' ? 'colocated' : 'tablet';
        found.push({ table: target.relname, how, writes: table.keys.length });
      }
      if (node['selectStmt']) await query(node['selectStmt'] as Node, outer, names, new Map());
      const own = relation(target.relname, target.relname, schema.tables.get(target.relname));
      scope.relations.push({ ...own, isReached: true });
    } else if (target) {
      const table = schema.tables.get(target.relname);
      const own = relation(target.alias?.aliasname ?? target.relname, target.relname, table);
      scope.relations.push({ ...own, writes: kind === 'DeleteStmt' ? (table?.keys.length ?? 0) : 1 });
    }
    if (node['whereClause']) conditions.push(node['whereClause'] as Node);
    await settle(scope, conditions.flatMap(equalitiesOf), conditions, node, seeds);
    // Subqueries are asked once for each row of this.
    const { fromClause: _, withClause: __, selectStmt: ___, whereClause: ____, ...rest } = node;
    for (const inner of [rest, ...conditions].flatMap(subqueriesOf)) await query(inner, scope, names, new Map());
  }

  async function from(part: Node, scope: Scope, conditions: Node[]): Promise<void> {
    const [[kind, node] = ['', {}]] = Object.entries(part) as [string, Node][];
    const alias = (node['alias'] as { aliasname?: string } | undefined)?.aliasname;
    if (kind === 'JoinExpr') {
      await from(node['larg'] as Node, scope, conditions);
      await from(node['rarg'] as Node, scope, conditions);
      if (node['quals']) conditions.push(node['quals'] as Node);
    } else if (kind === 'RangeVar') {
      const name = String(node['relname']);
      const body = scope.made.has(name) ? undefined : schema.bodies.get(name);
      const own = relation(alias ?? name, name, scope.made.has(name) ? undefined : schema.tables.get(name));
      scope.relations.push(body === undefined ? own : { ...own, inner: await statementsOf(body) });
    } else if (kind === 'RangeSubselect') {
      scope.relations.push({ ...relation(alias ?? '', ''), inner: [node['subquery'] as Node] });
    } else if (kind === 'RangeFunction') {
      const called = /"funcname":\[(?:\{"String":\{"sval":"\w+"\}\},)?\{"String":\{"sval":"(\w+)"/.exec(
        JSON.stringify(node),
      );
      const body = schema.bodies.get(called?.[1] ?? '');
      const own = relation(alias ?? called?.[1] ?? '', '');
      scope.relations.push(body === undefined ? own : { ...own, inner: await statementsOf(body) });
    }
  }

  /** Finds how each relation of a query is reached, those first whose columns are held to a value. */
  async function settle(
    scope: Scope,
    equalities: [Node, Node][],
    conditions: Node[],
    node: Node,
    seeds: ReadonlyMap<string, Known>,
  ): Promise<void> {
    for (const { ResTarget: each } of list(node['targetList']) as { ResTarget?: Node }[]) {
      const value = each?.['val'] as Node | undefined;
      const name = String(each?.['name'] ?? (value && columnOf(value)?.at(-1)) ?? '');
      const held = value && seeds.get(name) && find(value, scope);
      if (held) held.relation.known.set(held.column, seeds.get(name) ?? 'row');
    }
    for (;;) {
      while (equalities.some(([a, b]) => learn(a, b, scope) || learn(b, a, scope))) continue;
      const open = scope.relations.filter(({ isReached }) => !isReached);
      if (open.length === 0) return;
      const next =
        open.find((each) => [...each.known.values()].includes('fixed') && (each.inner || keyOf(each))) ??
        open.find((each) => each.table && keyOf(each)) ??
        open.find((each) => each.table?.place === 'colocated' || (!each.table && !each.inner)) ??
        open.find((each) => each.inner && each.known.size > 0) ??
        open.find((each) => each.inner) ??
        open[0];
      if (!next) return;
      next.isReached = true;
      if (next.inner) for (const inner of next.inner) await query(inner, scope, scope.made, next.known);
      else if (next.table) found.push({ table: next.name, how: howOf(next, conditions, scope), writes: next.writes });
    }
  }

  function keyOf({ table, known }: Relation): Known | undefined {
    const place = table?.place === 'colocated' ? undefined : table?.place;
    const ways = (table?.keys ?? []).map(({ name, columns }) => {
      const needed = columns
        .slice(0, place?.together?.includes(name) ? columns.length : 1)
        .map((each) => known.get(each));
      return needed.every((way) => way === 'fixed') ? 'fixed' : needed.every(Boolean) ? 'row' : undefined;
    });
    return ways.find((way) => way === 'fixed') ?? ways.find((way) => way !== undefined);
  }

  function howOf(each: Relation, conditions: Node[], scope: Scope): Reach['how'] {
    if (each.table?.place === 'colocated') return 'colocated';
    const by = keyOf(each);
    if (by) return by === 'fixed' ? 'tablet' : 'rows';
    const place = each.table?.place as { ordered?: readonly string[] } | undefined;
    const ordered = new Set(
      each.table?.keys.filter(({ name }) => place?.ordered?.includes(name)).map(({ columns }) => columns[0]),
    );
    const isBounded = conditions.flatMap(comparedIn).some((side) => {
      const held = find(side, scope);
      return held?.relation === each && ordered.has(held.column);
    });
    return isBounded ? 'range' : 'scatter';
  }

  /** Whether a column became known by what it is held equal to. */
  function learn(side: Node, other: Node, scope: Scope): boolean {
    const held = find(side, scope);
    if (!held || held.relation.isReached || held.relation.known.has(held.column)) return false;
    const known = valueOf(other, scope);
    if (known) held.relation.known.set(held.column, known);
    return known !== undefined;
  }

  function find(side: Node, { relations }: Scope): { relation: Relation; column: string } | undefined {
    const path = columnOf(side);
    const column = path?.at(-1);
    if (!path || column === undefined) return undefined;
    const of = relations.find((each) =>
      path.length > 1 ? each.alias === path[0] : (each.table?.columns ?? namesOf(each.inner)).has(column),
    );
    return of && { relation: of, column };
  }

  /** How a value is known; undefined while it depends on a relation that is not reached. */
  function valueOf(value: Node, scope: Scope): Known | undefined {
    let known: Known | undefined = 'SubLink' in value ? 'row' : 'fixed';
    for (const column of columnsIn(value)) {
      const held = find({ ColumnRef: column }, scope);
      if (held) {
        const way = held.relation.isReached ? 'row' : held.relation.known.get(held.column);
        if (way === undefined) return undefined;
        if (way === 'row') known = 'row';
      } else if (isOf(column, scope.outer)) known = 'row';
      // Else it is a variable of the function.
    }
    return known;
  }

  function isOf(column: Node, scope: Scope | undefined): boolean {
    if (!scope) return false;
    return find({ ColumnRef: column }, scope) !== undefined || isOf(column, scope.outer);
  }
}

const relation = (alias: string, name: string, table?: EngineTable): Relation => ({
  alias,
  name,
  ...(table ? { table } : {}),
  known: new Map(),
  isReached: false,
  writes: 0,
});

/** The columns of what a subquery gives, as far as they have names. */
function namesOf(inner: readonly Node[] = []): Set<string> {
  const [select] = inner.map((each) => each['SelectStmt'] as Node | undefined);
  if (select?.['larg']) return namesOf([{ SelectStmt: select['larg'] }]);
  const targets = list(select?.['targetList']) as { ResTarget: Node }[];
  return new Set(
    targets.map(({ ResTarget: each }) => String(each['name'] ?? columnOf(each['val'] as Node)?.at(-1) ?? '')),
  );
}

const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** `a.b` as `['a', 'b']`. */
function columnOf(node: Node): string[] | undefined {
  const fields = (node['ColumnRef'] as Node | undefined)?.['fields'] as { String?: { sval: string } }[] | undefined;
  return fields?.every(({ String: name }) => name) ? fields.map(({ String: name }) => name?.sval ?? '') : undefined;
}

/** The columns that a value is made of; those of subqueries are theirs. */
function columnsIn(tree: unknown): Node[] {
  if (Array.isArray(tree)) return tree.flatMap(columnsIn);
  if (tree === null || typeof tree !== 'object') return [];
  return Object.entries(tree).flatMap(([kind, node]) =>
    kind === 'ColumnRef' ? [node as Node] : kind === 'SubLink' ? [] : columnsIn(node),
  );
}

function subqueriesOf(tree: unknown): Node[] {
  if (Array.isArray(tree)) return tree.flatMap(subqueriesOf);
  if (tree === null || typeof tree !== 'object') return [];
  return Object.entries(tree).flatMap(([kind, node]) =>
    kind === 'SubLink'
      ? [(node as Node)['subselect'] as Node, ...subqueriesOf((node as Node)['testexpr'])]
      : subqueriesOf(node),
  );
}

const nameOf = (node: Node): string =>
  (node['name'] as { String: { sval: string } }[] | undefined)?.at(-1)?.String.sval ?? '';

/** What must be equal wherever a condition holds. */
function equalitiesOf(condition: Node): [Node, Node][] {
  const bool = condition['BoolExpr'] as Node | undefined;
  if (bool) return bool['boolop'] === 'AND_EXPR' ? list(bool['args']).flatMap(equalitiesOf) : [];
  const link = condition['SubLink'] as Node | undefined;
  if (link?.['subLinkType'] === 'ANY_SUBLINK' && !link['operName']) return [[link['testexpr'] as Node, condition]];
  const compared = condition['A_Expr'] as Node | undefined;
  if (!compared || nameOf(compared) !== '=') return [];
  const [left, right] = [compared['lexpr'] as Node, compared['rexpr'] as Node];
  const rows = [left, right].map((side) => list((side['RowExpr'] as Node | undefined)?.['args']));
  const [a = [], b = []] = rows;
  if (a.length > 0 && a.length === b.length) return a.map((each, i) => [each, b[i] ?? {}]);
  return [[left, right]];
}

/** What a condition bounds by a range. */
function comparedIn(condition: Node): Node[] {
  const bool = condition['BoolExpr'] as Node | undefined;
  if (bool) return bool['boolop'] === 'AND_EXPR' ? list(bool['args']).flatMap(comparedIn) : [];
  const compared = condition['A_Expr'] as Node | undefined;
  if (!compared || !/^(<|>|<=|>=|BETWEEN)$/.test(nameOf(compared))) return [];
  return [compared['lexpr'] as Node, compared['rexpr'] as Node];
}
