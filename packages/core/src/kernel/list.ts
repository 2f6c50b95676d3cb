import type { FileBatch, FileBatchInput } from '@inaam/contracts/common/exports';
import type { OverCap, Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from './totals.ts';

/** A list of the back-office: its page, its count, its figures and its file come of one definition. */

/** Fields of a list's input that filter nothing, and the search, which has a place of its own in a definition. */
type Common = 'page' | 'limit' | 'total' | 'search' | 'sortBy' | 'sortOrder' | 'codes' | 'after';
/** The fields of an input that filter; a file has the same. */
type FilterFields<Input> = { [Name in keyof Input as Exclude<Name, Common>]: Input[Name] };
type SortOf<Input> = Input extends { sortBy: infer Sort extends string } ? Sort : 'default';
type Direction = 'asc' | 'desc';
/**
 * The tables of the rows, each time under the same names. Left joins on unique keys cost nothing where no filter and no
 * order reads them: the planner drops them. Rows of several sources are one list: each source is sorted and limited by
 * itself, so that each can use its own index.
 */
type Sources = readonly [SQL, ...SQL[]];

export interface Order<Context = void> {
  /** What rows are sorted by, all in the direction that is asked for. The last one tells equal rows apart. */
  by: readonly SQLWrapper[];
  /** What each row has that an index of the order lists. */
  where?: SQL | undefined;
  /** Other sources of the same rows, where the index of the order is no help. */
  sources?: (context: Context) => Sources | undefined;
}

export interface ListDefinition<Input, Context, Row> {
  sources: (context: Context) => Sources;
  id: SQLWrapper;
  /** One condition for each field of the input that filters: a field without one is a type error. */
  filters: {
    readonly [Name in keyof FilterFields<Input>]-?: (
      value: FilterFields<Input>[Name],
      context: Context,
    ) => SQL | undefined;
  };
  search: (search: string, context: Context) => SQL | undefined;
  orders: Readonly<Record<SortOf<Input>, Order<Context>>>;
  /** The order of the file, by which no row ever changes its place. */
  place: SQLWrapper;
  /** Reads the rows of a page or a batch in the order of their ids: see {@link sortDefinitions}. */
  columns: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>;
  /** Counts all rows, where that is known without reading them. */
  countAll?: (db: Db) => Promise<number>;
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
/** A part of a list. */
export interface Slice {
  limit: number;
  offset: number;
  /** Leaves other rows out. */
  where?: SQL | undefined;
}
type Matching<Input> = FilterFields<Input> & Searched;

export interface List<Input, Context, Row> {
  /** The rows that match, as a subquery. @param most how many at most; all without it */
  matching: (input: Matching<Input>, context: Context, columns: SQL, most?: number) => SQL;
  /** Finds the ids of a slice, in the order of the list. */
  ids: (db: Db, input: Matching<Input> & Sorted, context: Context, slice: Slice) => Promise<number[]>;
  /** Reads rows, in the order of the ids. */
  rowsOf: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>;
  /** Reads the rows of a page. Its ids are found first, so that a page costs what it shows. */
  rowsOfPage: (db: Db, input: Matching<Input> & Paged, context: Context) => Promise<Row[]>;
  count: (db: Db, input: Matching<Input> & { total: Totals }, context: Context) => Promise<number | OverCap>;
  /** Reads a batch of the file, in the order of {@link ListDefinition.place}. */
  file: (db: Db, input: Matching<Input> & FileBatchInput, context: Context) => Promise<FileBatch<Row>>;
}

/** Ids as a table `keys (id, place)`, to be joined and sorted by their place. */
export const inOrder = (ids: readonly number[]): SQL =>
  sql`unnest(${`{${ids.join(',')}}`}::bigint[]) with ordinality keys (id, place)`;

export function defineList<Input extends object, Context, Row>(
  definition: ListDefinition<Input, Context, Row>,
): List<Input, Context, Row> {
  const { sources, id, filters, search, orders, place, columns, countAll } = definition;
  const names = Object.keys(filters) as (keyof FilterFields<Input>)[];

  function whereOf(input: Matching<Input>, context: Context): SQL | undefined {
    const fields: FilterFields<Input> = input;
    return and(
      ...names.map((name) => filters[name](fields[name], context)),
      input.search ? search(input.search, context) : undefined,
    );
  }
  const rest = (source: SQL, where: SQL | undefined): SQL => sql`from ${source} ${where ? sql`where ${where}` : sql``}`;
  const limitOf = (most: number | undefined): SQL => (most === undefined ? sql`` : sql`limit ${most}::bigint`);

  function matching(input: Matching<Input>, context: Context, selected: SQL, most?: number): SQL {
    const where = whereOf(input, context);
    const parts = sources(context).map((source) => sql`(select ${selected} ${rest(source, where)} ${limitOf(most)})`);
    return sql`(${sql.join(parts, sql` union all `)} ${limitOf(most)})`;
  }

  /** Rows in an order, as a statement of `by` under the names `k0`, `k1`, … */
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
      const all = and(whereOf(input, context), where, slice.where);
      const rows = await db.execute<Record<string, string>>(sorted(from, by, sortOrder, { ...slice, where: all }));
      return rows.map((row) => Number(row[`k${by.length - 1}`]));
    },
    rowsOf: async (db, ids, context) => (ids.length === 0 ? [] : columns(db, ids, context)),
    async rowsOfPage(db, input, context) {
      const { page, limit } = input;
      return list.rowsOf(db, await list.ids(db, input, context, { limit, offset: (page - 1) * limit }), context);
    },
    async count(db, input, context) {
      if (countAll && !whereOf(input, context)) return countAll(db);
      return countRows(db, sql`from ${matching(input, context, sql``)} matching`, input.total);
    },
    async file(db, input, context) {
      const { sortOrder = 'desc', after, limit } = input;
      const way = sql.raw(sortOrder === 'asc' ? '>' : '<');
      const further = after && sql`(${place}, ${id}) ${way} (${after.time}::timestamptz, ${after.id}::bigint)`;
      const where = and(whereOf(input, context), further);
      const keys = await db.execute<{ k0: string; k1: string }>(
        sorted(sources(context), [place, id], sortOrder, { limit, offset: 0, where }),
      );
      // A full batch may be the last: then an empty one follows.
      const last = keys.length < limit ? undefined : keys.at(-1);
      const rows = await list.rowsOf(
        db,
        keys.map((key) => Number(key.k1)),
        context,
      );
      return { rows, next: last && { time: last.k0, id: Number(last.k1) } };
    },
  };
  return list;
}
