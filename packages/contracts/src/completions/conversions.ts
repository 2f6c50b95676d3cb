import { z } from 'zod';
import { fileSlice } from '../common/exports.ts';
import { cappedFigures, choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { id, text } from '../common/text.ts';
import { codesAs } from '../vouchers/tools.ts';
import { completionStateNames } from './states.ts';

/** The admin's conversions: completions with what their spins won. */
export const conversionListInput = z.object({
  ...pageInput(50),
  /** The external id of one offer, or an offer's own id. */
  offer: text(120).optional(),
  /** The offer's own id: unlike an external one it names one offer, whatever others are called. */
  offer_id: z.union([z.literal('').transform(() => undefined), id]).optional(),
  dateRange: choice(dateRanges),
  /** `lost` is spun and lost: who has not spun yet has not lost. */
  voucherFilter: choice(['all', 'won', 'lost']),
  state: choice(['all', ...completionStateNames]),
  codes: codesAs,
});
export type ConversionListInput = z.output<typeof conversionListInput>;

/** The same filters for the file of the list. */
export const conversionFileInput = conversionListInput.omit({ page: true, limit: true, total: true }).extend(fileSlice);
export type ConversionFileInput = z.output<typeof conversionFileInput>;

export const conversion = z.object({
  completion_id: z.number(),
  email: z.string(),
  title: z.string(),
  offer_id: z.number(),
  external_offer_id: z.string(),
  voucher_won: z.boolean(),
  voucher_amount: z.number().nullable(),
  voucher_brand: z.string().nullable(),
  voucher_code: z.string().nullable(),
  spinner_used: z.boolean(),
  completed_at: z.string(),
  payout_amount: z.number(),
  /** What counts of it as revenue now, further goals included. */
  revenue_amount: z.number(),
  /** Further goals that the network paid, oldest first. `status`: `pending`, `approved` or `reversed`. */
  goals: z.array(z.object({ goal_id: z.string(), amount: z.number(), status: z.string() })),
  /** Taken back by the network: its payout is not in the revenue. */
  reversed: z.boolean(),
  /** Not confirmed by the network: its payout is not in the revenue. */
  pending: z.boolean(),
  /** When a hold ends that covers a confirmed one; null without one, or when it is over. */
  held_until: z.string().nullable(),
  /** Won, and no voucher of the amount was in stock yet. */
  owed: z.boolean(),
  state: z.enum(completionStateNames),
});
export type Conversion = z.infer<typeof conversion>;
/** What the file prints of it. */
export type ConversionFileRow = Omit<Conversion, 'offer_id' | 'external_offer_id' | 'held_until'>;

export const conversionList = z.object({
  conversions: z.array(conversion),
  pagination,
  overallStats: z.object({
    totalRevenue: z.number(),
    totalVoucherWins: z.number(),
    totalVoucherValue: z.number(),
    /** Wins among all completions that were spun, percent with one decimal. */
    overallWinRate: z.number(),
    ...cappedFigures,
  }),
});
export type ConversionList = z.infer<typeof conversionList>;
