import { MAX_STATEMENT_LINES, type StatementFormat, type StatementLine } from '@inaam/contracts/networks/statements';
import { describe, expect, test } from 'vitest';
import {
  findFileProblem,
  findMappingProblem,
  findMonth,
  getDayOrder,
  guessColumns,
  parseAmountMicros,
  readStatementFile,
  splitIntoRequests,
  toStatementLines,
} from './statement-file.ts';

async function read(text: string, known: StatementFormat | null = null) {
  const file = await readStatementFile(text, known);
  const columns = guessColumns(file.headings ?? [], known);
  return { columns, file, ...toStatementLines(file, columns, { order: 'day first', currency: 'USD' }) };
}

/** A statement as the sandbox network exports it. */
const sandbox = `Transaction ID,Goal,Click ID,Offer ID,Payout,Currency,Status,Date\r
T1,,c1,,24,INR,approved,2026-10-15\r
T2,level_9,c2,,1.5,INR,reversed,2026-10-15\r
`;

test('reads the file of the sandbox network', async () => {
  const { columns, lines, problems, leftOut } = await read(sandbox);
  expect(columns).toEqual({
    transaction: 'Transaction ID',
    goal: 'Goal',
    click: 'Click ID',
    offer: 'Offer ID',
    amount: 'Payout',
    currency: 'Currency',
    status: 'Status',
    day: 'Date',
  });
  const first = { line: 2, transaction_id: 'T1', click_id: 'c1', goal_id: '', offer: '', day: '2026-10-15' };
  expect(lines).toEqual([
    { ...first, micros: '24000000', currency: 'INR', status: 'approved' },
    {
      ...first,
      line: 3,
      transaction_id: 'T2',
      click_id: 'c2',
      goal_id: 'level_9',
      micros: '1500000',
      currency: 'INR',
      status: 'reversed',
    },
  ]);
  expect([problems, leftOut]).toEqual([[], []]);
  expect(findMonth(lines)).toBe('2026-10');
});

test('reads spreadsheets with a byte order mark, titles, semicolons, totals, negative amounts and pending lines', async () => {
  const text = `\uFEFFStatement of October;;;
Txn ID;Aff Sub;Commission ($);State
T1;c1;"$1,234.50";Paid
T2;c2;-3;
T3;c3;(4.00);
T4;c4;5;on hold
Total;;1,234.50;`;
  const { lines, leftOut, problems } = await read(text);
  expect(lines.map(({ line, micros, status, currency }) => [line, micros, status, currency])).toEqual([
    [3, '1234500000', 'approved', 'USD'],
    [4, '3000000', 'reversed', 'USD'],
    [5, '4000000', 'reversed', 'USD'],
  ]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['above the headings', 'pending', 'a total']);
  expect(problems).toEqual([]);
});

test('names each unreadable line, and refuses the file', async () => {
  const { problems, ...rest } = await read(`Transaction,Payout,Status,Date
T1,"1,50",approved,2026-10-01
,5,approved,2026-10-01
T3,5,maybe,2026-10-01
T4,5,approved,soon`);
  expect(problems).toEqual([
    { line: 2, problem: 'No amount: 1,50' },
    { line: 3, problem: 'No transaction ID and no click ID' },
    { line: 4, problem: 'Unknown status: maybe' },
    { line: 5, problem: 'No date: soon' },
  ]);
  expect(findFileProblem({ problems, ...rest })).toMatch(/^Some lines cannot be read/);
});

test('maps columns like the previous file if the headings are the same', async () => {
  const known: StatementFormat = {
    columns: { transaction: 'Ref', amount: 'Net', day: 'When' },
    dayOrder: 'month first',
    zone: 'UTC',
  };
  const { columns } = await read('Ref,Net,When\nT1,5,10/01/2026', known);
  expect(columns).toEqual(known.columns);
  const other = await read('Transaction,Payout,Date\nT1,5,10/01/2026', known);
  expect(other.columns).toEqual({ transaction: 'Transaction', amount: 'Payout', day: 'Date' });
  expect(getDayOrder(other.file, other.columns)).toBe('ask');
});

test('requires columns for an amount, and for a transaction or a click', () => {
  expect(findMappingProblem({ click: 'Click' })).toBe('Choose the column with the amount');
  expect(findMappingProblem({ amount: 'Payout' })).toBe('Choose the column with the transaction ID or the click ID');
  expect(findMappingProblem({ amount: 'Payout', click: 'Click' })).toBeUndefined();
});

describe('an amount', () => {
  test.each([
    ['12.5', 12_500_000n],
    ['$1,234.50', 1_234_500_000n],
    ['12.50 USD', 12_500_000n],
    ['₹ 1,00,000', 100_000_000_000n],
    ['0.125', 125_000n],
    ['\u22123', -3_000_000n],
    ['0', 0n],
  ])('parses %j', (text, micros) => expect(parseAmountMicros(text)).toBe(micros));
  test.each(['', '1,50', '1.000', 'five', '1-2'])('rejects %j', (text) =>
    expect(parseAmountMicros(text)).toBeUndefined(),
  );
});

test('splits lines into requests that the server accepts, and refuses more lines than the server stores', () => {
  const line: StatementLine = {
    line: 2,
    day: null,
    transaction_id: 'T'.repeat(200),
    goal_id: '',
    click_id: '',
    offer: '',
    micros: '1',
    currency: 'INR',
    status: 'approved',
  };
  const lines = Array.from({ length: 2500 }, (_, index) => ({ ...line, line: index + 2 }));
  const requests = [...splitIntoRequests(lines, 1000)];
  expect(requests.flat()).toEqual(lines);
  // The server accepts requests of up to 256 kB; the limit counts bytes, not characters.
  const hindi = Array.from({ length: 1000 }, (_, index) => ({
    ...line,
    line: index + 1,
    offer: 'सुबह का सर्वे '.repeat(14),
  }));
  for (const request of [...requests, ...splitIntoRequests(hindi, 1000)])
    expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThan(210_000);
  const many = { lines: Array.from({ length: MAX_STATEMENT_LINES + 1 }, () => line), leftOut: [], problems: [] };
  expect(findFileProblem(many)).toBe('The file has more than 1,00,000 lines');
});
