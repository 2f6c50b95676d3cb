import { formatCount, formatOneDecimal, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Report } from '@inaam/contracts/insights/report';
import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';
import { Sparkline } from '../../charts/sparkline.tsx';
import { NoteShape, Tile, Tiles } from '../../page/tiles.tsx';
import { conversionRate, sumSeries } from './figures.ts';
import { getChange } from './parts/change.ts';

type FigureKey = Exclude<keyof DayFigures, 'day'>;

interface Figure {
  label: string;
  value: string | undefined;
  /** The line below the figure: what it counts, or yesterday's value. */
  note: ReactNode;
  /** The figure's daily values, for its small plot and its change. `good: 'up'` colours an increase as good. */
  trend?: { key: FigureKey; hue: string; format: (value: number) => string; good?: 'up' } | undefined;
}

const rupeeFormat = { format: formatRupees };
const countFormat = { format: formatCount };

/** The main figures: revenue, cost and margin. */
function buildMainFigures(stats: Dashboard['stats'] | undefined): Figure[] {
  const margin = stats && Math.round((stats.total_revenue - stats.total_voucher_value) * 100) / 100;
  return [
    {
      label: 'Total Revenue',
      value: stats && formatRupees(stats.total_revenue),
      note: 'of all time',
      trend: { key: 'revenue', hue: '--plot-revenue', good: 'up', ...rupeeFormat },
    },
    {
      label: 'Total Voucher Value',
      value: stats && formatRupees(stats.total_voucher_value),
      note: 'won so far',
      trend: { key: 'voucher_cost', hue: '--plot-cost', ...rupeeFormat },
    },
    {
      label: 'Margin',
      value: margin === undefined ? undefined : formatRupees(margin),
      note:
        stats &&
        margin !== undefined &&
        stats.total_revenue > 0 &&
        `${formatOneDecimal((margin / stats.total_revenue) * 100)}% of revenue`,
      trend: { key: 'margin', hue: '--plot-margin', good: 'up', ...rupeeFormat },
    },
  ];
}

/** The specification's other figures and the conversion rate: figures of today first, then all others. */
function buildOtherFigures(stats: Dashboard['stats'] | undefined, yesterday: DayFigures | undefined): Figure[] {
  const value = (key: keyof Dashboard['stats'], format = formatCount) => stats && format(stats[key]);
  const before = (key: FigureKey, format = formatCount) => yesterday && `${format(yesterday[key])} yesterday`;
  const conversionsPerUser = stats && stats.total_users > 0 ? stats.total_conversions / stats.total_users : 0;
  return [
    { label: 'Revenue Today', value: value('revenue_today', formatRupees), note: before('revenue', formatRupees) },
    { label: 'Conversions Today', value: value('conversions_today'), note: before('conversions') },
    { label: 'New Users Today', value: value('new_users_today'), note: before('users') },
    {
      label: 'Total Conversions',
      value: value('total_conversions'),
      note: 'of all time',
      trend: { key: 'conversions', hue: '--plot-conversions', good: 'up', ...countFormat },
    },
    {
      label: 'Conversion Rate',
      value: stats && conversionRate(stats),
      note: `${conversionsPerUser.toFixed(1)} conversions per user`,
    },
    {
      label: 'Total Users',
      value: value('total_users'),
      note: 'registered',
      trend: { key: 'users', hue: '--plot-users', good: 'up', ...countFormat },
    },
    {
      label: 'Total Rewards Given',
      value: value('total_rewards_given'),
      note: 'wins so far',
      trend: { key: 'wins', hue: '--plot-cost', ...countFormat },
    },
    {
      label: 'Used Vouchers',
      value: value('used_vouchers'),
      note: 'marked as used',
      trend: { key: 'used', hue: '--plot-cost', ...countFormat },
    },
    { label: 'Available Vouchers', value: value('available_vouchers'), note: 'in stock now' },
    { label: 'Active Offers', value: value('active_offers'), note: 'open to users now' },
  ];
}

const changeClasses = { up: 'text-good', down: 'text-bad', same: 'text-muted' } as const;

/** The figure's sum over the period, and the change from the previous period. */
function PeriodChange({ trend, report }: { trend: NonNullable<Figure['trend']>; report: Report }) {
  const currentSum = sumSeries(report.days, trend.key);
  const change = report.before && getChange(currentSum, sumSeries(report.days_before, trend.key));
  return (
    <>
      <span className="text-text">
        <span className="whitespace-nowrap">{trend.format(currentSum)}</span> in{' '}
        <span className="whitespace-nowrap">{formatPlural(report.days.length, 'day')}</span>
      </span>{' '}
      {change && (
        <span
          className={cx(
            // Words may wrap, but a figure must not.
            /\d/.test(change.words) && 'whitespace-nowrap',
            (trend.good === 'up' || change.direction === 'same') && changeClasses[change.direction],
          )}
        >
          {change.words}
        </span>
      )}
    </>
  );
}

/**
 * The dashboard's figures: three large figures with sparklines, then the others. Without `stats`, shows placeholders of
 * the same size.
 */
export function DashboardTiles({
  stats,
  report,
}: {
  stats: Dashboard['stats'] | undefined;
  report: Report | undefined;
}) {
  const tile = ({ label, value, note, trend }: Figure, isLarge: boolean, className?: string) => (
    <Tile
      key={label}
      label={label}
      hero={isLarge}
      className={className}
      value={value}
      note={stats ? trend && report ? <PeriodChange trend={trend} report={report} /> : note || '\u00A0' : <NoteShape />}
      line={
        trend &&
        report && <Sparkline values={report.days.map((day) => day[trend.key])} hue={trend.hue} tall={isLarge} />
      }
    />
  );
  return (
    <>
      <Tiles className="grid-cols-2 md:grid-cols-3 md:gap-x-10!">
        {buildMainFigures(stats).map((figure, index) =>
          tile(figure, true, index === 0 ? 'max-md:col-span-2' : undefined),
        )}
      </Tiles>
      <Tiles className="grid-cols-2 md:grid-cols-5">
        {buildOtherFigures(stats, report?.yesterday).map((figure) => tile(figure, false))}
      </Tiles>
    </>
  );
}
