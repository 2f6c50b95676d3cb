import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('every cell is quoted, and its own quotes are doubled', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', '', null])).toBe(
    '"plain","a,b","say ""hi""","two\nlines","",""\r\n',
  );
});

describe('what a spreadsheet would run is text', () => {
  test.each(['=1+1', '+91', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＋91', '－1', '＠SUM(A1)'])(
    '%j',
    (cell) => {
      expect(csvLine([cell]).replaceAll('"', '').startsWith(`'${cell}`)).toBe(true);
    },
  );
});

test('numbers and truth values stay what they are', () => {
  expect(csvLine([-1.5, 0, true])).toBe('"-1.5","0","true"\r\n');
});
