/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export const BOM = '\uFEFF';

export type Cell = string | number | boolean | null;

/**
 * One line. A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection);
 * numbers stay numbers.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
