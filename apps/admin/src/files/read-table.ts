import { groupBy } from '../app/group-by.ts';

/** A row of a file with at least one cell that is not empty. */
export interface Row {
  /** The line number, counted from 1. */
  line: number;
  cells: readonly string[];
}

/** A row that is skipped, such as a title or a sum. */
export interface LeftOut extends Row {
  reason: string;
}

/** A parsed file. */
export interface TableFile {
  headings: readonly string[] | undefined;
  rows: readonly Row[];
  /** The rows above the headings. */
  above: readonly LeftOut[];
  /** The number of headings, or else of cells in most rows. A longer row was split at a wrong place. */
  width: number;
}

const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t]*\n/i;
const DELIMITERS = [',', '\t', ';', '|'];

/**
 * Extracts the text from a spreadsheet's formula, `="00123"`, or from a cell marked as text, `'00123`. Removes
 * direction marks and zero-width spaces, which copying adds; the joiners of Indic scripts stay.
 */
const unwrap = (cell: string): string =>
  cell
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@\d])/, '');

/** The number of cells without the empty cells at the end. */
export const countFilledCells = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1;

/** The most frequent number of cells in a row. */
function usualWidth(rows: readonly Row[]): number {
  const counts = groupBy(rows, ({ cells }) => countFilledCells(cells));
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

async function parseCsv(text: string): Promise<(delimiter: string) => string[][]> {
  const { default: papa } = await import('papaparse');
  return (delimiter) => {
    const options = { delimiter, delimitersToGuess: DELIMITERS, skipEmptyLines: false } as const;
    const { data, errors } = papa.parse<string[]>(text, options);
    // A quote that is never closed would swallow all following lines, so quotes then count as ordinary characters.
    const isOpen = errors.some(({ type, code }) => type === 'Quotes' && code === 'MissingQuotes');
    return isOpen ? papa.parse<string[]>(text, { ...options, quoteChar: '\u0000' }).data : data;
  };
}

/**
 * Parses a CSV or a plain list, from a file or pasted. The code of the parser loads on demand.
 * @param findHeadings returns the index of the row of headings; -1 if there are no headings
 */
export async function readTable(
  given: string,
  findHeadings: (rows: readonly (readonly string[])[]) => number,
): Promise<TableFile> {
  // Files that were joined or edited mix line endings, and the parser accepts only one kind.
  const text = given.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const parse = await parseCsv(text.slice(separatorLine.length));
  const offset = separatorLine === '' ? 1 : 2;
  const toRows = (delimiter: string): Row[] =>
    parse(delimiter)
      .map((cells, index) => ({ line: index + offset, cells: cells.map(unwrap) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  // Title lines would mislead a guess that counts delimiters, so the delimiter that reveals the headings wins.
  const bestTable = (separator ? [separator] : DELIMITERS)
    .map((delimiter) => toRows(delimiter))
    .map((rows) => ({ rows, at: findHeadings(rows.map(({ cells }) => cells)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => countFilledCells(b.rows[b.at]?.cells ?? []) - countFilledCells(a.rows[a.at]?.cells ?? []))[0];
  const all = bestTable?.rows ?? toRows(separator ?? '');
  const start = bestTable ? bestTable.at + 1 : 0;
  const headings = bestTable && all[bestTable.at]?.cells;
  const rows = all.slice(start);
  const width = headings ? countFilledCells(headings) : usualWidth(rows);
  const above: LeftOut[] = all
    .slice(0, Math.max(0, start - 1))
    .map((row) => ({ ...row, reason: 'above the headings' }));
  if (separatorLine) above.unshift({ line: 1, cells: [separatorLine.trim()], reason: 'names the separator' });
  return { headings, rows, above, width };
}

const TOTAL = /^(grand|sub)?[ -]*totals?( (amount|value|codes|vouchers|count))?\s*([:=].*)?$/i;

/** Whether a row sums up the others. */
export const isTotal = (cells: readonly string[]): boolean => cells.some((cell) => TOTAL.test(cell));
