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
const names: Record<StatementColumn, string> = {
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
  statementColumns.flatMap((column) => names[column].split(',').map((word) => [word.trim(), column] as const)),
);

const HEADINGS_WITHIN = 20;

/** Finds the row of headings: the row with the most known names, and at least two; -1 if there is none. */
export function findStatementHeadings(rows: readonly (readonly string[])[], known: StatementFormat | null): number {
  const remembered = new Set(Object.values(known?.columns ?? {}));
  const counts = rows
    .slice(0, HEADINGS_WITHIN)
    .map((row) => row.filter((cell) => remembered.has(cell) || columnOf.has(normalise(cell))).length);
  const most = Math.max(0, ...counts);
  return most < 2 ? -1 : counts.indexOf(most);
}

/** Parses a statement. @param known how the network's last file was read */
export const readStatementFile = (text: string, known: StatementFormat | null): Promise<TableFile> =>
  readTable(text, (rows) => findStatementHeadings(rows, known));

export type Columns = StatementFormat['columns'];

/** Maps columns like the network's last file, or else by known names of headings. */
export function guessColumns(headings: readonly string[], known: StatementFormat | null): Columns {
  if (known && Object.values(known.columns).every((heading) => headings.includes(heading))) return known.columns;
  const columns: Columns = {};
  for (const heading of headings) {
    const column = columnOf.get(normalise(heading));
    if (column) columns[column] ??= heading;
  }
  return columns;
}

/** The column that the mapping lacks; undefined if it is complete. */
export function findMappingProblem(columns: Columns): string | undefined {
  if (!columns.amount) return 'Choose the column with the amount';
  if (!columns.transaction && !columns.click) return 'Choose the column with the transaction ID or the click ID';
  return undefined;
}

const getCells = (file: TableFile, columns: Columns, column: StatementColumn): string[] => {
  const at = file.headings?.indexOf(columns[column] ?? '') ?? -1;
  return at < 0 ? [] : file.rows.map(({ cells }) => cells[at] ?? '');
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

/** Millionths from `$1,234.50`, `12.5 USD` or `-3`; undefined if it is not an amount. */
export function parseAmountMicros(text: string): bigint | undefined {
  const bare = text
    .replace(/^\((.*)\)$/, '-$1')
    .replaceAll(/[\p{Sc}\s\u2212]|[A-Za-z]{3}/gu, (sign) => (sign === '\u2212' ? '-' : ''));
  const size = bare.replace(/^[+-]/, '');
  // Three digits after a zero are decimals, not thousands.
  if (parseTypedNumber(size) === undefined && !/^0?\.\d{3}$/.test(size)) return undefined;
  const micros = parseMicros(size.replaceAll(',', ''));
  return micros === undefined ? undefined : bare.startsWith('-') ? -micros : micros;
}

export interface ReadStatement {
  lines: StatementLine[];
  /** Rows without data about a payment. */
  leftOut: { line: number; reason: string }[];
  problems: { line: number; problem: string }[];
}

/**
 * Converts rows to statement lines by the mapped columns.
 * @param currency the currency of lines that have none
 */
export function toStatementLines(
  file: TableFile,
  columns: Columns,
  { order, currency }: { order: DayOrder; currency: string },
): ReadStatement {
  const read: ReadStatement = { lines: [], leftOut: [...file.above], problems: [] };
  const places = new Map(
    statementColumns.map((column) => [column, file.headings?.indexOf(columns[column] ?? '') ?? -1]),
  );
  for (const { line, cells } of file.rows) {
    const cell = (column: StatementColumn) => cells[places.get(column) ?? -1] ?? '';
    const ids = { transaction_id: cell('transaction'), click_id: cell('click') };
    const hasId = ids.transaction_id !== '' || ids.click_id !== '';
    const micros = parseAmountMicros(cell('amount'));
    const day = cell('day') === '' ? null : parseDay(cell('day'), order);
    const status = cell('status').trim();
    const code = cell('currency').toUpperCase() || currency;
    const fail = (problem: string) => read.problems.push({ line, problem });
    const isSum = isTotal(hasId ? Object.values(ids) : cells);
    if (isSum) read.leftOut.push({ line, reason: 'a total' });
    else if (PENDING.test(status)) read.leftOut.push({ line, reason: 'pending' });
    else if (!hasId) fail('No transaction ID and no click ID');
    else if (micros === undefined) fail(`No amount: ${cell('amount')}`);
    else if (day === undefined) fail(`No date: ${cell('day')}`);
    else if (!/^[A-Z]{3}$/.test(code)) fail(`No currency: ${cell('currency')}`);
    else if (!APPROVED.test(status) && !REVERSED.test(status)) fail(`Unknown status: ${status}`);
    else {
      // Some networks list a reversal as a negative amount.
      const isReversed = REVERSED.test(status) || micros < 0n;
      read.lines.push({
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
  return read;
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

/** The reason why the file cannot be compared; undefined if it can. */
export function findFileProblem({ lines, problems }: ReadStatement): string | undefined {
  if (problems.length > 0) return 'Some lines cannot be read. Correct them in the file, or choose other columns.';
  if (lines.length === 0) return 'The file has no lines with a payment';
  if (lines.length > MAX_STATEMENT_LINES) return 'The file has more than 1,00,000 lines';
  return undefined;
}

/** Below the server's limit for a request, which counts bytes: a Hindi character has three bytes. */
const MAX_CALL_BYTES = 200_000;
const encoder = new TextEncoder();

/** Splits the lines into calls. @param most the limit of lines in a call */
export function* splitIntoCalls(lines: readonly StatementLine[], most: number): Generator<StatementLine[]> {
  let call: StatementLine[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = encoder.encode(JSON.stringify(line)).length + 1;
    if (call.length > 0 && (call.length >= most || size + bytes > MAX_CALL_BYTES)) {
      yield call;
      call = [];
      size = 0;
    }
    call.push(line);
    size += bytes;
  }
  if (call.length > 0) yield call;
}
