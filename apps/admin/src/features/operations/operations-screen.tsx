import { formatPlural } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { OperationsStatus, OperationsWarning } from '@inaam/contracts/insights/operations';
import { Button, buttonClass } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { BellRing, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { getLoadError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { POLL_MS, usePoll } from '../../app/use-poll.ts';
import { Banner } from '../../page/banner.tsx';
import { FailedLoad } from '../../page/failed-load.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Archive, Books, Jobs, LastMinute, PendingWork, ProcessFigures, partsClass, Stock } from './figures.tsx';
import { SendTestPage } from './send-test-page.tsx';
import { SpendingSection } from './spending.tsx';
import { describeWarning } from './warning-words.ts';

const LOAD_FAILURE = 'Failed to fetch the operations figures';

function Warning({ warning }: { warning: OperationsWarning }) {
  const { title, advice, link } = describeWarning(warning);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <span className="min-w-0 grow basis-64">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{advice}</span>
      </span>
      {link && (
        <Link {...link.target} className={buttonClass({ small: true, variant: 'secondary' })}>
          {link.label}
        </Link>
      )}
    </li>
  );
}

/** Shows that nothing needs attention, or lists each warning with advice. */
function OperationsVerdict({ warnings }: { warnings: readonly OperationsWarning[] }) {
  const hasNoWarnings = warnings.length === 0;
  return (
    <section
      aria-label="Status"
      className={`rounded-card border bg-surface p-card ${hasNoWarnings ? 'border-line' : 'border-bad/50'}`}
    >
      <h2 className="flex items-center gap-3 text-lg">
        {hasNoWarnings ? (
          <CircleCheck aria-hidden className="size-7 shrink-0 text-good" />
        ) : (
          <TriangleAlert aria-hidden className="size-7 shrink-0 text-bad" />
        )}
        <span role="status">
          {hasNoWarnings ? 'All is well' : `${formatPlural(warnings.length, 'thing needs', 'things need')} attention`}
        </span>
      </h2>
      {hasNoWarnings ? (
        <p className="mt-1 pl-10 text-sm text-muted">Every figure is within its limit.</p>
      ) : (
        <ul className="mt-2">
          {warnings.map((warning) => (
            <Warning key={`${warning.alert} ${warning.of ?? ''}`} warning={warning} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Figures({ watch: { figures, archive, stock, process, warnings } }: { watch: OperationsStatus }) {
  const stuck = new Set(warnings.filter(({ alert }) => alert === 'JobStuck').map(({ of }) => of));
  return (
    <>
      <OperationsVerdict warnings={warnings} />
      <div className={partsClass}>
        <SpendingSection />
        <Books books={figures.books} />
        <PendingWork figures={figures} />
        <Stock stock={stock} />
        <LastMinute figures={figures} />
        <Archive archive={archive} />
        {process && <ProcessFigures process={process} />}
      </div>
      {process && process.jobs.length > 0 && (
        <section className="min-w-0">
          <h2 className="mb-2 text-base">Jobs</h2>
          <Jobs jobs={process.jobs} isStuck={(name) => stuck.has(name)} />
        </section>
      )}
    </>
  );
}

/** The figures that alerts watch, and a warning for each figure beyond its limit, for operators without Grafana. */
export function OperationsScreen() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = trpc.admin.insights.watch.useQuery();
  const refresh = async () => void (await refetch());
  usePoll('operations', refresh);
  const [isConfirmingTest, setIsConfirmingTest] = useState(false);
  const retry = (
    <Button small busy={isFetching} onClick={() => void refresh()}>
      Retry
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Operations"
        note={
          dataUpdatedAt > 0 && `As of ${formatDateTime(new Date(dataUpdatedAt))} IST, updated every ${POLL_MS / 1000} s`
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Allowed to="admin.insights.sendTestPage">
              <Button icon={<BellRing aria-hidden className="size-4" />} onClick={() => setIsConfirmingTest(true)}>
                Send a test alert
              </Button>
            </Allowed>
            <Button
              busy={isFetching}
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={() => void refresh()}
            >
              Refresh
            </Button>
          </div>
        }
      />
      {isConfirmingTest && <SendTestPage onClose={() => setIsConfirmingTest(false)} />}
      {data && error && (
        <Banner tone="error" title={LOAD_FAILURE} action={retry}>
          {getLoadError(error)}
        </Banner>
      )}
      {data ? (
        <Figures watch={data} />
      ) : error ? (
        <FailedLoad title={LOAD_FAILURE} error={error} isFetching={isFetching} onRetry={() => void refresh()} />
      ) : (
        <Loading label="Reading the figures" className="grid gap-4">
          <Skeleton className="h-20" />
          <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
            {['waiting', 'stock', 'minute', 'process'].map((part) => (
              <Skeleton key={part} className="h-64" />
            ))}
          </div>
        </Loading>
      )}
    </div>
  );
}
