import { formatRupees } from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import { formatCount } from './figures.ts';

export interface Series {
  key: Exclude<keyof DayFigures, 'day'>;
  label: string;
  /** Custom property: the hue that stands for this figure on every screen. */
  hue: string;
  format: (value: number) => string;
  formatTick: (value: number) => string;
}

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
const compactRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const counted = { format: formatCount, formatTick: (value: number) => compact.format(value) };
const money = { format: formatRupees, formatTick: (value: number) => compactRupees.format(value) };

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
