import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMicros, parseMicros, parseTypedNumber, payoutToPaise, toPaise, toRupees } from './money.ts';

test('converts every amount in paise to rupees and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (paise) => {
      expect(toPaise(toRupees(paise))).toBe(paise);
    }),
  );
});

describe('rupees', () => {
  test.each([0.005, 1.001, 600_000.005, 99_999_999.999, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
    'rejects %s as an amount',
    (rupees) => {
      expect(toPaise(rupees)).toBeUndefined();
    },
  );
  test('reads 0.29 as 29 paise although 0.29 * 100 is not 29', () => {
    expect(toPaise(0.29)).toBe(29);
  });
});

describe('numbers that a person typed', () => {
  test.each([
    ['500', 500],
    [' 12.50 ', 12.5],
    ['0.29', 0.29],
    ['1,000', 1000],
    ['1,00,000', 100_000],
    ['10,00,000.50', 1_000_000.5],
    ['1,000,000', 1_000_000],
    ['100,000', 100_000],
    ['10.0000', 10],
  ])('reads %s', (typed, number) => {
    expect(parseTypedNumber(typed)).toBe(number);
  });
  test.each([
    '',
    '1,50',
    '10,00',
    '12,5',
    '0,500',
    '1,0000',
    '100,00,000',
    '1,000,00',
    '1,00,00',
    ',500',
    '1.000',
    '1.000,50',
    '1 000',
    '-5',
    '+5',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '५०',
    '₹50',
    'ten',
  ])('rejects %s', (typed) => {
    expect(parseTypedNumber(typed)).toBeUndefined();
  });
});

describe('payouts as networks write them', () => {
  test.each([
    ['12.34', 12_340_000n],
    ['0.30000000000000004', 300_000n],
    ['0.0000004999999999999999', 0n],
    ['0.0000005', 1n],
    ['0.4567', 456_700n],
    ['.50', 500_000n],
    ['-.5', -500_000n],
    ['-3', -3_000_000n],
    [' 7 ', 7_000_000n],
    ['0.0000005', 1n],
    ['0.00000049', 0n],
  ])('reads %s', (text, micros) => {
    expect(parseMicros(text)).toBe(micros);
  });
  test.each([
    '',
    '1,5',
    '1e3',
    '0x10',
    '5.',
    '.',
    '-',
    '-.',
    'NaN',
    '--1',
    '1234567890123',
    `0.${'1'.repeat(31)}`,
    '+1',
    '1 000',
    '1,000.50',
    '१',
    '٣',
    'Infinity',
    '1e9',
  ])('rejects %s', (text) => {
    expect(parseMicros(text)).toBeUndefined();
  });
  test.each(['12.34', '0.4567', '-3', '0', '-0.000001', '1000'])('writes %s unchanged', (text) => {
    expect(formatMicros(parseMicros(text) ?? 0n)).toBe(text);
  });
  test('converts to paise at the rate, rounded half away from zero', () => {
    expect(payoutToPaise(1_000_000n, 83_125_000n)).toBe(8313n);
    expect(payoutToPaise(12_340_000n, 1_000_000n)).toBe(1234n);
    expect(payoutToPaise(50_000n, 100_000n)).toBe(1n);
    expect(payoutToPaise(-1_000_000n, 83_125_000n)).toBe(-8313n);
  });
});

test('accepts at most ten crore rupees', () => {
  expect([toPaise(100_000_000), toPaise(-100_000_000)]).toEqual([10_000_000_000, -10_000_000_000]);
  expect([toPaise(100_000_000.01), toPaise(-100_000_000.01)]).toEqual([undefined, undefined]);
});
