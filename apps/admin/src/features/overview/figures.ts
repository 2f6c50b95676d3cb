import {
  formatCompact,
  formatCompactRupees,
  formatCount,
  formatOneDecimal,
  formatRupees,
} from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Dashboard } from '@inaam/contracts/insights/insights';

/** The day's aims that the progress bars measure against: specification section 2. */
const USERS_PER_DAY = 10;
const CONVERSIONS_PER_DAY = 20;

interface Progress {
  label: string;
  /** `4 of 10` */
  words: string;
  /** 0 to 100: what is beyond the aim still fills the bar once. */
  percent: number;
}

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;

/** Conversions per user in percent, one decimal; a dash while there are no users. */
export const conversionRate = ({ total_conversions, total_users }: Dashboard['stats']): string =>
  total_users > 0 ? `${formatOneDecimal((total_conversions / total_users) * 100)}%` : '–';

export function progressBars(stats: Dashboard['stats']): Progress[] {
  const { new_users_today, conversions_today, revenue_today, total_revenue } = stats;
  const revenueShare = share(revenue_today, total_revenue);
  return [
    {
      label: 'New users today',
      words: `${formatCount(new_users_today)} of ${USERS_PER_DAY}`,
      percent: share(new_users_today, USERS_PER_DAY),
    },
    {
      label: 'Conversions today',
      words: `${formatCount(conversions_today)} of ${CONVERSIONS_PER_DAY}`,
      percent: share(conversions_today, CONVERSIONS_PER_DAY),
    },
    {
      label: 'Revenue today',
      words: `${formatOneDecimal(revenueShare)}% of ${formatRupees(total_revenue)}`,
      percent: revenueShare,
    },
  ];
}

interface Series {
  key: Exclude<keyof DayFigures, 'day'>;
  label: string;
  /** Custom property: the hue that stands for this figure on every screen. */
  hue: string;
  format: (value: number) => string;
  formatTick: (value: number) => string;
}

const counted = { format: formatCount, formatTick: formatCompact };
const money = { format: formatRupees, formatTick: formatCompactRupees };

/** What the dashboard plots: people first, then money. */
export const series: readonly Series[] = [
  { key: 'users', label: 'New users', hue: '--plot-users', ...counted },
  { key: 'clicks', label: 'Clicks', hue: '--plot-clicks', ...counted },
  { key: 'conversions', label: 'Conversions', hue: '--plot-conversions', ...counted },
  { key: 'revenue', label: 'Revenue', hue: '--plot-revenue', ...money },
  { key: 'voucher_cost', label: 'Voucher cost', hue: '--plot-cost', ...money },
  { key: 'margin', label: 'Margin', hue: '--plot-margin', ...money },
];

/** Over all days; added up in paise, so that hundreds of amounts stay exact. */
export const totalOf = (figures: readonly DayFigures[], key: Series['key']): number =>
  figures.reduce((sum, day) => sum + Math.round(day[key] * 100), 0) / 100;
