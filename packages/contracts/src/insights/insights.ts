import { z } from 'zod';
import { day, emailField, fieldMeta, fields, flag, integer, number, string, time } from '../common/fields.ts';
import { completionStateNames } from '../completions/states.ts';
import { owedWins } from '../vouchers/vouchers.ts';
import { dayFigures, expiringSoon, stockForecast } from './dashboard-series.ts';

export const completionView = z.object({
  title: string(fields.title),
  description: string(fields.description),
  task: string(fields.task),
  title_hi: string(fields.title_hi).nullable(),
  description_hi: string(fields.description_hi).nullable(),
  task_hi: string(fields.task_hi).nullable(),
  category: string(fields.category),
  preview_url: string(fields.preview_url).nullable(),
  completed_at: time(fields.completed_at),
  spinner_used: flag(fields.spinner_used),
  reward_type: string(fields.reward_type),
  voucher_code: string(fields.voucher_code).nullable(),
  voucher_pin: string(fields.voucher_pin).nullable(),
  completion_id: integer(fields.completion_id),
  offer_id: integer(fields.offer_id),
  milestone: integer(
    fieldMeta('Number of completions that earned this milestone; null for partners’ offers', 10),
  ).nullable(),
  reversed: flag(fields.reversed),
  pending: flag(fields.pending),
  held_until: time(fields.held_until).nullable(),
  owed: flag(fields.owed),
  voucher: z
    .object({
      voucher_id: integer(fields.voucher_id),
      type: string(fields.type),
      brand: string(fields.brand),
      amount: number(fields.amount),
      code: string(fields.code),
      pin: string(fields.voucher_pin).nullable(),
      status: string(fields.status),
      expiry_date: day(fields.expiry_date),
      description: string(fields.description).nullable(),
      terms: string(fieldMeta('Terms of the voucher', 'One card for each order.')).nullable(),
      use_url: string(
        fieldMeta(
          'URL of the page where a code of the brand is used; null if not known',
          'https://www.amazon.in/gc/redeem',
        ),
      ).nullable(),
      how_to_use: string(
        fieldMeta(
          'How a code of the brand is redeemed; null if the app shows its general steps for the voucher type',
          'Enter it when you pay.',
        ),
      ).nullable(),
      /** The uploaded logo of the brand; null if none was uploaded: then the app shows the brand's initials. */
      mark_url: string(
        fieldMeta(
          'The uploaded logo of the brand; null if there is none',
          '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp',
        ),
      ).nullable(),
    })
    .nullable(),
});
export type CompletionView = z.infer<typeof completionView>;

export const userStats = z.object({
  stats: z.object({
    total_completions: integer(fields.total_completions),
    spins_used: integer(fields.spins_used),
    total_vouchers_won: integer(fields.total_vouchers_won),
    total_voucher_value: number(fields.total_voucher_value),
    vouchers_by_amount: z
      .record(z.string(), z.number())
      .meta(fieldMeta('Number of vouchers won, by amount in rupees', { 5: 1, 10: 1 })),
    milestone_vouchers: integer(
      fieldMeta('Number of vouchers won with milestones, whose spins are not in `spins_used`', 1),
    ),
    milestone_value: number(fieldMeta('Value in rupees of the vouchers won with milestones', 25)),
    milestone_progress: integer(fieldMeta('Completions that count toward milestones: confirmed, and not reversed', 7)),
    next_milestone: integer(
      fieldMeta(
        'Number of completions that earns the next milestone’s spin; null if there is no further milestone',
        10,
      ),
    ).nullable(),
  }),
  completions: z.array(completionView),
});
export type UserStats = z.infer<typeof userStats>;

export const dashboard = z.object({
  stats: z.object({
    total_users: integer(fields.total_users),
    new_users_today: integer(fieldMeta('Users who registered today', 3)),
    active_offers: integer(fieldMeta('Offers that users see', 24)),
    total_conversions: integer(fieldMeta('Completions', 1207)),
    conversions_today: integer(fieldMeta('Completions today', 11)),
    total_revenue: number(fields.total_revenue),
    revenue_today: number(fieldMeta('Sum of payouts of today, in rupees', 312.5)),
    total_voucher_value: number(fields.total_voucher_value),
    available_vouchers: integer(fieldMeta('Vouchers in stock', 120)),
    used_vouchers: integer(fieldMeta('Vouchers used', 9)),
    total_rewards_given: integer(fieldMeta('Wins', 23)),
  }),
  recentUsers: z.array(
    z.object({
      user_id: integer(fields.user_id),
      first_name: string(fields.first_name),
      last_name: string(fields.last_name),
      email: emailField(fields.email),
      created_at: time(fields.created_at),
    }),
  ),
  recentConversions: z.array(
    z.object({
      completion_id: integer(fields.completion_id),
      user_id: integer(fields.user_id),
      title: string(fields.title),
      email: emailField(fields.email),
      voucher_won: flag(fields.voucher_won),
      voucher_amount: number(fields.voucher_amount).nullable(),
      voucher_brand: string(fields.voucher_brand).nullable(),
      payout_amount: number(fields.payout_amount),
      completed_at: time(fields.completed_at),
      state: z.enum(completionStateNames).meta(fields.state),
    }),
  ),
  series: z.array(dayFigures),
  stock: z.array(stockForecast),
  owed: owedWins,
  expiring: z.array(expiringSoon),
});
export type Dashboard = z.infer<typeof dashboard>;
