import { z } from 'zod';
import { completionStateNames } from '../completions/states.ts';
import { owedWins } from '../vouchers/vouchers.ts';
import { dayFigures, expiringSoon, stockForecast } from './dashboard-series.ts';

export const completionView = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  preview_url: z.string().nullable(),
  completed_at: z.string(),
  spinner_used: z.boolean(),
  reward_type: z.string(),
  voucher_code: z.string().nullable(),
  completion_id: z.number(),
  offer_id: z.number(),
  reversed: z.boolean(),
  /** Being confirmed: it cannot be spun yet. */
  pending: z.boolean(),
  /** When the hold of a confirmed one ends, until which its spin waits. null without a hold, or when it is over. */
  held_until: z.string().nullable(),
  owed: z.boolean(),
  voucher: z
    .object({
      voucher_id: z.number(),
      type: z.string(),
      brand: z.string(),
      amount: z.number(),
      code: z.string(),
      status: z.string(),
      expiry_date: z.string(),
      description: z.string().nullable(),
      terms: z.string().nullable(),
      /** The brand's page where the code is used; null where none is named. */
      use_url: z.string().nullable(),
      /** The brand's mark as an admin uploaded it; null: its initials. */
      mark_url: z.string().nullable(),
    })
    .nullable(),
});
export type CompletionView = z.infer<typeof completionView>;

export const userStats = z.object({
  stats: z.object({
    total_completions: z.number(),
    spins_used: z.number(),
    total_vouchers_won: z.number(),
    total_voucher_value: z.number(),
    /** Amount in rupees → how many were won. */
    vouchers_by_amount: z.record(z.string(), z.number()),
  }),
  completions: z.array(completionView),
});
export type UserStats = z.infer<typeof userStats>;

export const dashboard = z.object({
  stats: z.object({
    total_users: z.number(),
    new_users_today: z.number(),
    active_offers: z.number(),
    total_conversions: z.number(),
    conversions_today: z.number(),
    total_revenue: z.number(),
    revenue_today: z.number(),
    total_voucher_value: z.number(),
    available_vouchers: z.number(),
    used_vouchers: z.number(),
    total_rewards_given: z.number(),
  }),
  recentUsers: z.array(
    z.object({ first_name: z.string(), last_name: z.string(), email: z.string(), created_at: z.string() }),
  ),
  recentConversions: z.array(
    z.object({
      title: z.string(),
      email: z.string(),
      voucher_won: z.boolean(),
      voucher_amount: z.number().nullable(),
      voucher_brand: z.string().nullable(),
      payout_amount: z.number(),
      completed_at: z.string(),
      state: z.enum(completionStateNames),
    }),
  ),
  series: z.array(dayFigures),
  stock: z.array(stockForecast),
  owed: owedWins,
  expiring: z.array(expiringSoon),
});
export type Dashboard = z.infer<typeof dashboard>;
