import { cleanCode } from '@inaam/contracts/vouchers/clean-code';
import type { VoucherType } from '@inaam/contracts/vouchers/vouchers';
import { groupBy } from '../../../app/group-by.ts';
import { type DayOrder, findDayOrder, parseAmount, parseDay } from './cells.ts';
import { type ColumnKind, findHeadings, findType, guessKinds, isColumnName } from './columns.ts';

/** A row of a file with cells that are not all empty. */
export interface Row {
  /** Starts at 1. */
  line: number;
  cells: readonly string[];
}

/** A row that is no voucher, such as a title or a sum. */
export interface LeftOut extends Row {
  reason: string;
}

/** A parsed file. */
export interface CodesFile {
  headings: readonly string[] | undefined;
  rows: readonly Row[];
  /** Rows above the headings. */
  above: readonly LeftOut[];
  /** The guessed meaning of each column. */
  kinds: readonly ColumnKind[];
  /** Cells of a usual row. A longer row was cut at a wrong place. */
  width: number;
}

const SEPARATOR_LINE = /^"?sep=(.)"?[,;\t]*\r?\n/i;
const DELIMITERS = [',', '\t', ';', '|'];

/** The cell of a spreadsheet's formula, `="00123"`, or with the mark of a text, `'00123`. */
const unwrap = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@\d])/, '');

/** The number of cells up to the last one that is not empty. */
const filledWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1;

/** The most frequent width of rows. */
function usualWidth(rows: readonly Row[]): number {
  const counts = groupBy(rows, ({ cells }) => filledWidth(cells));
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

async function parseCsv(text: string): Promise<(delimiter: string) => string[][]> {
  const { default: papa } = await import('papaparse');
  return (delimiter) => {
    const options = { delimiter, delimitersToGuess: DELIMITERS, skipEmptyLines: false } as const;
    const { data, errors } = papa.parse<string[]>(text, options);
    // A quote that is never closed swallows all following lines: then quotes are ordinary characters.
    const isOpen = errors.some(({ type, code }) => type === 'Quotes' && code === 'MissingQuotes');
    return isOpen ? papa.parse<string[]>(text, { ...options, quoteChar: '\u0000' }).data : data;
  };
}

/**
 * Parses a CSV or a plain list, from a file or pasted. Headings are looked for in the first rows. The parser loads on
 * demand.
 */
export async function readCodesFile(given: string): Promise<CodesFile> {
  const text = given.replace(/^\uFEFF/, '');
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const parse = await parseCsv(text.slice(separatorLine.length));
  const offset = separatorLine === '' ? 1 : 2;
  const toRows = (delimiter: string): Row[] =>
    parse(delimiter)
      .map((cells, at) => ({ line: at + offset, cells: cells.map(unwrap) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  // Title lines mislead a guess by counting, so the delimiter that shows the headings counts.
  const found = (separator ? [separator] : DELIMITERS)
    .map((delimiter) => toRows(delimiter))
    .map((rows) => ({ rows, at: findHeadings(rows.map(({ cells }) => cells)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => filledWidth(b.rows[b.at]?.cells ?? []) - filledWidth(a.rows[a.at]?.cells ?? []))[0];
  const all = found?.rows ?? toRows(separator ?? '');
  const start = found ? found.at + 1 : 0;
  const headings = found && all[found.at]?.cells;
  const rows = all.slice(start);
  const width = headings ? filledWidth(headings) : usualWidth(rows);
  const above: LeftOut[] = all
    .slice(0, Math.max(0, start - 1))
    .map((row) => ({ ...row, reason: 'above the headings' }));
  if (separatorLine) above.unshift({ line: 1, cells: [separatorLine.trim()], reason: 'names the separator' });
  const kinds = guessKinds(
    headings,
    rows.map(({ cells }) => cells),
    width,
  );
  return { headings, rows, above, kinds, width };
}

/** A row's data about its voucher; undefined where it has no such column. */
export interface CodeLine extends Row {
  code: string;
  amount?: number | undefined;
  brand?: string | undefined;
  type?: VoucherType | undefined;
  /** `YYYY-MM-DD` */
  expiry?: string | undefined;
  /** Why the row cannot be read, and the cell at fault. */
  problem?: { text: string; cell?: string | undefined } | undefined;
}

const TOTAL = /^(grand|sub)?[ -]*totals?( (amount|value|codes|vouchers|count))?\s*([:=].*)?$/i;
const isTotal = (cells: readonly string[]): boolean => cells.some((cell) => TOTAL.test(cell));

/** Why a row is no voucher; undefined where it is one. */
export function findNonCode(cells: readonly string[], code: string): string | undefined {
  if (isTotal(cells)) return 'a total';
  if (isColumnName(code)) return 'a heading';
  // No brand has codes of one to three digits.
  return /^\d{1,3}$/.test(code) ? 'the number of a row' : undefined;
}

/** The cells of a column by its meaning. */
const getCells = ({ rows }: CodesFile, kinds: readonly ColumnKind[], kind: ColumnKind): string[] => {
  const at = kinds.indexOf(kind);
  return at < 0 ? [] : rows.map(({ cells }) => cells[at] ?? '');
};

/** How the file writes its dates; 'ask' where both readings are possible. */
export const getDayOrder = (file: CodesFile, kinds: readonly ColumnKind[]): DayOrder | 'ask' =>
  findDayOrder(getCells(file, kinds, 'expiry'));

/** A date of the file that can be read both ways, to show in the question. */
export const getAmbiguousDate = (file: CodesFile, kinds: readonly ColumnKind[]): string | undefined =>
  getCells(file, kinds, 'expiry').find((cell) => findDayOrder([cell]) === 'ask');

/**
 * Reads the rows by the columns' meaning.
 * @param today the day in India, `YYYY-MM-DD`
 */
export function toCodeLines(
  file: CodesFile,
  kinds: readonly ColumnKind[],
  { order, today }: { order: DayOrder; today: string },
): { lines: CodeLine[]; leftOut: LeftOut[] } {
  const lines: CodeLine[] = [];
  const leftOut: LeftOut[] = [...file.above];
  for (const row of file.rows) {
    const cell = (kind: ColumnKind) => row.cells[kinds.indexOf(kind)] ?? '';
    const code = cleanCode(cell('code'));
    const reason = findNonCode(row.cells, code);
    if (reason) {
      leftOut.push({ ...row, reason });
      continue;
    }
    const [amount, expiry] = [parseAmount(cell('amount')), parseDay(cell('expiry'), order)];
    const brand = cell('brand') || undefined;
    const type = findType(cell('type') || (brand ?? ''));
    const problem = findProblem({ code, amount, expiry, type }, cell, filledWidth(row.cells) > file.width, today);
    lines.push({ ...row, code, amount, brand, type, expiry, problem });
  }
  return { lines, leftOut };
}

function findProblem(
  { code, amount, expiry, type }: Pick<CodeLine, 'code' | 'amount' | 'expiry' | 'type'>,
  cell: (kind: ColumnKind) => string,
  isTooLong: boolean,
  today: string,
): CodeLine['problem'] {
  if (isTooLong) return { text: 'Several values in one cell: one code in a line, amounts with a comma in quotes' };
  if (code === '') return { text: 'No code' };
  if (cell('amount') !== '' && amount === undefined) return { text: 'No amount', cell: cell('amount') };
  if (cell('expiry') !== '' && expiry === undefined) return { text: 'No date', cell: cell('expiry') };
  if (expiry !== undefined && expiry < today) return { text: 'Already expired', cell: cell('expiry') };
  if (cell('type') !== '' && type === undefined) return { text: 'No type of ours', cell: cell('type') };
  return undefined;
}

/** Codes of one call: all other values are equal. */
export interface CodeBatch {
  amount?: number | undefined;
  brand?: string | undefined;
  type?: VoucherType | undefined;
  expiry?: string | undefined;
  codes: string[];
}

/** Groups lines by their other values and cuts the groups into calls. @param size the maximum of codes in a call */
export function toBatches(
  lines: readonly Pick<CodeLine, 'code' | 'amount' | 'brand' | 'type' | 'expiry'>[],
  size: number,
): CodeBatch[] {
  const groups = groupBy(lines, ({ amount, brand, type, expiry }) => JSON.stringify([amount, brand, type, expiry]));
  return [...groups.values()].flatMap((group) => {
    const { amount, brand, type, expiry } = group[0] ?? {};
    return Array.from({ length: Math.ceil(group.length / size) }, (_, at) => ({
      amount,
      brand,
      type,
      expiry,
      codes: group.slice(at * size, (at + 1) * size).map(({ code }) => code),
    }));
  });
}
