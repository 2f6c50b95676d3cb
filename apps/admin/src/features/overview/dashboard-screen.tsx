import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Report } from '@inaam/contracts/insights/report';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Download, type LucideIcon, RefreshCw, Table2, Tag, TicketPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { DASHBOARD_DAYS, formatDay } from '../../app/days.ts';
import { getLoadError } from '../../app/errors.ts';
import { saveFile } from '../../app/save-file.ts';
import { trpc } from '../../app/trpc.ts';
import { usePoll } from '../../app/use-poll.ts';
import { Banner } from '../../page/banner.tsx';
import { FailedLoad } from '../../page/failed-load.tsx';
import { NewRowsPill } from '../../page/new-rows-pill.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Attention } from './attention.tsx';
import { Checklist, useChecklist } from './checklist.tsx';
import { countNewEvents, describePrevious, progressBars } from './figures.ts';
import { OfferMargins } from './offer-margins.tsx';
import {
  type DashboardState,
  type DashboardUrl,
  dashboardSearch,
  parseDashboard,
  toReportInput,
} from './parts/dashboard-search.ts';
import { PeriodChooser } from './parts/period-chooser.tsx';
import { RecentConversions, RecentUsers } from './recent.tsx';
import { Funnel, MoneyPlot, PeoplePlots, ReportTable, reportCsv } from './report-plots.tsx';
import { DashboardTiles } from './tiles.tsx';
import { TodoStrip, useTodos } from './todo-strip.tsx';

const LOAD_FAILURE = 'Failed to fetch dashboard data';

/** The dashboard's state from the URL, and the function that changes it. */
function useDashboardState(): [state: DashboardState, change: (url: DashboardUrl) => void] {
  const state = parseDashboard(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [
    state,
    (next) => void navigate({ to: '.', search: dashboardSearch({ ...state, ...next }), resetScroll: false }),
  ];
}

/** The events since the figures were loaded, in words. The figures themselves change only on request. */
function useDashboardNews(data: Dashboard | undefined): string | undefined {
  const { client } = trpc.useUtils();
  const [latest, setLatest] = useState<{ loaded: Dashboard; stats: Dashboard['stats'] }>();
  usePoll(
    'dashboard',
    data &&
      (async () => {
        const { stats } = await client.admin.insights.dashboard.query({ days: DASHBOARD_DAYS });
        setLatest({ loaded: data, stats });
      }),
  );
  return latest && latest.loaded === data ? countNewEvents(data.stats, latest.stats) : undefined;
}

/** Tasks, revenue, and the comparison with the previous period. */
export function DashboardScreen() {
  const [state, change] = useDashboardState();
  const query = trpc.admin.insights.dashboard.useQuery({ days: DASHBOARD_DAYS });
  const report = trpc.admin.insights.report.useQuery(toReportInput(state), { placeholderData: keepPreviousData });
  const utils = trpc.useUtils();
  const { data, error, dataUpdatedAt } = query;
  const [dismissed, setDismissed] = useState<unknown>();
  const isFetching = query.isFetching || report.isFetching;
  const refresh = () => void utils.admin.insights.invalidate();
  const news = useDashboardNews(data);
  // The checklist above the figures loads first, so that the figures do not move.
  const checklist = useChecklist();
  const todos = useTodos();
  const isLoadingTop = checklist.isLoading || todos.isLoading;
  const retry = (
    <Button small busy={isFetching} onClick={refresh}>
      Retry
    </Button>
  );
  const problem = error ?? report.error;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Dashboard"
        note={dataUpdatedAt > 0 && `As of ${formatDateTime(new Date(dataUpdatedAt))} IST`}
        action={
          <>
            <PeriodChooser state={state} shown={report.data} onChange={change} />
            <Button busy={isFetching} icon={<RefreshCw aria-hidden className="size-4" />} onClick={refresh}>
              Refresh
            </Button>
          </>
        }
      />
      <NewRowsPill label={news} onShow={refresh} />
      {problem && data && dismissed !== problem && (
        <Banner tone="error" title={LOAD_FAILURE} onDismiss={() => setDismissed(problem)} action={retry}>
          {getLoadError(problem)}
        </Banner>
      )}
      {isLoadingTop || !(data ?? error) ? (
        <Loading label="Loading the dashboard" className="grid gap-4">
          <Skeleton className="h-11" />
          <DashboardTiles stats={undefined} report={undefined} />
          <Skeleton className="h-80" />
        </Loading>
      ) : (
        <>
          <Checklist />
          <TodoStrip />
        </>
      )}
      {!isLoadingTop && data && (
        <>
          <DashboardTiles stats={data.stats} report={report.data} />
          {report.data ? (
            <ReportSections
              report={report.data}
              state={state}
              onChange={change}
              fetching={report.isPlaceholderData && report.isFetching}
            />
          ) : (
            !report.error && <Skeleton className="h-80" />
          )}
          <Attention data={data} />
          <div className="grid gap-4 lg:grid-cols-2">
            <ProgressCard stats={data.stats} />
            <QuickActions refreshing={isFetching} onRefresh={refresh} />
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[2fr_3fr]">
            <RecentUsers users={data.recentUsers} />
            <RecentConversions conversions={data.recentConversions} />
          </div>
        </>
      )}
      {!isLoadingTop && !data && error && (
        <FailedLoad title={LOAD_FAILURE} error={error} isFetching={isFetching} onRetry={refresh} />
      )}
    </div>
  );
}

/** The period's plots, or a table of their numbers. */
function ReportSections({
  report,
  state,
  onChange,
  fetching,
}: {
  report: Report;
  state: DashboardState;
  onChange: (url: DashboardUrl) => void;
  /** True while the figures still belong to the previously selected period. */
  fetching: boolean;
}) {
  const isTable = state.view === 'table';
  const Icon = isTable ? ChartColumn : Table2;
  const save = () => saveFile(`figures-${report.from}-to-${report.to}.csv`, reportCsv(report.days), 'text/csv');
  return (
    <div
      aria-busy={fetching || undefined}
      className={cx('grid min-w-0 grid-cols-1 gap-4 transition-opacity duration-150', fetching && 'opacity-50')}
    >
      <section aria-label="Over time" className="grid min-w-0 grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="text-base">
            {formatDay(report.from)}
            {report.from !== report.to && ` to ${formatDay(report.to)}`}
          </h2>
          <p className="text-xs text-muted">Days in Indian time (IST)</p>
          <div className="ml-auto flex gap-2">
            <Button
              small
              icon={<Icon aria-hidden className="size-4" />}
              onClick={() => onChange({ view: isTable ? 'plots' : 'table' })}
            >
              {isTable ? 'Show plots' : 'Show table'}
            </Button>
            <Button small icon={<Download aria-hidden className="size-4" />} onClick={save}>
              CSV
            </Button>
          </div>
        </div>
        {isTable ? (
          <ReportTable days={report.days} />
        ) : (
          <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
            <Card className="min-w-0">
              <MoneyPlot report={report} beforeLabel={describePrevious(report, state.compare)} />
            </Card>
            <Card>
              <h3 className="mb-2 text-sm">From click to voucher</h3>
              <Funnel days={report.days} />
            </Card>
          </div>
        )}
      </section>
      <OfferMargins
        offers={report.offers}
        compared={report.before !== null}
        order={state.offers}
        onOrder={(offers) => onChange({ offers })}
      />
      {!isTable && <PeoplePlots days={report.days} />}
    </div>
  );
}

/** The day's progress towards its goals. */
const ProgressCard = ({ stats }: { stats: Dashboard['stats'] }) => (
  <Card>
    <h2 className="mb-3 text-base">Today</h2>
    <div className="grid gap-3">
      {progressBars(stats).map(({ label, words, percent }) => (
        <div key={label}>
          <p className="mb-1 flex flex-wrap justify-between gap-x-3">
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

/** The most frequent actions. */
const QuickActions = ({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) => (
  <Card>
    <h2 className="mb-3 text-base">Quick actions</h2>
    <div className="grid grid-cols-2 gap-2">
      <Link to={adminPaths.offers} className={tileClass}>
        <Words Icon={Tag} label="Manage Offers" note="Odds, links, status" />
      </Link>
      <Link to={adminPaths.vouchers} search={{ panel: 'new' }} className={tileClass}>
        <Words Icon={TicketPlus} label="Create Vouchers" note="One code or several" />
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
