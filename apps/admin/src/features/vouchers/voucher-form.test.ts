import { voucherCreateInput } from '@inaam/contracts/vouchers/vouchers';
import { expect, test } from 'vitest';
import { suggestBrand } from './voucher-fields.tsx';
import { type VoucherValues, voucherInput, voucherProblems } from './voucher-form.ts';
import { findUnwinnableAmounts } from './winnable-amounts.ts';

const TODAY = '2026-11-21';
const validValues: VoucherValues = {
  mode: 'single',
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: '5',
  expiry_date: TODAY,
  voucher_code: ' AMZ-1 ',
  voucher_codes: '',
  voucher_pin: '',
  voucher_description: '',
  voucher_terms: '',
};
const lines = (n: number): string => Array.from({ length: n }, (_, i) => `C${i}`).join('\n\n');

test('builds valid input for `vouchers.create`', () => {
  expect(voucherProblems(validValues, TODAY)).toEqual({});
  expect(voucherCreateInput.parse(voucherInput(validValues))).toMatchObject({
    kind: 'single',
    code: 'AMZ-1',
    voucher_amount: 500,
  });
  expect(voucherInput({ ...validValues, voucher_pin: '0042' })).toMatchObject({
    voucher_code: ' AMZ-1 ',
    voucher_pin: '0042',
  });
  expect(voucherInput({ ...validValues, mode: 'import' }, ['A', 'B'], new Map([['B', '0042']]))).toMatchObject({
    voucher_codes: ['A', 'B'],
    voucher_pins: [null, '0042'],
  });
  const bulk: VoucherValues = { ...validValues, mode: 'bulk', voucher_codes: lines(100), voucher_amount: '0.01' };
  expect(voucherProblems(bulk, TODAY)).toEqual({});
  expect(voucherInput({ ...validValues, voucher_amount: '1,00,000' }).voucher_amount).toBe(100_000);
  expect(voucherCreateInput.parse(voucherInput(bulk))).toMatchObject({ kind: 'bulk', voucher_amount: 1 });
});

test.each<[Partial<VoucherValues>, string, string]>([
  [{ voucher_amount: '0' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_amount: '' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_amount: '-5' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_amount: '12,50' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_amount: '10,00' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_amount: '0.001' }, 'voucher_amount', 'Please enter a valid amount greater than 0'],
  [{ voucher_code: '  ' }, 'voucher_code', 'Please enter a voucher code'],
  [{ mode: 'bulk', voucher_codes: ' \n\n' }, 'voucher_codes', 'Please enter at least one voucher code'],
  [{ mode: 'bulk', voucher_codes: lines(101) }, 'voucher_codes', 'Maximum 100 voucher codes allowed per batch'],
  [{ expiry_date: '2026-11-20' }, 'expiry_date', 'Expiry date cannot be earlier than today'],
  [{ expiry_date: '' }, 'expiry_date', 'Expiry date is required'],
  [{ voucher_brand: ' ' }, 'voucher_brand', 'Brand name is required'],
])('reports a problem for %j at the field %s', (patch, field, message) => {
  expect(voucherProblems({ ...validValues, ...patch }, TODAY)).toEqual({ [field]: message });
});

test.each([
  ['5.50', new Set([5]), 'No spin can win ₹5.50: prizes are whole rupees.'],
  ['7', new Set([5]), 'No active offer has ₹7 as a prize.'],
  ['5', new Set([5]), undefined],
  // While the offers load, only amounts that can never be won raise a warning.
  ['7', undefined, undefined],
  ['', new Set([5]), undefined],
])('warns of the amount %j if no spin can win it', (typed, winnable, warning) => {
  expect(findUnwinnableAmounts(typed, winnable)).toBe(warning);
});

test.each([
  ['the new type’s name instead of the previous type’s', 'myntra', 'Amazon', 'Myntra'],
  ['the type’s name if the field is empty', 'flipkart', '', 'Flipkart'],
  ['the brand that the admin typed', 'myntra', 'Corner Shop', 'Corner Shop'],
  ['empty for the type `other`', 'other', 'Amazon', ''],
] as const)('suggests as brand: %s', (_, voucher_type, voucher_brand, brand) => {
  expect(suggestBrand({ voucher_type, voucher_brand })).toBe(brand);
});

test.each<[keyof VoucherValues, number, Partial<VoucherValues>]>([
  ['voucher_brand', 120, {}],
  ['voucher_code', 200, {}],
  ['voucher_codes', 200, { mode: 'bulk' }],
  ['voucher_description', 2000, {}],
  ['voucher_terms', 4000, {}],
])('limits %s to %d characters', (field, limit, patch) => {
  const listProblems = (length: number) =>
    Object.keys(voucherProblems({ ...validValues, ...patch, [field]: 'x'.repeat(length) }, TODAY));
  expect([listProblems(limit), listProblems(limit + 1)]).toEqual([[], [field]]);
});
