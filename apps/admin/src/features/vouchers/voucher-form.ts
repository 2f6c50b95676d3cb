import { parseTypedNumber, toPaise } from '@inaam/contracts/common/money';
import { AMOUNT_PROBLEM, MAX_BATCH, type voucherCreateInput } from '@inaam/contracts/vouchers/vouchers';
import type { z } from 'zod';
import { parseCodes } from './code-list.ts';

type Input = z.input<typeof voucherCreateInput>;
/** The procedure's input as form fields. A new field of a batch is added here. */
export type VoucherValues = {
  [Field in Exclude<keyof Input, 'quantity'>]-?: Extract<Input[Field], string>;
} & { mode: 'single' | 'bulk' | 'import' };

export type VoucherProblems = Partial<Record<keyof VoucherValues, string>>;

const BRAND_MAX = 120;
const CODE_MAX = 200;
const DESCRIPTION_MAX = 2000;
const TERMS_MAX = 4000;

/**
 * The form's problems by field, in the specification's words (section 5).
 * @param today the day in India, `YYYY-MM-DD`
 */
export function voucherProblems(values: VoucherValues, today: string): VoucherProblems {
  const problems: VoucherProblems = {};
  const brand = values.voucher_brand.trim();
  if (brand === '') problems.voucher_brand = 'Brand name is required';
  else if (brand.length > BRAND_MAX) problems.voucher_brand = `Brand name must be at most ${BRAND_MAX} characters`;

  const paise = toPaise(parseTypedNumber(values.voucher_amount) ?? 0);
  if (paise === undefined || paise <= 0) problems.voucher_amount = AMOUNT_PROBLEM;

  if (values.expiry_date === '') problems.expiry_date = 'Expiry date is required';
  else if (values.expiry_date < today) problems.expiry_date = 'Expiry date cannot be earlier than today';

  if (values.mode === 'single') {
    const code = values.voucher_code.trim();
    if (code === '') problems.voucher_code = 'Please enter a voucher code';
    else if (code.length > CODE_MAX) problems.voucher_code = `A voucher code has at most ${CODE_MAX} characters`;
  } else if (values.mode === 'bulk') {
    const { codes } = parseCodes(values.voucher_codes);
    if (codes.length === 0) problems.voucher_codes = 'Please enter at least one voucher code';
    else if (codes.length > MAX_BATCH) problems.voucher_codes = `Maximum ${MAX_BATCH} voucher codes allowed per batch`;
    else if (codes.some((code) => code.length > CODE_MAX)) {
      problems.voucher_codes = `A voucher code has at most ${CODE_MAX} characters`;
    }
  }
  if (values.voucher_description.trim().length > DESCRIPTION_MAX) {
    problems.voucher_description = `Description must be at most ${DESCRIPTION_MAX} characters`;
  }
  if (values.voucher_terms.trim().length > TERMS_MAX) {
    problems.voucher_terms = `Terms must be at most ${TERMS_MAX} characters`;
  }
  return problems;
}

/**
 * The procedure's input, without empty optional texts.
 * @param imported the codes of one batch, in the mode `import`
 */
export function voucherInput(values: VoucherValues, imported?: readonly string[]): Input {
  const { mode, voucher_code, voucher_codes, voucher_amount, voucher_description, voucher_terms, ...rest } = values;
  return {
    ...rest,
    voucher_amount: parseTypedNumber(voucher_amount) ?? 0,
    ...(voucher_description.trim() && { voucher_description }),
    ...(voucher_terms.trim() && { voucher_terms }),
    ...(mode === 'single'
      ? { voucher_code }
      : { voucher_codes: imported ? [...imported] : parseCodes(voucher_codes).codes }),
  };
}
