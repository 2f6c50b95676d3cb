import { expect, test } from 'vitest';
import { parseAmount, parseDay, readCodesFile, toBatches, toCodeLines, withKind } from './codes-file.ts';

const TODAY = '2026-07-19';
const read = async (text: string) => {
  const file = await readCodesFile(text);
  return toCodeLines(file, file.kinds, TODAY);
};
const codes = async (text: string) => (await read(text)).map(({ line, code }) => [line, code]);

test('reads a plain list with any line ending and keeps line numbers', async () => {
  const list = [
    [1, 'AAA-1'],
    [2, 'BBB-2'],
    [4, 'CCC-3'],
  ];
  expect(await codes('AAA-1\r\nBBB-2\r\n\r\n CCC-3 \r\n')).toEqual(list);
  expect(await codes('')).toEqual([]);
});

test('reads the named columns of a table and skips its headings', async () => {
  const csv = '\uFEFFBrand,"Voucher_Code",Amount,Expiry\nAmazon,"AMZ-1","₹1,000",31/03/2027\n,AMZ-2,,\n';
  expect(await read(csv)).toEqual([
    { line: 2, code: 'AMZ-1', brand: 'Amazon', amount: 1000, expiry: '2027-03-31', problem: undefined },
    { line: 3, code: 'AMZ-2', brand: undefined, amount: undefined, expiry: undefined, problem: undefined },
  ]);
  expect(await codes('amount\tcode\n5\tX-1\n10\tX-2')).toEqual([
    [2, 'X-1'],
    [3, 'X-2'],
  ]);
});

test('reads the first column of a table without a known heading', async () => {
  expect(await codes('A-1;5\nA-2;10')).toEqual([
    [1, 'A-1'],
    [2, 'A-2'],
  ]);
  const file = await readCodesFile('5;A-1\n10;A-2');
  const kinds = withKind(withKind(file.kinds, 1, 'code'), 0, 'amount');
  expect(kinds).toEqual(['amount', 'code']);
  expect(toCodeLines(file, kinds, TODAY).map(({ code, amount }) => [code, amount])).toEqual([
    ['A-1', 5],
    ['A-2', 10],
  ]);
});

test('reports unreadable cells by line', async () => {
  const lines = await read('code,amount,expiry\nA,ten,\nB,10,31/02/2027\nC,10,2026-07-18\nD,10,2026-07-19');
  expect(lines.map(({ problem }) => problem)).toEqual([
    'No amount',
    'Invalid date: 31/02/2027',
    'Already expired',
    undefined,
  ]);
});

test.each([
  ['2027-03-31', '2027-03-31'],
  ['1/3/2027', '2027-03-01'],
  ['31.12.2027', '2027-12-31'],
  ['2027-02-30', undefined],
  ['soon', undefined],
])('reads the day %s', (text, day) => expect(parseDay(text)).toBe(day));

test.each([
  ['₹1,000', 1000],
  ['Rs. 50', 50],
  ['500.50', 500.5],
  ['50/-', 50],
  ['INR 1,00,000', 100_000],
  ['1,50', undefined],
  ['10,00', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['5.555', undefined],
])('reads the amount %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

test('groups codes with equal values into batches of limited size', () => {
  const line = (code: string, amount?: number) => ({ line: 1, code, amount });
  const lines = [line('a', 5), line('b'), line('c', 5), line('d', 5)];
  expect(toBatches(lines, 2).map(({ amount, codes: own }) => [amount, own])).toEqual([
    [5, ['a', 'c']],
    [5, ['d']],
    [undefined, ['b']],
  ]);
});
