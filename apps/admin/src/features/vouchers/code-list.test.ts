import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCodeProblem, parseCodes } from './code-list.ts';

test('reads one code per line, skips blank lines and counts repeated codes', () => {
  expect(parseCodes(' AB-1 \r\n\n\t\nAB-2\rAB-1\n')).toEqual({ codes: ['AB-1', 'AB-2', 'AB-1'], repeats: 1 });
  expect(parseCodes(' \n \r\n')).toEqual({ codes: [], repeats: 0 });
  expect(parseCodes('')).toEqual({ codes: [], repeats: 0 });
});

test('removes quotes around a code', () => {
  expect(parseCodes('"LKB1"\nLKB2\n‘LKB3’\n“LKB4”\n\'LKB5\'').codes).toEqual(['LKB1', 'LKB2', 'LKB3', 'LKB4', 'LKB5']);
});

test.each([
  ['LKB3,LKB4', /more than a code/],
  ['LKB3\tLKB4', /more than a code/],
  ['LKB"3', /more than a code/],
  ['LKB3 LKB4', /more than a code/],
  ['LKB3|LKB4', /more than a code/],
  ['LKB3“LKB4', /more than a code/],
  ['N/A', /not a voucher code/],
  ['null', /not a voucher code/],
  ['Voucher Code', /a heading/],
  ['Total: 25', /a total/],
  ['12', /the number of a row/],
  ['6.00123E+15', /damaged by a spreadsheet/],
])('refuses %s as a code', (code, problem) => {
  expect(findCodeProblem(['LKB1', code])).toMatch(problem);
});

test('accepts blanks in a single typed code, but not in a list of codes', () => {
  expect(findCodeProblem(['6001 2300 0123'], true)).toBeUndefined();
  expect(findCodeProblem(['6001 2300', '6001 2301'])).toMatch(/more than a code/);
});

test('reads all codes between any number of blank lines', () => {
  const code = fc.stringMatching(/^[A-Z0-9-]{1,20}$/);
  const gap = fc.constantFrom('\n', '\r\n', '\n\n', '\n  \n', '\r');
  fc.assert(
    fc.property(fc.array(fc.tuple(code, gap)), (lines) => {
      const { codes, repeats } = parseCodes(lines.map(([line, end]) => line + end).join(''));
      expect(codes).toEqual(lines.map(([line]) => line));
      expect(repeats).toBe(codes.length - new Set(codes).size);
    }),
  );
});
