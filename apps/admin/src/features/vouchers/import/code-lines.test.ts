import { expect, test } from 'vitest';
import { type CodesFile, getAmbiguousDate, getDayOrder, readCodesFile, toBatches, toCodeLines } from './code-lines.ts';
import { type ColumnKind, findType, withKind } from './columns.ts';

const lineOptions = { order: 'day first', today: '2026-07-19' } as const;
const toLines = (file: CodesFile, kinds: readonly ColumnKind[] = file.kinds) => toCodeLines(file, kinds, lineOptions);
const readLines = async (text: string) => toLines(await readCodesFile(text));
const codes = async (text: string) => (await readLines(text)).lines.map(({ line, code }) => [line, code]);
const listLeftOut = async (text: string) => (await readLines(text)).leftOut.map(({ line, reason }) => [line, reason]);
const problems = async (text: string) => (await readLines(text)).lines.map(({ problem }) => problem?.text);

test('reads a plain list with any line ending and keeps line numbers', async () => {
  const list = [
    [1, 'AAA-1'],
    [2, 'BBB-2'],
    [4, 'CCC-3'],
  ];
  expect(await codes('AAA-1\r\nBBB-2\r\n\r\n CCC-3 \r\n')).toEqual(list);
  expect(await codes('AAA-1\r\nBBB-2\n\r CCC-3\r')).toEqual(list);
  expect(await codes('')).toEqual([]);
});

test('reads each row of a table with mixed line ends', async () => {
  const rows = 'Code,Amount\r\nAAA,50\nBBB,60\rCCC,70\u2028DDD,80';
  for (const csv of [rows, `sep=,\r${rows}`])
    expect((await readLines(csv)).lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['AAA', 50],
      ['BBB', 60],
      ['CCC', 70],
      ['DDD', 80],
    ]);
});

test('ignores invisible characters of copied text', async () => {
  const { lines } = await readLines('\u200eCode,Amount,Expiry\nAAA\u200b,\u200b50,\u200e31/12/2027\u200e');
  expect(lines).toMatchObject([{ code: 'AAA', amount: 50, expiry: '2027-12-31', problem: undefined }]);
});

test('reads columns by their headings and skips the row of headings', async () => {
  const csv = '\uFEFFBrand,"Voucher_Code",Amount,Expiry\nZomato,"AMZ-1","₹1,000",31/03/2027\n,AMZ-2,,\n';
  const { lines } = await readLines(csv);
  expect(lines).toMatchObject([
    { line: 2, code: 'AMZ-1', brand: 'Zomato', type: 'zomato', amount: 1000, expiry: '2027-03-31', problem: undefined },
    { line: 3, code: 'AMZ-2', brand: undefined, type: undefined, amount: undefined, expiry: undefined },
  ]);
  expect(await codes('amount\tcode\n5\tX-1\n10\tX-2')).toEqual([
    [2, 'X-1'],
    [3, 'X-2'],
  ]);
});

test.each<[string, string, ColumnKind[]]>([
  ['Gift Card Code,Value', 'AAAA,500', ['code', 'amount']],
  ['Claim Code,Denomination', 'AAAA,500', ['code', 'amount']],
  ['S.No,E-Voucher No,Amt (Rs),Valid Upto', '1,AAAA,500,31/12/2027', ['ignore', 'code', 'amount', 'expiry']],
  ['Type,Coupon Code,Face Value in INR', 'Zomato,AAAA,500', ['type', 'code', 'amount']],
  ['Type,Voucher Number', 'E-gift card,AAAA', ['ignore', 'code']],
  ['pin,amount', 'AAAA,500', ['code', 'amount']],
  ['Card No,Card PIN,Value', '6001,0042,500', ['code', 'pin', 'amount']],
  ['S.No,Kennung,Amount', '1,AAAA,500', ['ignore', 'code', 'amount']],
  [
    'VoucherNo,Voucherpin,VoucherGUID,Value,EndDate',
    'AAAA,0042,g-1,500,31-Dec-2027',
    ['code', 'pin', 'ignore', 'amount', 'expiry'],
  ],
  ['Serial Number,ClaimCode,Expiry DD/MM/YYYY', '9,AAAA,31/12/2027', ['ignore', 'code', 'expiry']],
  ['क्रमांक,कोड,राशि', '1,AAAA,500', ['ignore', 'code', 'amount']],
])('maps the headings %s', async (headings, row, kinds) => {
  expect((await readCodesFile(`${headings}\n${row}`)).kinds).toEqual(kinds);
});

test('reads a card number and a PIN, even if two cards have the same PIN', async () => {
  const csv =
    'Card Number,PIN,Amount,Expiry\n6001230001,0042,500,31/12/2027\n6001230002,0042,500,31/12/2027\n6001230003,,500,';
  const { lines } = await readLines(csv);
  expect(lines.map(({ code, pin, problem }) => [code, pin, problem])).toEqual([
    ['6001230001', '0042', undefined],
    ['6001230002', '0042', undefined],
    ['6001230003', undefined, undefined],
  ]);
  expect([...(toBatches(lines, 100)[0]?.pins ?? [])]).toEqual([
    ['6001230001', '0042'],
    ['6001230002', '0042'],
  ]);
  expect(await problems('code,pin\nLKB1,4.82193E+15')).toEqual(['PIN damaged by a spreadsheet']);
});

test('reads N/A, null and a dash as a missing PIN, and N/A as a missing code', async () => {
  const { lines } = await readLines('code,pin\nLKB1,N/A\nLKB2,null\nLKB3,-\nN/A,1234\nLKB4,0042');
  expect(lines.map(({ code, pin, problem }) => [code, pin, problem?.text])).toEqual([
    ['LKB1', undefined, undefined],
    ['LKB2', undefined, undefined],
    ['LKB3', undefined, undefined],
    ['', '1234', 'No code'],
    ['LKB4', '0042', undefined],
  ]);
});

test.each([
  ['Gift Card - Zomato', 'zomato'],
  ['Amazon Pay', 'amazon'],
  ['Swiggy Ltd', 'swiggy'],
  ['Corner Shop', undefined],
  ['Other', 'other'],
])('reads the type of %j as %s', (cell, type) => expect(findType(cell)).toBe(type));

test('guesses the columns of a table without headings by their content', async () => {
  expect(await codes('A-1;5\nA-2;10')).toEqual([
    [1, 'A-1'],
    [2, 'A-2'],
  ]);
  const numbered = await readCodesFile('1,500,AAAA,31/12/2027\n2,1000,BBBB,31/12/2027');
  expect(numbered.kinds).toEqual(['ignore', 'amount', 'code', 'expiry']);
  const file = await readCodesFile('AAA;A-1\nBBB;A-2');
  const kinds = withKind(withKind(file.kinds, 1, 'code'), 0, 'brand');
  expect(toLines(file, kinds).lines.map(({ code, brand }) => [code, brand])).toEqual([
    ['A-1', 'AAA'],
    ['A-2', 'BBB'],
  ]);
});

test('leaves out lines that are not vouchers, and lists them', async () => {
  const csv = [
    'sep=;',
    'Order 4711 - vouchers;;',
    ';;',
    'S.No;E-Voucher No;Amount',
    '1;LKB1;500',
    '2;LKB2;500',
    'S.No;E-Voucher No;Amount',
    '3;LKB3;500',
    'Total;3;1,500',
  ].join('\n');
  expect(await codes(csv)).toEqual([
    [5, 'LKB1'],
    [6, 'LKB2'],
    [8, 'LKB3'],
  ]);
  expect(await listLeftOut(csv)).toEqual([
    [1, 'names the separator'],
    [2, 'above the headings'],
    [7, 'a heading'],
    [9, 'a total'],
  ]);
  expect(await codes('Order 4711 - vouchers,,\nCode,Amount\nLKB1,5')).toEqual([[3, 'LKB1']]);
  const totals = ['Sum', 'Count: 2', 'TOTAL (2)', 'Total Rs. 1000', 'Sub-total', 'Grand Total: 2', 'total=2'];
  expect(await codes(['Code', 'TOTAL4821', ...totals].join('\n'))).toEqual([[2, 'TOTAL4821']]);
  expect((await listLeftOut(['Code', ...totals].join('\n'))).map(([, reason]) => reason)).toEqual(
    totals.map(() => 'a total'),
  );
  expect(await listLeftOut('Code\n1\n2\nLKB3\nTotal: 1')).toEqual([
    [2, 'the number of a row'],
    [3, 'the number of a row'],
    [5, 'a total'],
  ]);
});

test('reports unreadable cells by line', async () => {
  const { lines } = await readLines(
    'code,amount,expiry,type\nA,ten,,\nB,10,31/02/2027,\nC,10,2026-07-18,\nD,10,2026-07-19,\nE,"1,50",,\n,10,,\nF,5,,Zomato\nG,5,,Croma',
  );
  expect(lines.map(({ problem }) => problem)).toEqual([
    { text: 'Not an amount', cell: 'ten' },
    { text: 'Not a date', cell: '31/02/2027' },
    { text: 'Already expired', cell: '2026-07-18' },
    undefined,
    { text: 'Not an amount', cell: '1,50' },
    { text: 'No code' },
    undefined,
    { text: 'Unknown type', cell: 'Croma' },
  ]);
});

test('refuses a line with more values than columns', async () => {
  const several = expect.stringContaining('Several values');
  expect(await problems('LKB1\nLKB2\nLKB3,LKB4\nLKB5')).toEqual([undefined, undefined, several, undefined]);
  // Without quotes, the amount 1,000 is split and would be read as ₹1.
  expect(await problems('code,amount\nLKB1,1,000\nLKB2,500')).toEqual([several, undefined]);
});

test('removes the signs with which spreadsheets mark text, and reads on after a quote that is not closed', async () => {
  expect(await codes(`="0012345"\n'0012346`)).toEqual([
    [1, '0012345'],
    [2, '0012346'],
  ]);
  expect(await codes('"LKB1\nLKB2\nLKB3')).toEqual([
    [1, '"LKB1'],
    [2, 'LKB2'],
    [3, 'LKB3'],
  ]);
});

test('asks for the date format if all dates of the column are ambiguous', async () => {
  const readOrder = async (...dates: string[]) => {
    const file = await readCodesFile(['code,expiry', ...dates.map((date, index) => `LKB${index},${date}`)].join('\n'));
    return [getDayOrder(file, file.kinds), getAmbiguousDate(file, file.kinds)];
  };
  expect(await readOrder('7/7/2027', '5/6/2027')).toEqual(['ask', '5/6/2027']);
  expect((await readOrder('5/6/2027', '31/12/2027'))[0]).toBe('day first');
  expect((await readOrder('5/6/2027', '12/31/2027'))[0]).toBe('month first');
  expect((await readOrder('2027-06-05', '5-Jun-27'))[0]).toBe('day first');
});

test.each([
  ['Expiry (MM/DD/YYYY)', 'month first'],
  ['Expiry Date [dd-mm-yyyy]', 'day first'],
  ['Expiry DD/MM/YY', 'day first'],
  ['Expiry', 'ask'],
])('reads the date format from the heading %s', async (heading, order) => {
  const file = await readCodesFile(`code,${heading}\nLKB1,5/6/2027`);
  expect(getDayOrder(file, file.kinds)).toBe(order);
});

test('asks for the date format if the dates contradict the heading', async () => {
  const file = await readCodesFile('code,Expiry (MM/DD/YYYY)\nLKB1,31/12/2027\nLKB2,5/6/2027');
  expect(getDayOrder(file, file.kinds)).toBe('ask');
});

test('groups codes with equal values into batches of limited size', () => {
  const line = (code: string, amount?: number) => ({ code, amount });
  const lines = [line('a', 5), line('b'), line('c', 5), line('d', 5)];
  expect(toBatches(lines, 2).map(({ amount, codes: own }) => [amount, own])).toEqual([
    [5, ['a', 'c']],
    [5, ['d']],
    [undefined, ['b']],
  ]);
});
