import { describe, expect, test } from 'vitest';
import { voucherCreateInput } from './vouchers.ts';

const details = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 10, expiry_date: '2030-01-31' };

/** The first validation error, as `field: message`. */
const complaint = (input: object) => {
  const parsed = voucherCreateInput.safeParse(input);
  const issue = parsed.error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
};

test('accepts one code', () => {
  expect(voucherCreateInput.parse({ ...details, voucher_code: ' ABC ' })).toMatchObject({
    kind: 'single',
    code: 'ABC',
    voucher_amount: 1000,
  });
});

test('removes invisible characters of a pasted code and PIN', () => {
  const pasted = { ...details, voucher_code: '\u200bABC\u202c', voucher_pin: '\u200e0042' };
  expect(voucherCreateInput.parse(pasted)).toMatchObject({ kind: 'single', code: 'ABC', pin: '0042' });
});

test('reads an amount with groups of thousands', () => {
  expect(voucherCreateInput.parse({ ...details, voucher_code: 'A', voucher_amount: '1,00,000' })).toMatchObject({
    voucher_amount: 100_000_00,
  });
});

test('reads one pasted code per line and drops blank lines', () => {
  expect(voucherCreateInput.parse({ ...details, voucher_codes: 'A\r\n\n  B \n' })).toMatchObject({
    kind: 'bulk',
    codes: ['A', 'B'],
  });
});

test('accepts a type and a quantity alone, for codes to generate', () => {
  // A form also sends the empty field of the code.
  for (const empty of [{}, { voucher_code: '' }])
    expect(voucherCreateInput.parse({ voucher_type: 'paytm', quantity: '3', ...empty })).toMatchObject({
      kind: 'made',
      quantity: 3,
    });
});

test('accepts a PIN for each code, and reads an empty PIN as none', () => {
  const single = voucherCreateInput.parse({ ...details, voucher_code: 'A', voucher_pin: ' 0042 ' });
  expect(single).toMatchObject({ kind: 'single', code: 'A', pin: '0042' });
  expect(voucherCreateInput.parse({ ...details, voucher_code: 'A', voucher_pin: '' })).toMatchObject({ pin: null });
  const codes = { ...details, voucher_codes: 'A\nB\nC' };
  expect(voucherCreateInput.parse({ ...codes, voucher_pins: ['1', null, ''] })).toMatchObject({
    codes: ['A', 'B', 'C'],
    pins: ['1', null, null],
  });
});

describe('reports missing or wrong fields in the specification’s words', () => {
  test.each([
    [{ ...details, voucher_code: '' }, 'voucher_code: Please enter a voucher code'],
    [details, 'voucher_code: Please enter a voucher code'],
    [{ ...details, voucher_code: '\u200b' }, 'voucher_code: Please enter a voucher code'],
    [{ ...details, voucher_code: 'A\nB' }, 'voucher_code: must be one line without control characters'],
    [{ ...details, voucher_codes: 'A\nB\t50' }, 'voucher_codes.1: must be one line without control characters'],
    [
      { ...details, voucher_code: 'A', voucher_pin: '12\n34' },
      'voucher_pin: must be one line without control characters',
    ],
    [{ ...details, voucher_codes: ['', ' '] }, 'voucher_codes: Please enter at least one voucher code'],
    [
      { ...details, voucher_codes: Array.from({ length: 101 }, (_, i) => `C${i}`) },
      'voucher_codes: Maximum 100 voucher codes allowed per batch',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: 0 },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: -5 },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: '' },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: 'abc' },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: 0.001 },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [
      { ...details, voucher_code: 'A', voucher_amount: '12,50' },
      'voucher_amount: Please enter a valid amount greater than 0',
    ],
    [{ ...details, voucher_code: 'A', voucher_brand: undefined }, 'voucher_brand: is required'],
    [{ ...details, voucher_code: 'A', expiry_date: undefined }, 'expiry_date: is required'],
    [{ ...details, voucher_code: 'A', expiry_date: '31-01-2030' }, 'expiry_date: must be a date, YYYY-MM-DD'],
    [{ ...details, voucher_code: 'A', expiry_date: '2030-02-30' }, 'expiry_date: must be a date, YYYY-MM-DD'],
    [{ ...details, voucher_codes: ['A', 'B'], voucher_pins: ['1'] }, 'voucher_pins: must be as long as voucher_codes'],
    [{ ...details, voucher_code: 'A', voucher_pins: ['1'] }, 'voucher_pins: must be as long as voucher_codes'],
    [
      { ...details, voucher_codes: ['A'], voucher_pin: '1' },
      'voucher_pin: belongs to voucher_code; a list has voucher_pins',
    ],
    [{ ...details, voucher_code: 'A', voucher_pin: 1234 }, 'voucher_pin: must be text'],
    [{ voucher_type: 'paytm', quantity: 101 }, 'quantity: must be at most 100'],
  ])('%j: %s', (input, message) => {
    expect(complaint(input)).toBe(message);
  });
});
