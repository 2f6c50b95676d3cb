import { describe, expect, test } from 'vitest';
import {
  formatCompact,
  formatCompactRupees,
  formatCount,
  formatExactRupees,
  formatMoney,
  formatOneDecimal,
  formatPlural,
  formatRupees,
  formatUpToOneDecimal,
} from './format.ts';

describe('numbers in Indian grouping', () => {
  test.each([
    [formatCount(1_234_568), '12,34,568'],
    [formatCount(0), '0'],
    [formatUpToOneDecimal(7), '7'],
    [formatUpToOneDecimal(7.25), '7.3'],
    [formatOneDecimal(7), '7.0'],
    [formatCompact(123_456), '1.2L'],
    [formatRupees(1_234_568), '₹12,34,568'],
    [formatRupees(5.4), '₹5'],
    [formatExactRupees(5.4), '₹5.40'],
    [formatExactRupees(1_234_568), '₹12,34,568.00'],
    [formatCompactRupees(123_456), '₹1.2L'],
    [formatMoney('123456', 'INR'), '₹1,23,456.00'],
    [formatMoney('-1234.5', 'USD'), '-$1,234.50'],
    [formatMoney('0.000001', 'USD'), '$0.000001'],
    [formatMoney('999999999999.999999', 'INR'), '₹9,99,99,99,99,999.999999'],
    [formatMoney('1234', 'XTS'), 'XTS\u00A01,234.00'],
  ])('writes %s', (written, expected) => {
    expect(written).toBe(expected);
  });

  test.each([
    [0, '0 vouchers'],
    [1, '1 voucher'],
    [2, '2 vouchers'],
    [12_345, '12,345 vouchers'],
  ])('formats %d items as %s', (count, expected) => {
    expect(formatPlural(count, 'voucher')).toBe(expected);
  });

  test('uses a given plural form', () => {
    expect(formatPlural(2, 'address', 'addresses')).toBe('2 addresses');
    expect(formatPlural(1, 'address', 'addresses')).toBe('1 address');
  });
});

test.each([
  [formatRupees(2.5), '₹3'],
  [formatRupees(0.5), '₹1'],
  [formatRupees(0.49), '₹0'],
  [formatOneDecimal(12.25), '12.3'],
  [formatOneDecimal(0.05), '0.1'],
  [formatUpToOneDecimal(0.04), '0'],
  [formatExactRupees(0.005), '₹0.01'],
  [formatCompact(99_999), '1L'],
  [formatCompact(999), '999'],
])('rounds half up, to %s', (written, expected) => {
  expect(written).toBe(expected);
});
