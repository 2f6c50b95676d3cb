import type { FileBatch, FileCursor } from '@inaam/contracts/common/exports';
import { formatIstInstant } from '@inaam/contracts/common/time';
import { type AdminCaller, withRawInput } from '../rest/endpoint.ts';
import type { Cell } from './csv.ts';

/** A row of any list. Only the columns of the list depend on the type of the row. */
export type ExportedRow = unknown;

/** One page of a list. `id` identifies a row that appears on two pages because new rows shifted the list. */
export interface ExportPage {
  total: number;
  rows: { id: number | string; row: ExportedRow }[];
}

export interface Column {
  heading: string;
  /** True if the values of the column identify people. */
  isPersonal: boolean;
  cell(row: ExportedRow): Cell;
}

export interface ExportedList {
  columns: Column[];
  page(admin: AdminCaller, filters: object): Promise<ExportPage>;
  /** Reads batches by cursor. Supports only sort orders in which rows keep their positions. */
  byCursor?: CursorFile;
}

/** See `fileBatchInput` of the contracts. */
export interface CursorFile {
  /** Values of `sortBy` that the cursor supports. */
  sorts: ReadonlySet<string>;
  batch(admin: AdminCaller, filters: object, after: FileCursor | undefined): Promise<FileBatch<ExportedRow>>;
}

/** Columns computed from the row, by heading. */
interface ComputedColumns<Row> {
  computed: Readonly<Record<string, (row: Row) => Cell>>;
}
interface Omitted {
  /** Why the file omits the field. */
  omitted: string;
}
type Plain<Value> = Value extends Cell ? 'plain' : never;
type Unit<Value> = Value extends number | null ? 'INR' : Value extends string | null ? 'IST' : never;

/**
 * Maps each field of a row, in file order, to a column (with its unit, if any, in the heading), to computed columns, or
 * to the reason why the file omits it. A missing field is a type error.
 */
export type FileColumns<Row> = {
  readonly [Field in keyof Row]-?: Plain<Row[Field]> | Unit<Row[Field]> | ComputedColumns<Row> | Omitted;
};

/** The fields of a row that the file contains. */
type ExportedFields<Row, Fields> = {
  [Field in keyof Row as Field extends keyof Fields
    ? Fields[Field] extends Omitted
      ? never
      : Field
    : never]: Row[Field];
};

/** CSV files give times in Indian time; JSON answers give them in UTC. */
const formatTime = (at: string | null): string | null => (at === null ? null : formatIstInstant(at));

function buildColumns<Row>(fields: FileColumns<Row>): [heading: string, cell: (row: Row) => Cell][] {
  return (Object.keys(fields) as (keyof Row & string)[]).flatMap((field) => {
    const choice: 'plain' | 'INR' | 'IST' | ComputedColumns<Row> | Omitted = fields[field];
    if (typeof choice === 'object') return 'computed' in choice ? Object.entries(choice.computed) : [];
    const heading = choice === 'plain' ? field : `${field} (${choice})`;
    if (choice === 'IST') return [[heading, (row: Row) => formatTime(row[field] as string | null)] as const];
    return [[heading, (row: Row) => row[field] as Cell] as const];
  });
}

/**
 * Defines the CSV file of a list. The list's procedure supplies the rows, so its filters and permissions apply.
 * @param getRows the rows of a page
 * @param personal columns that identify people; only callers with permission get them
 * @param byCursor the procedure that reads by cursor and returns only the exported fields
 */
export function defineExport<
  Page extends { pagination: { total: number } },
  Row,
  const Fields extends FileColumns<Row>,
>(
  read: (admin: AdminCaller) => (input: never) => Promise<Page>,
  getRows: (page: Page) => readonly Row[],
  getId: (row: Row) => number | string,
  fields: Fields,
  {
    personal = [],
    byCursor,
  }: {
    personal?: readonly string[];
    byCursor?: {
      sorts: readonly string[];
      read: (admin: AdminCaller) => (input: never) => Promise<FileBatch<ExportedFields<NoInfer<Row>, NoInfer<Fields>>>>;
    };
  } = {},
): ExportedList {
  const columns = buildColumns<Row>(fields);
  const unknown = personal.find((name) => columns.every(([heading]) => heading !== name));
  if (unknown !== undefined) throw new Error(`${unknown} is not a column of the file`);
  return {
    columns: columns.map(([heading, cell]) => ({
      heading,
      isPersonal: personal.includes(heading),
      cell: (row) => cell(row as Row),
    })),
    async page(admin, filters) {
      const page = await withRawInput(read(admin))(filters);
      return { total: page.pagination.total, rows: getRows(page).map((row) => ({ id: getId(row), row })) };
    },
    ...(byCursor && {
      byCursor: {
        sorts: new Set(byCursor.sorts),
        batch: (admin, filters, after) => withRawInput(byCursor.read(admin))({ ...filters, after }),
      },
    }),
  };
}
