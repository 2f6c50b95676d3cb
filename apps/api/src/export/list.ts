import { type AdminCaller, callUnchecked } from '../rest/endpoint.ts';
import type { Cell } from './csv.ts';

/** One page of a list as its file shows it. `id` recognises rows that a page shift brings twice. */
export interface ExportPage {
  total: number;
  rows: { id: number; cells: Cell[] }[];
}

export interface ExportedList {
  columns: string[];
  page(admin: AdminCaller, filters: object): Promise<ExportPage>;
}

/** The fields of a row that a cell can hold as they are. */
type CellField<Row> = { [K in keyof Row]: Row[K] extends Cell ? K : never }[keyof Row] & string;

/** A field under its own name, or a heading with the field or with what is made of the row. */
type Column<Row> =
  | CellField<Row>
  | readonly [heading: string, cell: CellField<Row>]
  | readonly [heading: string, cell: (row: Row) => Cell];

export const inr = <Field extends string>(field: Field) => [`${field} (INR)`, field] as const;
export const utc = <Field extends string>(field: Field) => [`${field} (UTC)`, field] as const;

/**
 * A list that can leave as a file: its own procedure, so its own filters and permission.
 * @param rowsOf the rows of a page, each with the id that tells it from all others
 */
export function listOf<Page extends { pagination: { total: number } }, Row>(
  read: (admin: AdminCaller) => (input: never) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  idOf: (row: Row) => number,
  columns: readonly Column<Row>[],
): ExportedList {
  const cells = columns.map((column) => {
    const of = typeof column === 'string' ? column : column[1];
    return typeof of === 'string' ? (row: Row) => row[of] as Cell : of;
  });
  return {
    columns: columns.map((column) => (typeof column === 'string' ? column : column[0])),
    async page(admin, filters) {
      const page = await callUnchecked(read(admin), filters);
      const rows = rowsOf(page).map((row) => ({ id: idOf(row), cells: cells.map((cell) => cell(row)) }));
      return { total: page.pagination.total, rows };
    },
  };
}
