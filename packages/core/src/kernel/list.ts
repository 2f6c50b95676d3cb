import type { FileBatch, FileBatchInput } from '@inaam/contracts/common/exports';
import type { OverCap, Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from './totals.ts';

/**
 * Fields of a list's input that are not filters. `search` is among them, because {@link ListDefinition} has a field of
 * its own for it.
 */
type Common = 'page' | 'limit' | 'total' | 'search' | 'sortBy' | 'sortOrder' | 'codes' | 'after';
/** Filter fields of a list's input. The list's CSV export has the same filters. */
type FilterFields<Input> = { [Name in keyof Input as Exclude<Name, Common>]: Input[Name] };
type SortOf<Input> = Input extends { sortBy: infer Sort extends string } ? Sort : 'default';
type Direction = 'asc' | 'desc';
/**
 * Tables that contain the list's rows. All sources use the same aliases. A left join on a unique key costs nothing
 * where no column of the joined table is read, because the planner drops the join. Each source is sorted and limited
 * separately, so that each can use its own index.
 */
type Sources = readonly [SQL, ...SQL[]];

export interface Order<Context = void> {
  /** Sort keys, all in the requested direction. The last one is unique. */
  by: readonly SQLWrapper[];
  /** A condition that is true for every row, added so that the planner can use a partial index with that condition. */
  where?: SQL | undefined;
  /**
   * Other sources of the same rows, for a sort order that needs columns of another table or would be slow with the
   * list's own sources. If this is absent or returns undefined, the list's own sources are used.
   */
  sources?: (context: Context) => Sources | undefined;
}

export interface ListDefinition<Input, Context, Row> {
  sources: (context: Context) => Sources;
  id: SQLWrapper;
  /** A condition for each filter field; a missing condition is a type error. */
  filters: {
    readonly [Name in keyof FilterFields<Input>]-?: (
      value: FilterFields<Input>[Name],
      context: Context,
    ) => SQL | undefined;
  };
  search: (search: string, context: Context) => SQL | undefined;
  orders: Readonly<Record<SortOf<Input>, Order<Context>>>;
  /** The value that sorts an exported file. It must never change, so that each row is in exactly one batch. */
  exportOrder: SQLWrapper;
  /** Reads the rows of a page or batch in the order of `ids`: see {@link inOrder}. */
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
  /** An additional condition. */
  where?: SQL | undefined;
}
type Matching<Input> = FilterFields<Input> & Searched;

export interface List<Input, Context, Row> {
  /** Returns a subquery of the matching rows. @param most maximum number of rows; all if absent */
  matching: (input: Matching<Input>, context: Context, columns: SQL, most?: number) => SQL;
  /** Finds the IDs of a slice of the list, in the order of the list. */
  ids: (db: Db, input: Matching<Input> & Sorted, context: Context, slice: Slice) => Promise<number[]>;
  /** Reads the rows of these IDs, in the same order. */
  readRows: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>;
  /** Reads the rows of a page. Finds the IDs first, so that columns are read and joined only for the page's rows. */
  readPage: (db: Db, input: Matching<Input> & Paged, context: Context) => Promise<Row[]>;
  count: (db: Db, input: Matching<Input> & { total: Totals }, context: Context) => Promise<number | OverCap>;
  /** Reads a batch of the exported file, in the order of {@link ListDefinition.exportOrder}. */
  file: (db: Db, input: Matching<Input> & FileBatchInput, context: Context) => Promise<FileBatch<Row>>;
}

/** Returns the IDs as a table `keys (id, place)`, for a join that sorts by `place`. */
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

  /** Returns a query that selects the sort keys `by` of a slice as `k0`, `k1`, … */
  function selectSorted(
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
      const rows = await db.execute<Record<string, string>>(
        selectSorted(from, by, sortOrder, { ...slice, where: all }),
      );
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
        selectSorted(sources(context), [exportOrder, id], sortOrder, { limit, offset: 0, where }),
      );
      // If the last batch is full, an empty batch follows.
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
