import { z } from 'zod';
import { day, fieldMeta, fields, flag, integer, number, string } from '../common/fields.ts';
import { numeric } from '../common/text.ts';

/** Charts and warnings of the dashboard. Days are in Indian time; money is in rupees. */

export const dashboardInput = z.object({
  days: numeric
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90)], 'must be 7, 30 or 90'))
    .default(30)
    .meta({ ...fieldMeta('How many days the series has', 30), type: 'integer' }),
});

/** The figures of one day. Lists of days are oldest first, and include days without activity. */
export const dayFigures = z.object({
  day: day(fieldMeta('A calendar day in Indian time')),
  users: integer(fieldMeta('Registrations', 3)),
  clicks: integer(fieldMeta('Clicks', 31)),
  conversions: integer(fieldMeta('Completions', 11)),
  spins: integer(fieldMeta('Spins', 9)),
  /** Winning spins, including wins without a voucher yet. */
  wins: integer(fieldMeta('Spins that won', 3)),
  used: integer(fields.used),
  revenue: number(fieldMeta('Sum of payouts, in rupees', 312.5)),
  /** The value won on that day, including wins without a voucher yet. */
  voucher_cost: number(fieldMeta('Value of what was won, in rupees', 25)),
  margin: number(fieldMeta('Revenue less voucher cost, in rupees', 287.5)),
});
export type DayFigures = z.infer<typeof dayFigures>;

/** Stock is low when it lasts for fewer days than this. Suppliers need about a week. */
export const LOW_STOCK_DAYS = 7;

/** The stock of one amount, compared with the rate of wins. */
export const stockForecast = z.object({
  amount: number(fields.amount),
  available: integer(fields.available),
  owed: integer(fieldMeta('Wins that wait for stock', 2)),
  per_day: number(fieldMeta('Wins a day over the last 14 days', 1.6)),
  days_left: integer(
    fieldMeta('Whole days until the amount is out of stock; null if nobody wins the amount', 75),
  ).nullable(),
  /**
   * True if the amount can be won or wins wait for it, and its stock is empty or lasts for less than `LOW_STOCK_DAYS`
   * days.
   */
  is_low: flag(
    fieldMeta('Whether the amount can be won or is owed, and is out of stock or lasts for less than a week', false),
  ),
});
export type StockForecast = z.infer<typeof stockForecast>;
export const stockForecastList = z.object({ stock: z.array(stockForecast) });

/** Available vouchers that expire within 14 days. */
export const expiringSoon = z.object({
  voucher_brand: string(fields.voucher_brand),
  amount: number(fields.amount),
  expiry_date: day(fields.expiry_date),
  count: integer(fields.count),
});
export type ExpiringSoon = z.infer<typeof expiringSoon>;
