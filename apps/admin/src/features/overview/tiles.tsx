import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Report } from '@inaam/contracts/insights/report';
import { cx } from '@inaam/ui/cx';
import { Skeleton } from '@inaam/ui/skeleton';
import type { ReactNode } from 'react';
import { Sparkline } from '../../charts/sparkline.tsx';
import { changeOf } from '../../shared/overview/change.ts';
import { conversionRate, totalOf } from './figures.ts';

type FigureKey = Exclude<keyof DayFigures, 'day'>;

interface Tile {
  label: string;
  value: string;
  /** What is counted, and against what. */
  note: ReactNode;
  /** The figure of the period that moves it: its line and its change. */
  moves?: { key: FigureKey; hue: string; format: (value: number) => string; good?: 'up' } | undefined;
}

/** The specification's eleven figures and the rate between two of them, the weightiest first. */
export function tilesOf(stats: Dashboard['stats'], yesterday: DayFigures | undefined): Tile[] {
  const rupees = { format: formatRupees };
  const counted = { format: formatCount };
  const perUser = stats.total_users > 0 ? stats.total_conversions / stats.total_users : 0;
  return [
    {
      label: 'Total Revenue',
      value: formatRupees(stats.total_revenue),
      note: 'of all time',
      moves: { key: 'revenue', hue: '--plot-revenue', good: 'up', ...rupees },
    },
    {
      label: 'Revenue Today',
      value: formatRupees(stats.revenue_today),
      note: yesterday && `${formatRupees(yesterday.revenue)} in all of yesterday`,
    },
    {
      label: 'Total Conversions',
      value: formatCount(stats.total_conversions),
      note: 'of all time',
      moves: { key: 'conversions', hue: '--plot-conversions', good: 'up', ...counted },
    },
    {
      label: 'Conversions Today',
      value: formatCount(stats.conversions_today),
      note: yesterday && `${formatCount(yesterday.conversions)} in all of yesterday`,
    },
    {
      label: 'Conversion Rate',
      value: conversionRate(stats),
      note: `${perUser.toFixed(1)} conversions per user`,
    },
    {
      label: 'Total Voucher Value',
      value: formatRupees(stats.total_voucher_value),
      note: 'won in all',
      moves: { key: 'voucher_cost', hue: '--plot-cost', ...rupees },
    },
    {
      label: 'Total Rewards Given',
      value: formatCount(stats.total_rewards_given),
      note: 'wins in all',
      moves: { key: 'wins', hue: '--plot-cost', ...counted },
    },
    {
      label: 'Available Vouchers',
      value: formatCount(stats.available_vouchers),
      note: 'in stock now',
    },
    {
      label: 'Used Vouchers',
      value: formatCount(stats.used_vouchers),
      note: 'marked as used',
      moves: { key: 'used', hue: '--plot-cost', ...counted },
    },
    {
      label: 'Total Users',
      value: formatCount(stats.total_users),
      note: 'registered',
      moves: { key: 'users', hue: '--plot-users', good: 'up', ...counted },
    },
    {
      label: 'New Users Today',
      value: formatCount(stats.new_users_today),
      note: yesterday && `${formatCount(yesterday.users)} in all of yesterday`,
    },
    {
      label: 'Active Offers',
      value: formatCount(stats.active_offers),
      note: 'open to users now',
    },
  ];
}

const looks = { up: 'text-good', down: 'text-bad', same: 'text-muted' } as const;

/** What the period added, and how that compares. */
function Moved({ moves, report }: { moves: NonNullable<Tile['moves']>; report: Report }) {
  const now = totalOf(report.days, moves.key);
  const change = report.before && changeOf(now, totalOf(report.days_before, moves.key));
  return (
    <>
      <dd className="text-xs tabular-nums">
        <span className="whitespace-nowrap">
          {moves.format(now)} in {formatPlural(report.days.length, 'day')}
        </span>{' '}
        {change && (
          <span
            className={cx(
              'whitespace-nowrap',
              moves.good === 'up' || change.direction === 'same' ? looks[change.direction] : 'text-muted',
            )}
          >
            {change.words}
          </span>
        )}
      </dd>
      <dd className="mt-auto pt-1">
        <Sparkline values={report.days.map((day) => day[moves.key])} hue={moves.hue} />
      </dd>
    </>
  );
}

const grid = 'grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-3 xl:grid-cols-6';

/** Twelve figures without boxes: size and space part them. */
export const Tiles = ({ stats, report }: { stats: Dashboard['stats']; report: Report | undefined }) => (
  <dl className={grid}>
    {tilesOf(stats, report?.yesterday).map(({ label, value, note, moves }, at) => (
      <div key={label} className="flex min-w-0 flex-col">
        <dt className="truncate text-xs text-muted">{label}</dt>
        <dd
          className={cx(
            'leading-tight font-semibold whitespace-nowrap tabular-nums',
            at < 4 ? 'text-lg sm:text-xl' : 'text-lg',
          )}
        >
          {value}
        </dd>
        {moves && report ? (
          <Moved moves={moves} report={report} />
        ) : (
          <dd className="text-xs text-muted tabular-nums">{note}</dd>
        )}
      </div>
    ))}
  </dl>
);

export const TilesSkeleton = () => (
  <div className={grid}>
    {Array.from({ length: 12 }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
      <div key={i} className="grid gap-1">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-7 w-20" />
        <Skeleton className="h-4 w-28" />
      </div>
    ))}
  </div>
);
