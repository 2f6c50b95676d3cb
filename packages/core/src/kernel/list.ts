import type { FileBatch, FileBatchInput } from '@inaam/contracts/common/exports';
import type { OverCap, Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from './totals.ts';

/** Fields of a list's input that are not filters; the search is separate in a definition. */
type Common = 'page' | 'limit' | 'total' | 'search' | 'sortBy' | 'sortOrder' | 'codes' | 'after';
/** Filter fields of an input; a file has the same. */
type FilterFields<Input> = { [Name in keyof Input as Exclude<Name, Common>]: Input[Name] };
type SortOf<Input> = Input extends { sortBy: infer Sort extends string } ? Sort : 'default';
type Direction = 'asc' | 'desc';
/**
 * Tables of the rows, always with the same aliases. The planner drops left joins on unique keys that nothing reads.
 * Several sources form one list; each is sorted and limited separately, so that each can use its own index.
 */
type Sources = readonly [SQL, ...SQL[]];

export interface Order<Context = void> {
  /** Sort keys, all in the requested direction. The last one is unique. */
  by: readonly SQLWrapper[];
  /** A condition that holds for every row and that the order's index has. */
  where?: SQL | undefined;
  /** Other sources of the same rows, if the order's index does not help. */
  sources?: (context: Context) => Sources | undefined;
}

export interface ListDefinition<Input, Context, Row> {
  sources: (context: Context) => Sources;
  id: SQLWrapper;
  /** A condition per filter field; a missing one is a type error. */
  filters: {
    readonly [Name in keyof FilterFields<Input>]-?: (
      value: FilterFields<Input>[Name],
      context: Context,
    ) => SQL | undefined;
  };
  search: (search: string, context: Context) => SQL | undefined;
  orders: Readonly<Record<SortOf<Input>, Order<Context>>>;
  /** Sorts an exported file. It must never change, so that each row is in exactly one batch. */
  exportOrder: SQLWrapper;
  /** Reads the rows of a page or batch in the order of their IDs: see {@link isSorted}. */
  columns: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>;
  /** Counts matching rows without reading them; undefined if they must be read. */
  countFast?: (
    db: Db,
    input: Matching<Input> & { total: Totals },
    context: Context,
  ) => Promise<number | OverCap> | undefined;
}

interface Searched {
  search?: string | undefined;
  sortOrder?: Direction;
}
interface Sorted extends Searched {
  sortBy?: string;
}
interface Paged extends Sorted {
  page: number;
  limit: number;
}
export interface Slice {
  limit: number;
  offset: number;
  /** Excludes other rows. */
  where?: SQL | undefined;
}
type Matching<Input> = FilterFields<Input> & Searched;

export interface List<Input, Context, Row> {
  /** Selects matching rows as a subquery. @param most maximum number of rows; all if absent */
  matching: (input: Matching<Input>, context: Context, columns: SQL, most?: number) => SQL;
  /** Finds IDs of a slice in the order of the list. */
  ids: (db: Db, input: Matching<Input> & Sorted, context: Context, slice: Slice) => Promise<number[]>;
  /** Reads rows in the order of their IDs. */
  readRows: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>;
  /** Reads the rows of a page. IDs are found first, so that a page costs only what it shows. */
  readPage: (db: Db, input: Matching<Input> & Paged, context: Context) => Promise<Row[]>;
  count: (db: Db, input: Matching<Input> & { total: Totals }, context: Context) => Promise<number | OverCap>;
  /** Reads a batch of the file in the order of {@link ListDefinition.exportOrder}. */
  file: (db: Db, input: Matching<Input> & FileBatchInput, context: Context) => Promise<FileBatch<Row>>;
}

/** IDs as a table `keys (id, place)`, to join and to sort by place. */
export const inOrder = (ids: readonly number[]): SQL =>
  sql`unnest(${`{${ids.join(',')}}`}::bigint[]) with ordinality keys (id, place)`;

export function defineList<Input extends object, Context, Row>(
  definition: ListDefinition<Input, Context, Row>,
): List<Input, Context, Row> {
  const { sources, id, filters, search, orders, exportOrder, columns, countFast } = definition;
  const names = Object.keys(filters) as (keyof FilterFields<Input>)[];

  function getCondition(input: Matching<Input>, context: Context): SQL | undefined {
    const fields: FilterFields<Input> = input;
    return and(
      ...names.map((name) => filters[name](fields[name], context)),
      input.search ? search(input.search, context) : undefined,
    );
  }
  const rest = (source: SQL, where: SQL | undefined): SQL => sql`from ${source} ${where ? sql`where ${where}` : sql``}`;
  const getLimit = (most: number | undefined): SQL => (most === undefined ? sql`` : sql`limit ${most}::bigint`);

  function matching(input: Matching<Input>, context: Context, selected: SQL, most?: number): SQL {
    const where = getCondition(input, context);
    const parts = sources(context).map((source) => sql`(select ${selected} ${rest(source, where)} ${getLimit(most)})`);
    return sql`(${sql.join(parts, sql` union all `)} ${getLimit(most)})`;
  }

  /** Selects sorted rows: the keys of `by` as `k0`, `k1`, … */
  function sorted(
    from: Sources,
    by: readonly SQLWrapper[],
    direction: Direction,
    { limit, offset, where }: Slice,
  ): SQL {
    const keys = sql.join(
      by.map((key, index) => sql`${key} as ${sql.raw(`k${index}`)}`),
      sql`, `,
    );
    const order = sql.raw(`order by ${by.map((_, index) => `${index + 1} ${direction}`).join(', ')}`);
    const parts = from.map((source) => sql`select ${keys} ${rest(source, where)} ${order}`);
    const slice = sql`limit ${limit}::int offset ${offset}::bigint`;
    const [only] = parts;
    if (only && parts.length === 1) return sql`${only} ${slice}`;
    const limited = parts.map((part) => sql`(${part} limit ${offset + limit}::bigint)`);
    return sql`select * from (${sql.join(limited, sql` union all `)}) parts ${order} ${slice}`;
  }

  const list: List<Input, Context, Row> = {
    matching,
    async ids(db, input, context, slice) {
      const { sortBy = 'default', sortOrder = 'desc' } = input;
      const { by, where, sources: others } = orders[sortBy as SortOf<Input>];
      const from = others?.(context) ?? sources(context);
      const all = and(getCondition(input, context), where, slice.where);
      const rows = await db.execute<Record<string, string>>(sorted(from, by, sortOrder, { ...slice, where: all }));
      return rows.map((row) => Number(row[`k${by.length - 1}`]));
    },
    readRows: async (db, ids, context) => (ids.length === 0 ? [] : columns(db, ids, context)),
    async readPage(db, input, context) {
      const { page, limit } = input;
      return list.readRows(db, await list.ids(db, input, context, { limit, offset: (page - 1) * limit }), context);
    },
    async count(db, input, context) {
      const counting = countFast?.(db, input, context);
      return counting ?? countRows(db, sql`from ${matching(input, context, sql``)} matching`, input.total);
    },
    async file(db, input, context) {
      const { sortOrder = 'desc', after, limit } = input;
      const way = sql.raw(sortOrder === 'asc' ? '>' : '<');
      const further = after && sql`(${exportOrder}, ${id}) ${way} (${after.time}::timestamptz, ${after.id}::bigint)`;
      const where = and(getCondition(input, context), further);
      const keys = await db.execute<{ k0: string; k1: string }>(
        sorted(sources(context), [exportOrder, id], sortOrder, { limit, offset: 0, where }),
      );
      // If a full batch is the last, an empty one follows.
      const last = keys.length < limit ? undefined : keys.at(-1);
      const rows = await list.readRows(
        db,
        keys.map((key) => Number(key.k1)),
        context,
      );
      return { rows, next: last && { time: last.k0, id: Number(last.k1) } };
    },
  };
  return list;
}
