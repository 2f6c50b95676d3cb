import { z } from 'zod';
import { dayFigures } from './dashboard-series.ts';

/** The figures of a period beside those of another: the admin's first page. Days are days in India; money in rupees. */

/** The longest period: a leap year. */
export const MAX_REPORT_DAYS = 366;

/** `7`, `30`, `90`: the last days, today included. `custom`: from `from` to `to`. */
export const reportPeriods = ['today', '7', '30', '90', 'this_month', 'last_month', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** `before`: as many days right before it, or the month before a month. `year`: the same days of the year before. */
export const comparisons = ['before', 'year', 'off'] as const;
export type Comparison = (typeof comparisons)[number];

const DAY_MS = 86_400_000;
const day = z.iso.date('must be a day as YYYY-MM-DD');

export const reportInput = z
  .object({
    period: z.enum(reportPeriods).default('30'),
    from: day.optional(),
    to: day.optional(),
    compare: z.enum(comparisons).default('before'),
  })
  .superRefine(({ period, from, to }, ctx) => {
    if (period !== 'custom') return;
    const refuse = (field: 'from' | 'to', message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
    if (from === undefined) refuse('from', 'is required');
    if (to === undefined) refuse('to', 'is required');
    if (from === undefined || to === undefined) return;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1) refuse('to', 'must not be before from');
    else if (days > MAX_REPORT_DAYS) refuse('to', `must be at most ${MAX_REPORT_DAYS} days from from on`);
  });
export type ReportInput = z.output<typeof reportInput>;

const span = z.object({ from: z.string(), to: z.string() });

/** What an offer earned in the period. */
export const offerFigures = z.object({
  offer_id: z.number(),
  title: z.string(),
  clicks: z.number(),
  conversions: z.number(),
  revenue: z.number(),
  voucher_cost: z.number(),
  margin: z.number(),
  /** Of the other period; null where nothing is compared. */
  margin_before: z.number().nullable(),
});
export type OfferFigures = z.infer<typeof offerFigures>;

export const report = z.object({
  ...span.shape,
  /** The period that is compared with. */
  before: span.nullable(),
  days: z.array(dayFigures),
  days_before: z.array(dayFigures),
  yesterday: dayFigures,
  /** Every offer with a click or a figure in either period, the largest margin first. */
  offers: z.array(offerFigures),
});
export type Report = z.infer<typeof report>;
