import { z } from 'zod';
import { pageInput, pagination, sortOrder } from '../common/lists.ts';
import { text } from '../common/text.ts';
import { codesAs } from '../vouchers/tools.ts';

/** Offer Clicks & Conversions: completions with the clicks that led to them. Money in rupees. */

export const conversionStatuses = ['all', 'voucher_won', 'no_voucher', 'spinner_used', 'spinner_not_used'] as const;

export const offerClickListInput = z.object({
  ...pageInput(25),
  /** The external offer id. */
  offer: text(120).optional(),
  dateRange: z.enum(['all', 'today', 'week', 'month']).default('all'),
  /** `no_voucher` is spun and lost: who has not spun yet has not lost. */
  conversionStatus: z.enum(conversionStatuses).default('all'),
  userType: z.enum(['all', 'firebase', 'email']).default('all'),
  sortBy: z.enum(['completed_at', 'payout_amount', 'title', 'email']).default('completed_at'),
  sortOrder: sortOrder.default('desc'),
  codes: codesAs,
});
export type OfferClickListInput = z.output<typeof offerClickListInput>;

export const offerClick = z.object({
  completion_id: z.number(),
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Present means a Google user. */
  firebase_uid: z.string().nullable(),
  title: z.string(),
  external_offer_id: z.string(),
  category: z.string(),
  click_id: z.string(),
  completed_at: z.string(),
  payout_amount: z.number(),
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
});
export type OfferClick = z.infer<typeof offerClick>;

/** Figures of the filtered set. Rates are percent with one decimal. */
export const offerClickList = z.object({
  clicks: z.array(offerClick),
  stats: z.object({
    totalConversions: z.number(),
    uniqueUsers: z.number(),
    totalRevenue: z.number(),
    avgPayout: z.number(),
    voucherWins: z.number(),
    /** Wins among spins. */
    voucherWinRate: z.number(),
    spinsUsed: z.number(),
    /** Spins among completions. */
    spinUsageRate: z.number(),
  }),
  pagination,
});
export type OfferClickList = z.infer<typeof offerClickList>;
