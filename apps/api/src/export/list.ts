import type { FileBatch, FileCursor } from '@inaam/contracts/common/exports';
import { type AdminCaller, withRawInput } from '../rest/endpoint.ts';
import type { Cell } from './csv.ts';

/** A row of the list, for its columns alone. */
export type ExportedRow = unknown;

/** One page of a list. `id` recognises rows that a page shift brings twice. */
export interface ExportPage {
  total: number;
  rows: { id: number | string; row: ExportedRow }[];
}

export interface Column {
  heading: string;
  /** Does it say who people are? */
  isPersonal: boolean;
  cell(row: ExportedRow): Cell;
}

export interface ExportedList {
  columns: Column[];
  page(admin: AdminCaller, filters: object): Promise<ExportPage>;
  /** How it is read by place, where it is sorted so that no row ever changes its place. */
  byPlace?: CursorFile;
}

/** See `fileBatchInput` of the contracts. */
export interface CursorFile {
  /** The words of `sortBy` that it may be sorted by. */
  sorts: ReadonlySet<string>;
  batch(admin: AdminCaller, filters: object, after: FileCursor | undefined): Promise<FileBatch<ExportedRow>>;
}

/** Columns that are made of the row, by their headings. */
interface ComputedColumns<Row> {
  made: Readonly<Record<string, (row: Row) => Cell>>;
}
interface LeftOut {
  /** Why the file does without the field. */
  leftOut: string;
}
type Plain<Value> = Value extends Cell ? 'plain' : never;
type Unit<Value> = Value extends number | null ? 'INR' : Value extends string | null ? 'UTC' : never;

/**
 * What becomes of each field of a row, in the order of the file: its own column, with the unit in its heading where it
 * has one; columns that are made of it; or none, with the reason. A field that is not listed is a type error.
 */
export type FileColumns<Row> = {
  readonly [Field in keyof Row]-?: Plain<Row[Field]> | Unit<Row[Field]> | ComputedColumns<Row> | LeftOut;
};

/** What of a row the file prints. */
type PrintedField<Row, Fields> = {
  [Field in keyof Row as Field extends keyof Fields
    ? Fields[Field] extends LeftOut
      ? never
      : Field
    : never]: Row[Field];
};

/** The columns of the file: what heads each, and its cell for a row. */
function columnsOf<Row>(fields: FileColumns<Row>): [heading: string, cell: (row: Row) => Cell][] {
  return (Object.keys(fields) as (keyof Row & string)[]).flatMap((field) => {
    const choice: 'plain' | 'INR' | 'UTC' | ComputedColumns<Row> | LeftOut = fields[field];
    if (typeof choice === 'object') return 'made' in choice ? Object.entries(choice.made) : [];
    return [[choice === 'plain' ? field : `${field} (${choice})`, (row: Row) => row[field] as Cell] as const];
  });
}

/**
 * A list that can leave as a file: its own procedure, so its own filters and permission.
 * @param rowsOf the rows of a page, each with the id that tells it from all others
 * @param personal columns that say who people are: they leave with who may take such files alone
 * @param byPlace the procedure that reads it by place, with no more in a row than is printed
 */
export function defineExport<
  Page extends { pagination: { total: number } },
  Row,
  const Fields extends FileColumns<Row>,
>(
  read: (admin: AdminCaller) => (input: never) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  idOf: (row: Row) => number | string,
  fields: Fields,
  {
    personal = [],
    byPlace,
  }: {
    personal?: readonly string[];
    byPlace?: {
      sorts: readonly string[];
      read: (admin: AdminCaller) => (input: never) => Promise<FileBatch<PrintedField<NoInfer<Row>, NoInfer<Fields>>>>;
    };
  } = {},
): ExportedList {
  const columns = columnsOf<Row>(fields);
  const unknown = personal.find((name) => columns.every(([heading]) => heading !== name));
  if (unknown !== undefined) throw new Error(`${unknown} is no column of the file`);
  return {
    columns: columns.map(([heading, cell]) => ({
      heading,
      isPersonal: personal.includes(heading),
      cell: (row) => cell(row as Row),
    })),
    async page(admin, filters) {
      const page = await withRawInput(read(admin))(filters);
      return { total: page.pagination.total, rows: rowsOf(page).map((row) => ({ id: idOf(row), row })) };
    },
    ...(byPlace && {
      byPlace: {
        sorts: new Set(byPlace.sorts),
        batch: (admin, filters, after) => withRawInput(byPlace.read(admin))({ ...filters, after }),
      },
    }),
  };
}
