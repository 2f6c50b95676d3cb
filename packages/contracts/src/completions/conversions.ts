import { z } from 'zod';
import { fileBatchInput } from '../common/exports.ts';
import { emailField, fieldMeta, fields, flag, integer, number, string, time } from '../common/fields.ts';
import { cappedTotals, choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { offerFilters } from '../offers/offer-filters.ts';
import { codeVisibility } from '../vouchers/bulk-and-check.ts';
import { completionStateNames } from './states.ts';

/** The admin's conversions: completions with the result of their spins. */
export const conversionListInput = z.object({
  ...pageInput(50),
  ...offerFilters,
  dateRange: choice(dateRanges).meta(fields.dateRange),
  /** `lost` means spun without a win. An unspun completion is not included. */
  voucherFilter: choice(['all', 'won', 'lost']).meta(fields.voucherFilter),
  state: choice(['all', ...completionStateNames]).meta(fields.state),
  codes: codeVisibility,
});
export type ConversionListInput = z.output<typeof conversionListInput>;

/** The list's filters, for its CSV export. */
export const conversionFileInput = conversionListInput
  .omit({ page: true, limit: true, total: true })
  .extend(fileBatchInput);
export type ConversionFileInput = z.output<typeof conversionFileInput>;

export const conversion = z.object({
  completion_id: integer(fields.completion_id),
  user_id: integer(fields.user_id),
  email: emailField(fields.email),
  title: string(fields.title),
  offer_id: integer(fields.offer_id),
  external_offer_id: string(fields.external_offer_id),
  voucher_won: flag(fields.voucher_won),
  voucher_amount: number(fields.voucher_amount).nullable(),
  voucher_brand: string(fields.voucher_brand).nullable(),
  voucher_code: string(fields.voucher_code).nullable(),
  voucher_pin: string(fields.voucher_pin).nullable(),
  spinner_used: flag(fields.spinner_used),
  completed_at: time(fields.completed_at),
  payout_amount: number(fields.payout_amount),
  revenue_amount: number(fieldMeta('Revenue of the completion as of now, further payments included, in rupees', 41.75)),
  goals: z
    .array(z.object({ goal_id: z.string(), amount: number(fields.amount), status: string(fields.status) }))
    .meta(
      fieldMeta(
        'Further payments of the network, oldest first. `goal_id` is the goal, or empty for a further transaction; `status` is `pending`, `approved` or `reversed`',
        [{ goal_id: 'level_5', amount: 3, status: 'approved' }],
      ),
    ),
  /** The network reversed the completion, so the revenue does not include its payout. */
  reversed: flag(fields.reversed),
  /** The network has not confirmed the completion, so the revenue does not include its payout. */
  pending: flag(fields.pending),
  held_until: time(fields.held_until).nullable(),
  owed: flag(fields.owed),
  state: z.enum(completionStateNames).meta(fields.state),
});
export type Conversion = z.infer<typeof conversion>;

export const conversionList = z.object({
  conversions: z.array(conversion),
  pagination,
  overallStats: z.object({
    totalRevenue: number(fields.totalRevenue),
    totalVoucherWins: integer(fieldMeta('Wins in all rows that match the filters', 23)),
    totalVoucherValue: number(fieldMeta('Amount won in all rows that match the filters, in rupees', 165)),
    overallWinRate: number(fieldMeta('Wins among all spins, percent with one decimal', 14.8)),
    ...cappedTotals,
  }),
});
export type ConversionList = z.infer<typeof conversionList>;
