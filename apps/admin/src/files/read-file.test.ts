import { expect, test } from 'vitest';
import { decodeText } from './read-file.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ['UTF-8', new TextEncoder().encode('Café,₹5'), 'Café,₹5'],
  ['UTF-16 of Excel', bytes(0xff, 0xfe, 0x41, 0, 0x31, 0), 'A1'],
  ['big-endian UTF-16', bytes(0xfe, 0xff, 0, 0x41, 0, 0x31), 'A1'],
  ['codes that begin like a workbook', new TextEncoder().encode('PKR-1'), 'PKR-1'],
  ['Windows-1252', bytes(0x43, 0x61, 0x66, 0xe9), 'Café'],
])('decodes %s', (_, given, text) => {
  expect(decodeText(given)).toEqual({ text });
});

test.each([
  ['a workbook', bytes(0x50, 0x4b, 3, 4), /a spreadsheet.*as CSV/],
  ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0), /a spreadsheet/],
  ['a PDF', new TextEncoder().encode('%PDF-1.7'), /a PDF/],
  ['a picture', bytes(0x89, 0x50, 0, 0), /not a text file/],
])('refuses %s and says why', (_, given, problem) => {
  expect(decodeText(given)).toEqual({ problem: expect.stringMatching(problem) });
});
