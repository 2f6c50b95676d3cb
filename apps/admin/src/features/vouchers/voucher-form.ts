import { parseTypedNumber, toPaise } from '@inaam/contracts/common/money';
import { AMOUNT_PROBLEM, MAX_BATCH, type voucherCreateInput } from '@inaam/contracts/vouchers/vouchers';
import type { z } from 'zod';
import { findCodeProblem, parseCodes } from './code-list.ts';

type Input = z.input<typeof voucherCreateInput>;
/** The input of `vouchers.create` as form fields, without `quantity` and `voucher_pins`. */
export type VoucherValues = {
  [Field in Exclude<keyof Input, 'quantity' | 'voucher_pins'>]-?: Extract<Input[Field], string>;
} & { mode: 'single' | 'bulk' | 'import' };

/** The labels of the fields, for messages about them. */
export const voucherLabels: Readonly<Record<Exclude<keyof VoucherValues, 'mode'>, string>> = {
  voucher_type: 'Type',
  voucher_brand: 'Brand name',
  voucher_amount: 'Amount',
  expiry_date: 'Expiry date',
  voucher_code: 'Voucher code',
  voucher_codes: 'Voucher codes',
  voucher_pin: 'PIN',
  voucher_description: 'Description',
  voucher_terms: 'Terms',
};

export type VoucherProblems = Partial<Record<keyof VoucherValues, string>>;

const BRAND_MAX = 120;
const CODE_MAX = 200;
const DESCRIPTION_MAX = 2000;
const TERMS_MAX = 4000;

/**
 * The form's problems by field, in the specification's words (section 5).
 * @param today in Indian time, `YYYY-MM-DD`
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

  const codeProblem = values.mode === 'single' ? findSingleProblem(values.voucher_code.trim()) : undefined;
  if (codeProblem) problems.voucher_code = codeProblem;
  const listProblem = values.mode === 'bulk' ? findListProblem(values.voucher_codes) : undefined;
  if (listProblem) problems.voucher_codes = listProblem;
  if (values.voucher_description.trim().length > DESCRIPTION_MAX) {
    problems.voucher_description = `Description must be at most ${DESCRIPTION_MAX} characters`;
  }
  if (values.voucher_terms.trim().length > TERMS_MAX) {
    problems.voucher_terms = `Terms must be at most ${TERMS_MAX} characters`;
  }
  return problems;
}

const TOO_LONG = `A voucher code has at most ${CODE_MAX} characters`;

function findSingleProblem(code: string): string | undefined {
  if (code === '') return 'Please enter a voucher code';
  return code.length > CODE_MAX ? TOO_LONG : findCodeProblem([code], true);
}

function findListProblem(text: string): string | undefined {
  const { codes } = parseCodes(text);
  if (codes.length === 0) return 'Please enter at least one voucher code';
  if (codes.length > MAX_BATCH) return `Maximum ${MAX_BATCH} voucher codes allowed per batch`;
  return codes.some((code) => code.length > CODE_MAX) ? TOO_LONG : findCodeProblem(codes);
}

/**
 * The input of `vouchers.create`, without empty optional texts.
 * @param imported the codes of one batch, in the mode `import`
 * @param pins the PINs of the imported codes, by code
 */
export function voucherInput(
  values: VoucherValues,
  imported?: readonly string[],
  pins?: ReadonlyMap<string, string>,
): Input {
  const {
    mode,
    voucher_code,
    voucher_codes,
    voucher_pin,
    voucher_amount,
    voucher_description,
    voucher_terms,
    ...rest
  } = values;
  return {
    ...rest,
    voucher_amount: parseTypedNumber(voucher_amount) ?? 0,
    ...(voucher_description.trim() && { voucher_description }),
    ...(voucher_terms.trim() && { voucher_terms }),
    ...(mode === 'single'
      ? { voucher_code, ...(voucher_pin.trim() && { voucher_pin }) }
      : { voucher_codes: imported ? [...imported] : parseCodes(voucher_codes).codes }),
    ...(imported && pins && pins.size > 0 && { voucher_pins: imported.map((code) => pins.get(code) ?? null) }),
  };
}
