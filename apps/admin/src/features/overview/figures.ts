import {
  formatCompact,
  formatCompactRupees,
  formatCount,
  formatOneDecimal,
  formatPlural,
  formatRupees,
} from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Report } from '@inaam/contracts/insights/report';
import { formatDay, formatShortDay } from '../../app/days.ts';

/** The daily goals of the progress bars (specification section 2). */
const USERS_PER_DAY = 10;
const CONVERSIONS_PER_DAY = 20;

interface Progress {
  label: string;
  /** `4 of 10` */
  words: string;
  /** The filled part of the bar, from 0 to 100; a figure above its goal fills the bar. */
  percent: number;
}

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;

/** Conversions per user in percent, with one decimal; a dash while there are no users. */
export const conversionRate = ({ total_conversions, total_users }: Dashboard['stats']): string =>
  total_users > 0 ? `${formatOneDecimal((total_conversions / total_users) * 100)}%` : '–';

export function progressBars(stats: Dashboard['stats']): Progress[] {
  const { new_users_today, conversions_today, revenue_today, total_revenue } = stats;
  const revenueShare = share(revenue_today, total_revenue);
  return [
    {
      label: 'New users today',
      words: `${formatCount(new_users_today)} of the day’s goal of ${USERS_PER_DAY}`,
      percent: share(new_users_today, USERS_PER_DAY),
    },
    {
      label: 'Conversions today',
      words: `${formatCount(conversions_today)} of the day’s goal of ${CONVERSIONS_PER_DAY}`,
      percent: share(conversions_today, CONVERSIONS_PER_DAY),
    },
    {
      label: 'Revenue today',
      words: `${formatOneDecimal(revenueShare)}% of all revenue so far, ${formatRupees(total_revenue)}`,
      percent: revenueShare,
    },
  ];
}

/** `3 new conversions, 1 new user`; undefined if nothing is new. */
export function countNewEvents(shown: Dashboard['stats'], latest: Dashboard['stats']): string | undefined {
  const events = [
    { count: latest.total_conversions - shown.total_conversions, one: 'new conversion', many: 'new conversions' },
    { count: latest.total_users - shown.total_users, one: 'new user', many: 'new users' },
  ].filter(({ count }) => count > 0);
  return events.map(({ count, one, many }) => formatPlural(count, one, many)).join(', ') || undefined;
}

type FigureKey = Exclude<keyof DayFigures, 'day'>;

interface Series {
  key: FigureKey;
  label: string;
  /** The CSS custom property with this figure's hue. */
  hue: string;
  format: (value: number) => string;
  formatTick: (value: number) => string;
}

const countFormat = { format: formatCount, formatTick: formatCompact };
const moneyFormat = { format: formatRupees, formatTick: formatCompactRupees };

/** Figures of money, which share one plot. */
export const moneySeries: readonly Series[] = [
  { key: 'revenue', label: 'Revenue', hue: '--plot-revenue', ...moneyFormat },
  { key: 'voucher_cost', label: 'Voucher cost', hue: '--plot-cost', ...moneyFormat },
  { key: 'margin', label: 'Margin', hue: '--plot-margin', ...moneyFormat },
];

/** Counts of people and their actions, which have one plot each. */
export const peopleSeries: readonly Series[] = [
  { key: 'users', label: 'New users', hue: '--plot-users', ...countFormat },
  { key: 'clicks', label: 'Clicks', hue: '--plot-clicks', ...countFormat },
  { key: 'conversions', label: 'Conversions', hue: '--plot-conversions', ...countFormat },
];

/** All daily figures, for the table and its CSV file. */
export const allSeries: readonly Series[] = [
  ...peopleSeries,
  { key: 'spins', label: 'Spins', hue: '--plot-conversions', ...countFormat },
  { key: 'wins', label: 'Wins', hue: '--plot-conversions', ...countFormat },
  { key: 'used', label: 'Used vouchers', hue: '--plot-conversions', ...countFormat },
  ...moneySeries,
];

/** Sums a figure over all days. Adds whole paise, because sums of fractions of a rupee would be inexact. */
export const sumSeries = (figures: readonly DayFigures[], key: FigureKey): number =>
  figures.reduce((sum, day) => sum + Math.round(day[key] * 100), 0) / 100;

/**
 * Describes the period to compare with: `the 30 days before`, `a year before` or `20 Jun – 19 Jul 2025`; undefined
 * if the report has no such period.
 */
export function describePrevious({ before, days }: Report, compare: string): string | undefined {
  if (!before) return undefined;
  if (compare === 'year') return 'a year before';
  if (compare === 'own') return `${formatShortDay(before.from)} – ${formatDay(before.to)}`;
  return days.length === 1 ? 'the day before' : `the ${formatPlural(days.length, 'day')} before`;
}

/** The steps from a click to a used voucher, each with its share of the previous step. */
export function buildFunnel(days: readonly DayFigures[]) {
  const steps = [
    { key: 'clicks', label: 'Clicks' },
    { key: 'conversions', label: 'Completions' },
    { key: 'spins', label: 'Spins' },
    { key: 'wins', label: 'Wins' },
    { key: 'used', label: 'Used vouchers' },
  ] as const;
  const counts = steps.map(({ key }) => sumSeries(days, key));
  const maxCount = Math.max(1, ...counts);
  return steps.map(({ key, label }, index) => {
    const count = counts[index] ?? 0;
    const previousCount = index === 0 ? 0 : (counts[index - 1] ?? 0);
    return {
      key,
      label,
      count,
      width: (count / maxCount) * 100,
      /** The count as a percentage of the previous step's count; null for the first step or after a count of 0. */
      percentOfPrevious: previousCount > 0 ? (count / previousCount) * 100 : null,
      /** The label of the previous step: `clicks`. */
      previousLabel: steps[index - 1]?.label.toLowerCase() ?? '',
    };
  });
}
