import { formatDateTime } from '@inaam/contracts/common/time';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { loadProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { Attention } from './attention.tsx';
import { type Days, DEFAULT_DAYS, dashboardSearch } from './dashboard-search.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { ProgressCard } from './progress-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentConversions, RecentUsers } from './recent.tsx';
import { StatCards } from './stat-cards.tsx';
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
