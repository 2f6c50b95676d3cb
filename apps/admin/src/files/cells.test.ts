import { expect, test } from 'vitest';
import { parseAmount, parseDay } from './cells.ts';

test.each([
  ['2027-03-31', '2027-03-31'],
  ['2027/3/1', '2027-03-01'],
  ['20270331', '2027-03-31'],
  ['1/3/2027', '2027-03-01'],
  ['31.12.2027', '2027-12-31'],
  ['12/31/2027', '2027-12-31'],
  ['31-12-27', '2027-12-31'],
  ['5-Jun-27', '2027-06-05'],
  ['05 June 2027', '2027-06-05'],
  ['Jun 5, 2027', '2027-06-05'],
  ['31/12/2027 23:59:59', '2027-12-31'],
  ['2027-12-31T18:29:00Z', '2027-12-31'],
  ['2027-12-31T18:30:00Z', '2028-01-01'],
  ['45657', '2024-12-31'],
  ['46752.99', '2027-12-31'],
  ['2027-02-30', undefined],
  ['31/02/2027', undefined],
  ['5-Foo-27', undefined],
  ['12345', undefined],
  ['soon', undefined],
])('parses %s as the day %s', (text, day) => expect(parseDay(text, 'day first')).toBe(day));

test('reads 5/6/2027 by the file’s order of day and month', () => {
  expect(parseDay('5/6/2027', 'day first')).toBe('2027-06-05');
  expect(parseDay('5/6/2027', 'month first')).toBe('2027-05-06');
});

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
])('parses %s as the amount %s', (text, amount) => expect(parseAmount(text)).toBe(amount));
