import { describe, expect, test } from 'vitest';
import { voucherCreateInput } from './vouchers.ts';

const details = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 10, expiry_date: '2030-01-31' };

/** The first issue, as `field: message`. */
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

test('reads an amount with groups of thousands', () => {
  expect(voucherCreateInput.parse({ ...details, voucher_code: 'A', voucher_amount: '1,00,000' })).toMatchObject({
    voucher_amount: 100_000_00,
  });
});

test('reads pasted codes one a line and drops blank lines', () => {
  expect(voucherCreateInput.parse({ ...details, voucher_codes: 'A\r\n\n  B \n' })).toMatchObject({
    kind: 'bulk',
    codes: ['A', 'B'],
  });
});

test('accepts a quantity of codes with only a type', () => {
  // A form also sends its empty fields.
  for (const empty of [{}, { voucher_code: '' }])
    expect(voucherCreateInput.parse({ voucher_type: 'paytm', quantity: '3', ...empty })).toMatchObject({
      kind: 'made',
      quantity: 3,
    });
});

describe('names what is missing or wrong in the specification’s words', () => {
  test.each([
    [{ ...details, voucher_code: '' }, 'voucher_code: Please enter a voucher code'],
    [details, 'voucher_code: Please enter a voucher code'],
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
    [{ voucher_type: 'paytm', quantity: 101 }, 'quantity: must be at most 100'],
  ])('%#', (input, said) => {
    expect(complaint(input)).toBe(said);
  });
});
