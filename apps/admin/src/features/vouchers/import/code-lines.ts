import { cleanCode } from '@inaam/contracts/vouchers/clean-code';
import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
import type { VoucherType } from '@inaam/contracts/vouchers/vouchers';
import { groupBy } from '../../../app/group-by.ts';
import { type DayOrder, findDayOrder, omitNoValue, parseAmount, parseDay } from '../../../files/cells.ts';
import {
  countFilledCells,
  isTotal,
  type LeftOut,
  type Row,
  readTable,
  type TableFile,
} from '../../../files/read-table.ts';
import { type ColumnKind, findHeadings, findType, guessKinds, isColumnName } from './columns.ts';

/** A parsed file. */
export interface CodesFile extends TableFile {
  /** The guessed meaning of each column. */
  kinds: readonly ColumnKind[];
}

/** Parses a CSV or a plain list of codes. Searches the first rows for headings. */
export async function readCodesFile(text: string): Promise<CodesFile> {
  const file = await readTable(text, findHeadings);
  const rows = file.rows.map(({ cells }) => cells);
  return { ...file, kinds: guessKinds(file.headings, rows, file.width) };
}

/** The voucher in a row. A field is undefined if the file lacks the column, or if the cell is empty or unreadable. */
export interface CodeLine extends Row {
  code: string;
  pin?: string | undefined;
  amount?: number | undefined;
  brand?: string | undefined;
  type?: VoucherType | undefined;
  /** `YYYY-MM-DD` */
  expiry?: string | undefined;
  /** The reason why the row cannot be read, and the text of the wrong cell. */
  problem?: { text: string; cell?: string | undefined } | undefined;
}

/**
 * The text of a total: `Total (2)`, `Total Rs. 1000`, `Sum`, `Count: 2`. A longer word, such as `TOTAL123`, is a code.
 */
const SUM = /^((grand|sub)?[ -]*totals?|sum|count)(?=$|[\s:=(])/i;

/** The reason why a row is not a voucher; undefined if it is a voucher. */
export function findNonCode(cells: readonly string[], code: string): string | undefined {
  if (isTotal(cells) || SUM.test(code)) return 'a total';
  if (isColumnName(code)) return 'a heading';
  // No brand has codes of one to three digits.
  return /^\d{1,3}$/.test(code) ? 'the number of a row' : undefined;
}

/** The cells of the column with the given meaning. */
const getCells = ({ rows }: CodesFile, kinds: readonly ColumnKind[], kind: ColumnKind): string[] => {
  const index = kinds.indexOf(kind);
  return index < 0 ? [] : rows.map(({ cells }) => cells[index] ?? '');
};

/** The order of day and month in the file's dates; 'ask' if both orders are possible. */
export const getDayOrder = (file: CodesFile, kinds: readonly ColumnKind[]): DayOrder | 'ask' =>
  findDayOrder(getCells(file, kinds, 'expiry'), file.headings?.[kinds.indexOf('expiry')]);

/** An ambiguous date of the file, as an example for the question. */
export const getAmbiguousDate = (file: CodesFile, kinds: readonly ColumnKind[]): string | undefined =>
  getCells(file, kinds, 'expiry').find((cell) => findDayOrder([cell]) === 'ask');

/**
 * Converts rows to code lines by the meaning of the columns.
 * @param today the date in Indian time, `YYYY-MM-DD`
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
    const code = cleanCode(omitNoValue(cell('code')));
    const reason = findNonCode(row.cells, code);
    if (reason) {
      leftOut.push({ ...row, reason });
      continue;
    }
    const [amount, expiry] = [parseAmount(cell('amount')), parseDay(cell('expiry'), order)];
    const brand = cell('brand') || undefined;
    const pin = cleanCode(omitNoValue(cell('pin'))) || undefined;
    const type = findType(cell('type') || (brand ?? ''));
    const problem = findProblem(
      { code, pin, amount, expiry, type },
      cell,
      countFilledCells(row.cells) > file.width,
      today,
    );
    lines.push({ ...row, code, pin, amount, brand, type, expiry, problem });
  }
  return { lines, leftOut };
}

function findProblem(
  { code, pin, amount, expiry, type }: Pick<CodeLine, 'code' | 'pin' | 'amount' | 'expiry' | 'type'>,
  cell: (kind: ColumnKind) => string,
  isTooLong: boolean,
  today: string,
): CodeLine['problem'] {
  if (isTooLong)
    return { text: 'Several values in one cell: put one code in a line, and amounts with a comma in quotes' };
  if (code === '') return { text: 'No code' };
  if (pin && findDamagedCodes([pin]).size > 0) return { text: 'PIN damaged by a spreadsheet', cell: pin };
  if (cell('amount') !== '' && amount === undefined) return { text: 'Not an amount', cell: cell('amount') };
  if (cell('expiry') !== '' && expiry === undefined) return { text: 'Not a date', cell: cell('expiry') };
  if (expiry !== undefined && expiry < today) return { text: 'Already expired', cell: cell('expiry') };
  if (cell('type') !== '' && type === undefined) return { text: 'Unknown type', cell: cell('type') };
  return undefined;
}

/** The codes of one request. They have the same amount, brand, type and expiry date. */
export interface CodeBatch {
  amount?: number | undefined;
  brand?: string | undefined;
  type?: VoucherType | undefined;
  expiry?: string | undefined;
  codes: string[];
  /** PINs by code. */
  pins: ReadonlyMap<string, string>;
}

/**
 * Groups lines with equal values and splits the groups into requests.
 * @param size the largest number of codes in a request
 */
export function toBatches(
  lines: readonly Pick<CodeLine, 'code' | 'pin' | 'amount' | 'brand' | 'type' | 'expiry'>[],
  size: number,
): CodeBatch[] {
  const groups = groupBy(lines, ({ amount, brand, type, expiry }) => JSON.stringify([amount, brand, type, expiry]));
  return [...groups.values()].flatMap((group) => {
    const { amount, brand, type, expiry } = group[0] ?? {};
    const pins = new Map(group.flatMap(({ code, pin }) => (pin === undefined ? [] : [[code, pin] as const])));
    return Array.from({ length: Math.ceil(group.length / size) }, (_, index) => ({
      amount,
      brand,
      type,
      expiry,
      codes: group.slice(index * size, (index + 1) * size).map(({ code }) => code),
      pins,
    }));
  });
}
