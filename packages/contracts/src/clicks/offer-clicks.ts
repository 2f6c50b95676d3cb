import { z } from 'zod';
import { fileBatchInput } from '../common/exports.ts';
import { emailField, fieldMeta, fields, flag, integer, number, string, time } from '../common/fields.ts';
import { cappedTotals, choice, dateRanges, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { completionStateNames } from '../completions/states.ts';
import { offerFilters } from '../offers/offer-filters.ts';
import { codeVisibility } from '../vouchers/bulk-and-check.ts';

/** Offer Clicks & Conversions: all clicks with their completions. Money in rupees. */

export const conversionStatuses = ['all', 'voucher_won', 'no_voucher', 'spinner_used', 'spinner_not_used'] as const;

export const offerClickListInput = z.object({
  ...pageInput(25),
  ...offerFilters,
  dateRange: choice(dateRanges).meta(fields.dateRange),
  /** `no_voucher` means spun without a win. An unspun completion is not included. */
  conversionStatus: choice(conversionStatuses).meta(fieldMeta('Filters by spin and win')),
  userType: choice(['all', 'firebase', 'email']).meta(fieldMeta('Filters by how the user signs in')),
  sortBy: z
    .enum(['created_at', 'completed_at', 'payout_amount', 'title', 'email'])
    .default('created_at')
    .meta(fields.sortBy),
  sortOrder: sortOrder.default('desc'),
  codes: codeVisibility,
});
export type OfferClickListInput = z.output<typeof offerClickListInput>;

/** The list's filters, for its CSV file, which is ordered by click time. */
export const offerClickFileInput = offerClickListInput
  .omit({ page: true, limit: true, total: true })
  .extend({ ...fileBatchInput, sortBy: z.enum(['created_at']).default('created_at') });
export type OfferClickFileInput = z.output<typeof offerClickFileInput>;

export const offerClick = z.object({
  completion_id: integer(fields.completion_id).nullable(),
  user_id: integer(fields.user_id),
  first_name: string(fields.first_name),
  last_name: string(fields.last_name),
  email: emailField(fields.email),
  firebase_uid: string(
    fieldMeta('The user’s id at the identity provider; null for a user without Google', 'gx2Vb81k'),
  ).nullable(),
  title: string(fields.title),
  offer_id: integer(fields.offer_id),
  external_offer_id: string(fields.external_offer_id),
  category: string(fields.category),
  click_id: string(fields.click_id),
  clicked_at: time(fieldMeta('When the user started the offer')),
  completed_at: time(fields.completed_at).nullable(),
  payout_amount: number(fields.payout_amount).nullable(),
  spinner_used: flag(fields.spinner_used),
  voucher_code: string(fields.voucher_code).nullable(),
  voucher_pin: string(fields.voucher_pin).nullable(),
  voucher_amount: number(fields.voucher_amount).nullable(),
  voucher_brand: string(fields.voucher_brand).nullable(),
  reversed: flag(fields.reversed),
  /** The network has not confirmed the completion, so the revenue does not include its payout. */
  pending: flag(fields.pending),
  held_until: time(fields.held_until).nullable(),
  owed: flag(fields.owed),
  state: z.enum(completionStateNames).nullable().meta(fields.state),
});
export type OfferClick = z.infer<typeof offerClick>;

/** Figures of the filtered completions, without unconfirmed ones. Rates are percent with one decimal. */
export const offerClickList = z.object({
  clicks: z.array(offerClick),
  stats: z.object({
    totalConversions: integer(fieldMeta('Completions in all rows that match the filters', 104)),
    uniqueUsers: integer(fieldMeta('Users with a confirmed completion that matches the filters', 61)),
    /** Present if there may be more users than `uniqueUsers`. Only for requests that ask for a capped total. */
    usersCapped: z.literal(true).optional(),
    totalRevenue: number(fields.totalRevenue),
    avgPayout: number(fieldMeta('Average payout of a completion, in rupees', 38.75)),
    voucherWins: integer(fieldMeta('Wins in all rows that match the filters', 23)),
    voucherWinRate: number(fieldMeta('Share of spins that won, in percent with one decimal', 24.5)),
    spinsUsed: integer(fieldMeta('Spins in all rows that match the filters', 94)),
    spinUsageRate: number(fieldMeta('Share of completions that were spun, in percent with one decimal', 90.4)),
    ...cappedTotals,
  }),
  pagination,
});
export type OfferClickList = z.infer<typeof offerClickList>;
