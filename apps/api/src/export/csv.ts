/** The byte order mark at the start of each file, so that spreadsheets read the file as UTF-8. */
export const BOM = '\uFEFF';

export type Cell = string | number | boolean | null;

/** Characters that start a formula in spreadsheets, including full-width forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Formats one line. All cells are quoted, so they may contain separators. A text that looks like a formula gets a
 * leading apostrophe (OWASP, CSV injection); a number such as -1 does not.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '""' : `"${cell}"`;
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`;
}
