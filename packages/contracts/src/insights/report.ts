import { z } from 'zod';
import { id } from '../common/text.ts';
import { dayFigures } from './dashboard-series.ts';

/** Figures of one period compared with another, for the dashboard. Days are in Indian time; money is in rupees. */

/** The longest period: a leap year. */
export const MAX_REPORT_DAYS = 366;

/** `7`, `30`, `90`: that many days up to and including today. `custom`: from `from` to `to`. */
export const reportPeriods = ['today', '7', '30', '90', 'this_month', 'last_month', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/**
 * `before`: the same number of days immediately before the period, or the previous month. `year`: the same days a year
 * earlier. `own`: from `before_from` to `before_to`.
 */
export const comparisonPeriods = ['before', 'year', 'own', 'off'] as const;
export type ComparisonPeriod = (typeof comparisonPeriods)[number];

const DAY_MS = 86_400_000;
const day = z.iso.date('must be a day as YYYY-MM-DD');

export const reportInput = z
  .object({
    period: z.enum(reportPeriods).default('30'),
    from: day.optional(),
    to: day.optional(),
    compare: z.enum(comparisonPeriods).default('before'),
    before_from: day.optional(),
    before_to: day.optional(),
  })
  .superRefine((input, ctx) => {
    /** Validates the two ends of a custom period. */
    const check = (first: 'from' | 'before_from', last: 'to' | 'before_to') => {
      const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
      const { [first]: from, [last]: to } = input;
      if (from === undefined) refuse(first, 'is required');
      if (to === undefined) refuse(last, 'is required');
      if (from === undefined || to === undefined) return;
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1) refuse(last, `must not be before ${first}`);
      else if (days > MAX_REPORT_DAYS) refuse(last, `must be less than ${MAX_REPORT_DAYS} days after ${first}`);
    };
    if (input.period === 'custom') check('from', 'to');
    if (input.compare === 'own') check('before_from', 'before_to');
  });
export type ReportInput = z.output<typeof reportInput>;

const span = z.object({ from: z.string(), to: z.string() });

export const offerFigures = z.object({
  offer_id: z.number(),
  title: z.string(),
  clicks: z.number(),
  conversions: z.number(),
  revenue: z.number(),
  voucher_cost: z.number(),
  margin: z.number(),
  /** The margin in the period to compare with; null without a comparison. */
  margin_before: z.number().nullable(),
});
export type OfferFigures = z.infer<typeof offerFigures>;

export const report = z.object({
  ...span.shape,
  /** The period to compare with. */
  before: span.nullable(),
  days: z.array(dayFigures),
  days_before: z.array(dayFigures),
  yesterday: dayFigures,
  /** Every offer with a click or other activity in the period or the compared period, largest margin first. */
  offers: z.array(offerFigures),
});
export type Report = z.infer<typeof report>;

export const offerCompareInput = reportInput.safeExtend({ offer_id: id });
export type OfferCompareInput = z.output<typeof offerCompareInput>;

export const offerPeriod = z.object({
  ...span.shape,
  clicks: z.number(),
  completions: z.number(),
  spins: z.number(),
  wins: z.number(),
  revenue: z.number(),
  voucher_cost: z.number(),
  margin: z.number(),
});
export type OfferPeriod = z.infer<typeof offerPeriod>;

/** One offer in two periods; `before` is null without a comparison. */
export const offerComparison = z.object({ now: offerPeriod, before: offerPeriod.nullable() });
export type OfferComparison = z.infer<typeof offerComparison>;
