import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('quotes every cell and doubles its quotes', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', '', null])).toBe(
    '"plain","a,b","say ""hi""","two\nlines","",""\r\n',
  );
});

describe('escapes what a spreadsheet would run', () => {
  test.each(['=1+1', '+91', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＋91', '－1', '＠SUM(A1)'])(
    '%j',
    (cell) => {
      expect(csvLine([cell]).replaceAll('"', '').startsWith(`'${cell}`)).toBe(true);
    },
  );
});

test('quotes numbers and booleans, but does not escape them', () => {
  expect(csvLine([-1.5, 0, true])).toBe('"-1.5","0","true"\r\n');
});
