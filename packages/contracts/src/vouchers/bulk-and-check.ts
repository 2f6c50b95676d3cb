import { z } from 'zod';
import { fieldMeta } from '../common/fields.ts';
import { id } from '../common/text.ts';

/** Voucher actions of the back-office beyond the documented calls. */

/** Maximum number of pasted lines, or lines of a file, in one check. */
export const MAX_CHECKED = 5000;
export const voucherCheckInput = z.object({
  codes: z.array(z.string().max(1000)).max(MAX_CHECKED, `At most ${MAX_CHECKED} lines at once`),
  /** The type and brand of each code, in the same order. If absent, an equal code of any brand is a duplicate. */
  brands: z
    .array(z.object({ voucher_type: z.string().max(120), voucher_brand: z.string().max(1000) }))
    .max(MAX_CHECKED)
    .optional(),
});
export type VoucherCheckInput = z.output<typeof voucherCheckInput>;

/** The possible verdicts on a line. Blank lines get none. */
export const codeVerdicts = [
  'valid',
  'duplicate_in_list',
  'duplicate_in_stock',
  /** The list or the stock has the same code with other upper and lower case. */
  'differs_in_case',
  'damaged',
  'malformed',
] as const;
export type CodeVerdict = (typeof codeVerdicts)[number];
export const voucherCheck = z.object({
  lines: z.array(z.object({ line: z.number(), code: z.string(), verdict: z.enum(codeVerdicts) })),
  counts: z.record(z.enum(codeVerdicts), z.number()),
});
export type VoucherCheck = z.infer<typeof voucherCheck>;

export const revealed = z.object({
  voucher_id: z.number(),
  voucher_code: z.string(),
  voucher_pin: z.string().nullable(),
});
export type RevealedVoucher = z.infer<typeof revealed>;

export const MAX_BULK = 500;
export const voucherBulkInput = z.object({
  voucher_ids: z.array(id).min(1, 'Please select vouchers').max(MAX_BULK, `At most ${MAX_BULK} vouchers at once`),
  action: z.enum(['expire', 'reactivate', 'delete']),
});

/** The result of a bulk action: some vouchers may be refused while others succeed. */
export const voucherBulk = z.object({
  done: z.number(),
  refused: z.array(z.object({ voucher_id: z.number(), reason: z.string() })),
  message: z.string(),
});
export type VoucherBulk = z.infer<typeof voucherBulk>;

/**
 * The last characters of a code, which lists show: four for codes of eight or more characters, two for four to seven,
 * none for shorter codes.
 */
export function getCodeSuffix(code: string): string {
  const signs = Array.from(code);
  const shown = signs.length >= 8 ? 4 : signs.length >= 4 ? 2 : 0;
  return shown === 0 ? '' : signs.slice(-shown).join('');
}

/** `••••R8NX`: enough to recognise a code, not enough to use it. */
export const maskCode = (code: string): string => `••••${getCodeSuffix(code)}`;

/**
 * `plain`, the default, shows unmasked codes to callers who may read codes. It is meant for programs with a service
 * key. Screens ask for `masked`.
 */
export const codeVisibility = z
  .enum(['plain', 'masked'])
  .default('plain')
  .meta(fieldMeta('`masked` shows only the end of each code'));
