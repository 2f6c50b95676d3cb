import { expect, test } from 'vitest';
import { readCodes } from './import-codes.tsx';

test('a plain list: one code a line, whichever way the lines end; blanks keep their places', async () => {
  expect(await readCodes('AAA-1\r\nBBB-2\r\n\r\n CCC-3 \r\n')).toEqual(['AAA-1', 'BBB-2', '', 'CCC-3']);
  expect(await readCodes('AAA-1')).toEqual(['AAA-1']);
  expect(await readCodes('')).toEqual([]);
});

test('of a table the column that is named, its headings being no code', async () => {
  const csv = '\uFEFFBrand,"Voucher_Code",Amount\nAmazon,"AMZ-1",10\nAmazon,AMZ-2,10\n';
  expect(await readCodes(csv)).toEqual(['', 'AMZ-1', 'AMZ-2']);
  expect(await readCodes('amount\tcode\n5\tX-1\n10\tX-2')).toEqual(['', 'X-1', 'X-2']);
});

test('of a table without such a heading the first column, from its first line on', async () => {
  expect(await readCodes('A-1;5\nA-2;10\nA-3;10')).toEqual(['A-1', 'A-2', 'A-3']);
  expect(await readCodes('A-1,"said ""so"", twice"\n,empty\nA-3,x')).toEqual(['A-1', '', 'A-3']);
});
