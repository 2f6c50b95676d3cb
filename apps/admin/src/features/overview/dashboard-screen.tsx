import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Stat, StatRow } from '@inaam/ui/stat';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type LucideIcon, RefreshCw, Tag, TicketPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { loadProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Figure } from '../../page/figure.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { type Days, DEFAULT_DAYS, dashboardSearch } from '../../shared/overview/dashboard-search.ts';
import { Attention } from './attention.tsx';
import { conversionRate, progressBars } from './figures.ts';
import { NetworkAlarms } from './network-alarms.tsx';
import { RecentConversions, RecentUsers } from './recent.tsx';
import { Trends } from './trends.tsx';

const FAILED = 'Failed to fetch dashboard data';

/** How many days the plots show; kept in the address. */
function useDays(): [days: Days, setDays: (days: Days) => void] {
  const { days = DEFAULT_DAYS } = dashboardSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [days, (next) => void navigate({ to: '.', search: dashboardSearch({ days: next }), resetScroll: false })];
}

/** What happened, at a glance; all of it in one call. */
export function DashboardScreen() {
  const [days, setDays] = useDays();
  const query = trpc.admin.insights.dashboard.useQuery({ days }, { placeholderData: keepPreviousData });
  const { data, error, isFetching, dataUpdatedAt } = query;
  const [dismissed, setDismissed] = useState<unknown>();
  const refresh = () => void query.refetch();
  const retry = (
    <Button small busy={isFetching} onClick={refresh}>
      Retry
    </Button>
  );
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Dashboard"
        note={dataUpdatedAt > 0 && `As of ${formatDateTime(new Date(dataUpdatedAt))} IST`}
        action={
          <Button busy={isFetching} onClick={refresh} icon={<RefreshCw aria-hidden className="size-4" />}>
            Refresh
          </Button>
        }
      />
      {error && data && dismissed !== error && (
        <Banner tone="error" title={FAILED} onDismiss={() => setDismissed(error)} action={retry}>
          {loadProblem(error)}
        </Banner>
      )}
      {data ? (
        <>
          <StatCards stats={data.stats} />
          <NetworkAlarms />
          <Attention data={data} />
          <Trends figures={data.series} days={days} onDays={setDays} fetching={query.isPlaceholderData && isFetching} />
          <div className="grid gap-4 lg:grid-cols-2">
            <ProgressCard stats={data.stats} />
            <QuickActions refreshing={isFetching} onRefresh={refresh} />
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[2fr_3fr]">
            <RecentUsers users={data.recentUsers} />
            <RecentConversions conversions={data.recentConversions} />
          </div>
        </>
      ) : error ? (
        <EmptyState kind="failed" title={FAILED} action={retry}>
          {loadProblem(error)}
        </EmptyState>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  );
}

/** The dashboard's shapes before its figures. */
const DashboardSkeleton = () => (
  <Loading label="Loading the dashboard" className="grid gap-4">
    <div className={`grid gap-3 ${statGrid}`}>
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
        <Card key={i} className="grid gap-2">
          <Skeleton className="h-7 w-20" />
          <Skeleton className="h-4 w-28" />
        </Card>
      ))}
    </div>
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 9 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
        <Skeleton key={i} className="h-48" />
      ))}
    </div>
    <div className="grid gap-4 xl:grid-cols-2">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  </Loading>
);

const statGrid = 'grid-cols-2 md:grid-cols-4 2xl:grid-cols-6';

/** The specification's eleven figures and the rate between two of them; each row of four is one subject. */
const StatCards = ({ stats }: { stats: Dashboard['stats'] }) => (
  <StatRow className={statGrid}>
    <Stat label="Total Users" value={<Figure>{formatCount(stats.total_users)}</Figure>} />
    <Stat label="New Users Today" value={<Figure>{formatCount(stats.new_users_today)}</Figure>} />
    <Stat label="Total Conversions" value={<Figure>{formatCount(stats.total_conversions)}</Figure>} />
    <Stat label="Conversions Today" value={<Figure>{formatCount(stats.conversions_today)}</Figure>} />
    <Stat label="Total Revenue" value={<Figure>{formatRupees(stats.total_revenue)}</Figure>} />
    <Stat label="Revenue Today" value={<Figure>{formatRupees(stats.revenue_today)}</Figure>} />
    <Stat label="Conversion Rate" value={<Figure>{conversionRate(stats)}</Figure>} />
    <Stat label="Active Offers" value={<Figure>{formatCount(stats.active_offers)}</Figure>} />
    <Stat label="Total Voucher Value" value={<Figure>{formatRupees(stats.total_voucher_value)}</Figure>} />
    <Stat label="Total Rewards Given" value={<Figure>{formatCount(stats.total_rewards_given)}</Figure>} />
    <Stat label="Available Vouchers" value={<Figure>{formatCount(stats.available_vouchers)}</Figure>} />
    <Stat label="Used Vouchers" value={<Figure>{formatCount(stats.used_vouchers)}</Figure>} />
  </StatRow>
);

/** How far the day has come. */
const ProgressCard = ({ stats }: { stats: Dashboard['stats'] }) => (
  <Card>
    <h2 className="mb-3 text-base">Today</h2>
    <div className="grid gap-3">
      {progressBars(stats).map(({ label, words, percent }) => (
        <div key={label}>
          <p className="mb-1 flex justify-between gap-3">
            <span>{label}</span>
            <span className="text-muted tabular-nums">{words}</span>
          </p>
          <div
            role="progressbar"
            aria-label={label}
            aria-valuenow={Math.round(percent)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={words}
            className="h-2 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        </div>
      ))}
    </div>
  </Card>
);

const tileClass =
  'flex min-h-16 flex-col items-start gap-1 rounded-control border border-line bg-background p-3 text-left transition-colors duration-150 hover:border-edge hover:bg-sunken';

const Words = ({ Icon, label, note }: { Icon: LucideIcon; label: string; note: string }) => (
  <>
    <Icon aria-hidden className="size-5 text-accent" />
    <span className="font-semibold">{label}</span>
    <span className="text-xs text-muted">{note}</span>
  </>
);

/** What an admin most often comes for. */
const QuickActions = ({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) => (
  <Card>
    <h2 className="mb-3 text-base">Quick actions</h2>
    <div className="grid grid-cols-2 gap-2">
      <Link to={adminPaths.offers} className={tileClass}>
        <Words Icon={Tag} label="Manage Offers" note="Odds, links, status" />
      </Link>
      <Link to={adminPaths.vouchers} search={{ panel: 'new' }} className={tileClass}>
        <Words Icon={TicketPlus} label="Create Vouchers" note="One code or many" />
      </Link>
      <Link to={adminPaths.users} className={tileClass}>
        <Words Icon={Users} label="View Users" note="Search, help, credit" />
      </Link>
      <button type="button" onClick={onRefresh} aria-disabled={refreshing || undefined} className={tileClass}>
        <Words Icon={RefreshCw} label="Refresh" note="Latest figures" />
      </button>
    </div>
  </Card>
);
