/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export const BOM = '\uFEFF';

export type Cell = string | number | boolean | null;

/** What spreadsheets begin a formula with, also in the full width of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One line. Each cell is quoted, so that no sign of its text ends it; a text that a spreadsheet would take for a
 * formula gets an apostrophe in front (OWASP, CSV injection). Numbers stay numbers, negative ones too.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** One cell, quoted. */
export function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '""' : `"${cell}"`;
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`;
}
