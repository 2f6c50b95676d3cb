import { z } from 'zod';
import { fileSlice } from '../common/exports.ts';
import { cappedFigures, choice, dateRanges, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { id, text } from '../common/text.ts';
import { completionStateNames } from '../completions/states.ts';
import { codesAs } from '../vouchers/tools.ts';

/** Offer Clicks & Conversions: all clicks, with the completions that came of them. Money in rupees. */

export const conversionStatuses = ['all', 'voucher_won', 'no_voucher', 'spinner_used', 'spinner_not_used'] as const;

export const offerClickListInput = z.object({
  ...pageInput(25),
  /** The external id of one offer, or an offer's own id. */
  offer: text(120).optional(),
  /** The offer's own id: unlike an external one it names one offer, whatever others are called. */
  offer_id: z.union([z.literal('').transform(() => undefined), id]).optional(),
  dateRange: choice(dateRanges),
  /** `no_voucher` is spun and lost: who has not spun yet has not lost. */
  conversionStatus: choice(conversionStatuses),
  userType: choice(['all', 'firebase', 'email']),
  sortBy: z.enum(['created_at', 'completed_at', 'payout_amount', 'title', 'email']).default('created_at'),
  sortOrder: sortOrder.default('desc'),
  codes: codesAs,
});
export type OfferClickListInput = z.output<typeof offerClickListInput>;

/** The same filters for the file of the list, by the time of the click. */
export const offerClickFileInput = offerClickListInput
  .omit({ page: true, limit: true, total: true })
  .extend({ ...fileSlice, sortBy: z.enum(['created_at']).default('created_at') });
export type OfferClickFileInput = z.output<typeof offerClickFileInput>;

export const offerClick = z.object({
  /** null while nothing came of the click. */
  completion_id: z.number().nullable(),
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Present means a Google user. */
  firebase_uid: z.string().nullable(),
  title: z.string(),
  offer_id: z.number(),
  external_offer_id: z.string(),
  category: z.string(),
  click_id: z.string(),
  /** When it was clicked. */
  clicked_at: z.string(),
  completed_at: z.string().nullable(),
  payout_amount: z.number().nullable(),
  spinner_used: z.boolean(),
  voucher_code: z.string().nullable(),
  voucher_amount: z.number().nullable(),
  voucher_brand: z.string().nullable(),
  reversed: z.boolean(),
  /** Not confirmed by the network: its payout is not in the revenue. */
  pending: z.boolean(),
  /** When a hold ends that covers a confirmed one; null without one, or when it is over. */
  held_until: z.string().nullable(),
  /** Won, and no voucher of the amount was in stock yet. */
  owed: z.boolean(),
  /** Where the completion stands; null while nothing came of the click. */
  state: z.enum(completionStateNames).nullable(),
});
export type OfferClick = z.infer<typeof offerClick>;
/** What the file prints of it. */
export type OfferClickFileRow = Omit<OfferClick, 'offer_id' | 'user_id' | 'pending' | 'held_until'>;

/**
 * Figures of the completions in the filtered set, those that were never confirmed left out. Rates are percent with one
 * decimal.
 */
export const offerClickList = z.object({
  clicks: z.array(offerClick),
  stats: z.object({
    totalConversions: z.number(),
    uniqueUsers: z.number(),
    /** There are more users than `uniqueUsers`, which counts no further: where the call asks for a capped total. */
    usersCapped: z.literal(true).optional(),
    totalRevenue: z.number(),
    avgPayout: z.number(),
    voucherWins: z.number(),
    /** Wins among spins. */
    voucherWinRate: z.number(),
    spinsUsed: z.number(),
    /** Spins among completions. */
    spinUsageRate: z.number(),
    ...cappedFigures,
  }),
  pagination,
});
export type OfferClickList = z.infer<typeof offerClickList>;
