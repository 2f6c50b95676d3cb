import { z } from 'zod';
import { numeric } from '../common/text.ts';

/** Plots and warnings of the dashboard. Days are days in India; money in rupees. */

export const dashboardInput = z.object({
  days: numeric.pipe(z.union([z.literal(7), z.literal(30), z.literal(90)], 'must be 7, 30 or 90')).default(30),
});

/** One day, oldest first; days on which nothing happened are there, too. */
export const dayFigures = z.object({
  /** `YYYY-MM-DD` */
  day: z.string(),
  users: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  spins: z.number(),
  /** Spins that won, owed wins included. */
  wins: z.number(),
  /** Vouchers that their winners marked as used. */
  used: z.number(),
  revenue: z.number(),
  /** What was won on that day, owed wins included. */
  voucher_cost: z.number(),
  /** Revenue less voucher cost. */
  margin: z.number(),
});
export type DayFigures = z.infer<typeof dayFigures>;

/** Stock of an amount that may be won is low when it lasts for less: a supplier needs about as long. */
export const LOW_STOCK_DAYS = 7;

/** The stock of one amount against what is won of it. */
export const stockForecast = z.object({
  amount: z.number(),
  available: z.number(),
  owed: z.number(),
  /** Wins a day, over the last 14 days. */
  per_day: z.number(),
  /** Whole days until it runs out at that rate; null when nothing of it is won. */
  days_left: z.number().nullable(),
  /** It may be won, or is owed, and there is none of it, or it lasts for less than `LOW_STOCK_DAYS`. */
  is_low: z.boolean(),
});
export type StockForecast = z.infer<typeof stockForecast>;
export const stockForecastList = z.object({ stock: z.array(stockForecast) });

/** Available vouchers that expire within the next 14 days. */
export const expiringSoon = z.object({
  voucher_brand: z.string(),
  amount: z.number(),
  expiry_date: z.string(),
  count: z.number(),
});
export type ExpiringSoon = z.infer<typeof expiringSoon>;
