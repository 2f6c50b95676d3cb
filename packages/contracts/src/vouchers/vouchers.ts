import { z } from 'zod';
import { fileBatchInput } from '../common/exports.ts';
import { day, emailField, fieldMeta, fields, integer, number, string, time } from '../common/fields.ts';
import { choice, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { toPaise } from '../common/money.ts';
import { amountOrText, calendarDay, id, oneLine, requiredText, text, wholeNumber } from '../common/text.ts';
import { codeVisibility } from './bulk-and-check.ts';
import { cleanCode } from './clean-code.ts';

export const voucherTypes = ['myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other'] as const;
export type VoucherType = (typeof voucherTypes)[number];
/** The default brand of each voucher type. */
export const voucherTypeNames: Record<VoucherType, string> = {
  myntra: 'Myntra',
  flipkart: 'Flipkart',
  amazon: 'Amazon',
  swiggy: 'Swiggy',
  zomato: 'Zomato',
  paytm: 'Paytm',
  other: 'Other',
};
export const voucherStatuses = ['available', 'assigned', 'used', 'expired'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

export const MAX_BATCH = 100;

/** Removes invisible characters, so that equal codes stay equal. Refuses line breaks and tabs between table cells. */
const code = oneLine(text(200).transform(cleanCode));

/** Pasted codes: a text with one code per line, or a list. Blank lines and invisible characters are dropped. */
const codeList = z
  .union([z.array(text(200)), z.string()], 'must be a list of codes')
  .transform((given) => [given].flat().flatMap((each) => each.split(/\r\n?|\n/)))
  .transform((codes) => codes.map(cleanCode).filter(Boolean))
  .pipe(
    z
      .array(code)
      .min(1, 'Please enter at least one voucher code')
      .max(MAX_BATCH, `Maximum ${MAX_BATCH} voucher codes allowed per batch`),
  );

export const AMOUNT_PROBLEM = 'Please enter a valid amount greater than 0';

const MAX_PIN = 100;
/** The PIN that a brand requires with a code; null if the brand has no PINs. */
const pin = z
  .union([z.null(), z.string()], 'must be text')
  .pipe(z.union([z.null(), oneLine(text(MAX_PIN).transform(cleanCode))]))
  .transform((given) => given || null);

/** Fields that all codes of a batch share. Amounts in paise. */
const voucherDetails = {
  voucher_type: z.enum(voucherTypes).meta(fieldMeta('Type of the voucher: a brand, or `other`')),
  voucher_brand: requiredText(120).optional().meta(fields.voucher_brand),
  voucher_amount: amountOrText(AMOUNT_PROBLEM)
    .transform((value) => (value > 0 ? toPaise(value) : undefined))
    .pipe(z.number(AMOUNT_PROBLEM).min(1, AMOUNT_PROBLEM))
    .optional()
    .meta(fields.voucher_amount),
  voucher_description: text(2000).optional().meta(fields.voucher_description),
  voucher_terms: text(4000).optional().meta(fields.voucher_terms),
  expiry_date: calendarDay.optional().meta(fields.expiry_date),
};
export type VoucherDetails = z.output<z.ZodObject<typeof voucherDetails>>;

/**
 * The three kinds of request: one code, a list of codes, or a `quantity` of codes that the server generates.
 */
export type VoucherCreate = VoucherDetails &
  (
    | { kind: 'single'; code: string; pin?: string | null | undefined }
    | { kind: 'bulk'; codes: string[]; pins?: (string | null)[] | undefined }
    | { kind: 'made'; quantity: number }
  );

export const voucherCreateInput = z
  .object({
    ...voucherDetails,
    voucher_code: code.optional().meta(fields.voucher_code),
    voucher_codes: codeList
      .optional()
      .meta(fieldMeta('Codes, at most 100: a list, or text with one per line', ['DEMO-0001', 'DEMO-0002'])),
    voucher_pin: pin.optional().meta(fields.voucher_pin),
    voucher_pins: z
      .array(pin, 'must be a list of PINs')
      .max(MAX_BATCH, `must be at most ${MAX_BATCH} PINs`)
      .optional()
      .meta(
        fieldMeta('A PIN for each of `voucher_codes`, in the same order; null where a code has none', ['4821', null]),
      ),
    quantity: wholeNumber(1, MAX_BATCH).optional().meta(fieldMeta('Number of unique codes to generate', 10)),
  })
  .transform((input, ctx): VoucherCreate => {
    const { voucher_code, voucher_codes, voucher_pin, voucher_pins, quantity, ...details } = input;
    if (voucher_codes === undefined && !voucher_code && quantity !== undefined) {
      return { ...details, kind: 'made', quantity };
    }
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (!details.voucher_brand) refuse('voucher_brand', 'is required');
    if (!details.voucher_amount) refuse('voucher_amount', AMOUNT_PROBLEM);
    if (!details.expiry_date) refuse('expiry_date', 'is required');
    if (voucher_pins && voucher_pins.length !== voucher_codes?.length) {
      refuse('voucher_pins', 'must be as long as voucher_codes');
    }
    if (voucher_pin && voucher_codes) refuse('voucher_pin', 'belongs to voucher_code; a list has voucher_pins');
    if (voucher_codes !== undefined) return { ...details, kind: 'bulk', codes: voucher_codes, pins: voucher_pins };
    if (!voucher_code) refuse('voucher_code', 'Please enter a voucher code');
    return { ...details, kind: 'single', code: voucher_code ?? '', pin: voucher_pin };
  });

export const voucherCreated = z.object({
  created: integer(fieldMeta('Codes that were added', 2)),
  skipped: integer(fieldMeta('Codes that existed already', 0)),
  message: string(fields.message),
});
export type VoucherCreated = z.infer<typeof voucherCreated>;

export const voucherStatusInput = z.object({
  voucher_id: id.meta(fields.voucher_id),
  status: z.enum(voucherStatuses).meta(fieldMeta('Status')),
});
export const voucherIdInput = z.object({ voucher_id: id.meta(fields.voucher_id) });
export const message = z.object({ message: string(fields.message) });

export const amountRanges = {
  '0-50': [0, 50_00],
  '51-100': [50_01, 100_00],
  '101-500': [100_01, 500_00],
  '501-1000': [500_01, 1000_00],
  '1001+': [1000_01, null],
} as const satisfies Record<string, readonly [number, number | null]>;
export type AmountRange = keyof typeof amountRanges;

export const voucherListInput = z.object({
  ...pageInput(50),
  status: choice(['all', ...voucherStatuses]).meta(fieldMeta('Status')),
  brand: text(120).optional().meta(fields.brand),
  voucher_type: choice(['all', ...voucherTypes]).meta(fieldMeta('Filters by type of voucher')),
  /** An unencoded `+` arrives as a space. */
  amount_range: choice(['all', '0-50', '51-100', '101-500', '501-1000', '1001+'], { '1001 ': '1001+' }).meta(
    fieldMeta('Filters by amount in rupees'),
  ),
  expiry_filter: choice(['all', 'expiring_soon', 'expiring_this_month', 'expired', 'valid']).meta(
    fieldMeta('Filters by expiry date'),
  ),
  sortBy: z
    .enum(['created_at', 'expiry_date', 'voucher_amount', 'voucher_brand', 'voucher_type', 'status', 'assigned_at'])
    .default('created_at')
    .meta(fields.sortBy),
  sortOrder: sortOrder.default('desc'),
  codes: codeVisibility,
});
export type VoucherListInput = z.output<typeof voucherListInput>;

/** The list's filters, for its CSV file, which is ordered by import time. */
export const voucherFileInput = voucherListInput
  .omit({ page: true, limit: true, total: true })
  .extend({ ...fileBatchInput, sortBy: z.enum(['created_at']).default('created_at') });
export type VoucherFileInput = z.output<typeof voucherFileInput>;

/** The fields of a saved batch, for answers. The compiler reports a new field that is missing here. */
const savedDetails = {
  voucher_type: string(fields.voucher_type),
  voucher_brand: string(fields.voucher_brand),
  voucher_amount: number(fields.voucher_amount),
  voucher_description: string(fields.voucher_description).nullable(),
  voucher_terms: string(fields.voucher_terms).nullable(),
  expiry_date: day(fields.expiry_date),
} satisfies Record<keyof typeof voucherDetails, z.ZodType>;

/** A voucher as admins see it; money in rupees. */
export const adminVoucher = z.object({
  voucher_id: integer(fields.voucher_id),
  voucher_code: string(fields.voucher_code),
  voucher_pin: string(fields.voucher_pin).nullable(),
  ...savedDetails,
  status: z.enum(voucherStatuses).meta(fieldMeta('Status')),
  assigned_to_user_id: integer(fieldMeta('Id of the user who won the voucher', 12)).nullable(),
  assigned_to_email: emailField(fieldMeta('E-mail address of the user who won the voucher')).nullable(),
  assigned_at: time(fieldMeta('When the voucher was won')).nullable(),
  created_at: time(fields.created_at),
});
export type AdminVoucher = z.infer<typeof adminVoucher>;

const counts = {
  total: integer(fieldMeta('Codes of the brand', 145)),
  available: integer(fields.available),
  assigned: integer(fieldMeta('Won and not yet used', 14)),
  used: integer(fieldMeta('Used', 9)),
  expired: integer(fieldMeta('Expired', 2)),
};
export const voucherStat = z.object({
  voucher_type: string(fields.voucher_type),
  voucher_brand: string(fields.voucher_brand),
  ...counts,
  amount_breakdown: z.array(
    z.object({ amount: number(fields.amount), count: integer(fields.count), ...counts }).omit({ total: true }),
  ),
});
export type VoucherStat = z.infer<typeof voucherStat>;

/** Wins that wait for stock, by amount in rupees. */
export const owedWins = z.array(
  z.object({
    amount: number(fields.amount),
    count: integer(fieldMeta('Number of wins that wait for a voucher of this amount', 4)),
    oldest: time(fieldMeta('Time of the oldest win that waits for a voucher of this amount')),
  }),
);

export const adminVoucherList = z.object({
  vouchers: z.array(adminVoucher),
  stats: z.array(voucherStat),
  owed: owedWins,
  pagination,
});
export type AdminVoucherList = z.infer<typeof adminVoucherList>;
