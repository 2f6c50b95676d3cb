import { type AdminCaller, withRawInput } from '../rest/endpoint.ts';
import type { Cell } from './csv.ts';

/** One page of a list as its file shows it. `id` recognises rows that a page shift brings twice. */
export interface ExportPage {
  total: number;
  rows: { id: number | string; cells: Cell[] }[];
}

export interface ExportedList {
  columns: string[];
  /** Headings of columns that say who people are. */
  personal: ReadonlySet<string>;
  page(admin: AdminCaller, filters: object): Promise<ExportPage>;
}

/** Columns that are made of the row, by their headings. */
interface Made<Row> {
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
  readonly [Field in keyof Row]-?: Plain<Row[Field]> | Unit<Row[Field]> | Made<Row> | LeftOut;
};

/** The columns of the file: what heads each, and its cell for a row. */
function columnsOf<Row>(fields: FileColumns<Row>): [heading: string, cell: (row: Row) => Cell][] {
  return (Object.keys(fields) as (keyof Row & string)[]).flatMap((field) => {
    const choice: 'plain' | 'INR' | 'UTC' | Made<Row> | LeftOut = fields[field];
    if (typeof choice === 'object') return 'made' in choice ? Object.entries(choice.made) : [];
    return [[choice === 'plain' ? field : `${field} (${choice})`, (row: Row) => row[field] as Cell] as const];
  });
}

/**
 * A list that can leave as a file: its own procedure, so its own filters and permission.
 * @param personal columns that say who people are: they leave with who may take such files alone
 * @param rowsOf the rows of a page, each with the id that tells it from all others
 */
export function listOf<Page extends { pagination: { total: number } }, Row>(
  read: (admin: AdminCaller) => (input: never) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  idOf: (row: Row) => number | string,
  fields: FileColumns<NoInfer<Row>>,
  personal: readonly string[] = [],
): ExportedList {
  const columns = columnsOf<Row>(fields);
  const unknown = personal.find((name) => columns.every(([heading]) => heading !== name));
  if (unknown !== undefined) throw new Error(`${unknown} is no column of the file`);
  return {
    columns: columns.map(([heading]) => heading),
    personal: new Set(personal),
    async page(admin, filters) {
      const page = await withRawInput(read(admin))(filters);
      const rows = rowsOf(page).map((row) => ({ id: idOf(row), cells: columns.map(([, cell]) => cell(row)) }));
      return { total: page.pagination.total, rows };
    },
  };
}
