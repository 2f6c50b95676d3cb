import { parseMicros, parseTypedNumber } from '@inaam/contracts/common/money';
import {
  MAX_STATEMENT_LINES,
  type StatementColumn,
  type StatementFormat,
  type StatementLine,
  statementColumns,
} from '@inaam/contracts/networks/statements';
import { type DayOrder, findDayOrder, parseDay } from '../../../files/cells.ts';
import { isTotal, readTable, type TableFile } from '../../../files/read-table.ts';

/** Headings that networks write, in lower case and without punctuation, separated by commas. */
const knownHeadings: Record<StatementColumn, string> = {
  transaction: `
    transaction id, transaction, transaction no, txn id, txnid, tx id, trans id, conversion id, conversion,
    action id, lead id, order id, event id, reward id
  `,
  goal: 'goal, goal id, goal name, event, event name, task, task id, level',
  click: 'click id, clickid, click, subid, sub id, sub 1, sub1, aff sub, s1, p1, tracking id, user sub id',
  offer: 'offer id, offerid, offer, campaign id, campaign, campid, survey id, program id',
  amount: 'payout, amount, revenue, commission, payable, earnings, earned, value, payment, publisher revenue',
  currency: 'currency, currency code, cur, payout currency',
  status: 'status, state, conversion status, approval status, result',
  day: 'date, day, time, datetime, date time, conversion date, conversion time, created at, completed at, timestamp',
};

const normalise = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const columnOf: ReadonlyMap<string, StatementColumn> = new Map(
  statementColumns.flatMap((column) => knownHeadings[column].split(',').map((word) => [word.trim(), column] as const)),
);

const HEADINGS_WITHIN = 20;

/** Returns the index of the row with the most known headings; -1 if no row has two of them. */
export function findStatementHeadings(rows: readonly (readonly string[])[], known: StatementFormat | null): number {
  const lastHeadings = new Set(Object.values(known?.columns ?? {}));
  const counts = rows
    .slice(0, HEADINGS_WITHIN)
    .map((row) => row.filter((cell) => lastHeadings.has(cell) || columnOf.has(normalise(cell))).length);
  const maxCount = Math.max(0, ...counts);
  return maxCount < 2 ? -1 : counts.indexOf(maxCount);
}

/**
 * Parses a statement.
 * @param known the format of the network's last file
 */
export const readStatementFile = (text: string, known: StatementFormat | null): Promise<TableFile> =>
  readTable(text, (rows) => findStatementHeadings(rows, known));

export type Columns = StatementFormat['columns'];

/** Maps columns as in the network's last file, or by known headings. */
export function guessColumns(headings: readonly string[], known: StatementFormat | null): Columns {
  if (known && Object.values(known.columns).every((heading) => headings.includes(heading))) return known.columns;
  const columns: Columns = {};
  for (const heading of headings) {
    const column = columnOf.get(normalise(heading));
    if (column) columns[column] ??= heading;
  }
  return columns;
}

/** Asks for the column that the mapping lacks; undefined if the mapping is complete. */
export function findMappingProblem(columns: Columns): string | undefined {
  if (!columns.amount) return 'Choose the column with the amount';
  if (!columns.transaction && !columns.click) return 'Choose the column with the transaction ID or the click ID';
  return undefined;
}

const getCells = (file: TableFile, columns: Columns, column: StatementColumn): string[] => {
  const columnIndex = file.headings?.indexOf(columns[column] ?? '') ?? -1;
  return columnIndex < 0 ? [] : file.rows.map(({ cells }) => cells[columnIndex] ?? '');
};

/** The order of day and month in the file's dates; 'ask' if both orders are possible. */
export const getDayOrder = (file: TableFile, columns: Columns): DayOrder | 'ask' =>
  findDayOrder(getCells(file, columns, 'day'));

/** A date of the file that is ambiguous, as an example for the question. */
export const getAmbiguousDate = (file: TableFile, columns: Columns): string | undefined =>
  getCells(file, columns, 'day').find((cell) => findDayOrder([cell]) === 'ask');

const APPROVED = /^(approved?|paid|confirmed|completed?|success(ful)?|valid(ated)?|credited|accepted|1)?$/i;
const REVERSED =
  /^(reversed|reversal|rejected|charge ?back|charged back|refund(ed)?|cancell?ed|declined|denied|invalid|fraud|2)$/i;
const PENDING = /^(pending|on ?hold|hold|held|open|waiting|unconfirmed|0)$/i;

/** Parses `$1,234.50`, `12.5 USD` or `-3` into millionths; undefined if the text is not an amount. */
export function parseAmountMicros(text: string): bigint | undefined {
  const amountText = text
    .replace(/^\((.*)\)$/, '-$1')
    .replaceAll(/[\p{Sc}\s\u2212]|[A-Za-z]{3}/gu, (sign) => (sign === '\u2212' ? '-' : ''));
  const size = amountText.replace(/^[+-]/, '');
  // Three digits after a zero are decimals, not thousands.
  if (parseTypedNumber(size) === undefined && !/^0?\.\d{3}$/.test(size)) return undefined;
  const micros = parseMicros(size.replaceAll(',', ''));
  return micros === undefined ? undefined : amountText.startsWith('-') ? -micros : micros;
}

export interface ReadStatement {
  lines: StatementLine[];
  /** Rows that are skipped without an error: rows above the headings, totals and pending lines. */
  leftOut: { line: number; reason: string }[];
  problems: { line: number; problem: string }[];
}

/**
 * Converts rows to statement lines by the mapped columns.
 * @param currency the currency of lines without a currency
 */
export function toStatementLines(
  file: TableFile,
  columns: Columns,
  { order, currency }: { order: DayOrder; currency: string },
): ReadStatement {
  const result: ReadStatement = { lines: [], leftOut: [...file.above], problems: [] };
  const columnIndexes = new Map(
    statementColumns.map((column) => [column, file.headings?.indexOf(columns[column] ?? '') ?? -1]),
  );
  for (const { line, cells } of file.rows) {
    const cell = (column: StatementColumn) => cells[columnIndexes.get(column) ?? -1] ?? '';
    const ids = { transaction_id: cell('transaction'), click_id: cell('click') };
    const hasId = ids.transaction_id !== '' || ids.click_id !== '';
    const micros = parseAmountMicros(cell('amount'));
    const day = cell('day') === '' ? null : parseDay(cell('day'), order);
    const status = cell('status').trim();
    const code = cell('currency').toUpperCase() || currency;
    const addProblem = (problem: string) => result.problems.push({ line, problem });
    const isSum = isTotal(hasId ? Object.values(ids) : cells);
    if (isSum) result.leftOut.push({ line, reason: 'a total' });
    else if (PENDING.test(status)) result.leftOut.push({ line, reason: 'pending' });
    else if (!hasId) addProblem('No transaction ID and no click ID');
    else if (micros === undefined) addProblem(`No amount: ${cell('amount')}`);
    else if (day === undefined) addProblem(`No date: ${cell('day')}`);
    else if (!/^[A-Z]{3}$/.test(code)) addProblem(`No currency: ${cell('currency')}`);
    else if (!APPROVED.test(status) && !REVERSED.test(status)) addProblem(`Unknown status: ${status}`);
    else {
      // Some networks list a reversal as a negative amount.
      const isReversed = REVERSED.test(status) || micros < 0n;
      result.lines.push({
        line,
        ...ids,
        day,
        goal_id: cell('goal'),
        offer: cell('offer'),
        micros: String(micros < 0n ? -micros : micros),
        currency: code,
        status: isReversed ? 'reversed' : 'approved',
      });
    }
  }
  return result;
}

/** The month of most lines, `2026-10`; undefined without dates. */
export function findMonth(lines: readonly StatementLine[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { day } of lines) {
    const month = day?.slice(0, 7);
    if (month) counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The reason why the file cannot be compared; undefined if there is no reason. */
export function findFileProblem({ lines, problems }: ReadStatement): string | undefined {
  if (problems.length > 0) return 'Some lines cannot be read. Correct them in the file, or choose other columns.';
  if (lines.length === 0) return 'The file has no lines with a payment';
  if (lines.length > MAX_STATEMENT_LINES) return 'The file has more than 1,00,000 lines';
  return undefined;
}

/** Less than the server's limit for a request. The limit counts bytes, and a Hindi character has three bytes. */
const MAX_REQUEST_BYTES = 200_000;
const encoder = new TextEncoder();

/** Splits the lines into requests, each of at most `maxLines` lines and about `MAX_REQUEST_BYTES` bytes. */
export function* splitIntoRequests(lines: readonly StatementLine[], maxLines: number): Generator<StatementLine[]> {
  let request: StatementLine[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = encoder.encode(JSON.stringify(line)).length + 1;
    if (request.length > 0 && (request.length >= maxLines || size + bytes > MAX_REQUEST_BYTES)) {
      yield request;
      request = [];
      size = 0;
    }
    request.push(line);
    size += bytes;
  }
  if (request.length > 0) yield request;
}
