import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import type { ReactNode } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import { translateCompletions } from '../../app/offer-texts.ts';
import type { ProfileTab } from '../../app/search.ts';
import { SuspensionAppeal } from '../../app/suspension-appeal.tsx';
import { app, profile as words } from '../../words/words.ts';
import { History } from './history.tsx';
import { Overview } from './overview.tsx';

/**
 * The polling interval of the open screen while a change is expected: a confirmation, or the voucher of a win that was
 * out of stock.
 */
const AWAITED_POLL_MS = 20_000;

/** Statistics and history of the signed-in person. */
export function ProfileScreen({
  tab,
  onTab,
  children,
}: {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
  /** The settings, shown below the figures. Below a long history people would not find them. */
  children: ReactNode;
}) {
  const query = trpc.user.insights.stats.useQuery(undefined, {
    select: translateCompletions,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.completions.some(({ owed, pending }) => owed || pending) ? AWAITED_POLL_MS : false,
  });
  if (query.isError && !query.data) {
    return (
      <>
        <LoadFailed title={words.failedTitle} query={query}>
          {getErrorCode(query.error) === 'BLOCKED' ? (
            <>
              {getErrorMessage(query.error, '')}. <SuspensionAppeal />
            </>
          ) : (
            <>
              <p>{words.failed}</p>
              <p>{app.checkConnection}</p>
            </>
          )}
        </LoadFailed>
        {children}
      </>
    );
  }
  return (
    <Tabs
      label={words.tabs}
      value={tab}
      onChange={onTab}
      tabs={[
        { id: 'overview', label: words.overview },
        { id: 'history', label: words.history, ...(query.data && { count: query.data.completions.length }) },
      ]}
    >
      <TabPanel id="overview">
        <div className="flex flex-col gap-6">
          {query.data ? (
            <Overview
              stats={query.data.stats}
              completions={query.data.completions}
              now={new Date(query.dataUpdatedAt)}
            />
          ) : (
            <Skeletons />
          )}
          {children}
        </div>
      </TabPanel>
      <TabPanel id="history">
        {query.data ? (
          <History completions={query.data.completions} now={new Date(query.dataUpdatedAt)} />
        ) : (
          <HistorySkeletons />
        )}
      </TabPanel>
    </Tabs>
  );
}

const Skeletons = () => (
  <Loading label={words.loading} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    {[0, 1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-22" />
    ))}
    <Skeleton className="col-span-full h-64 md:col-span-2" />
    <Skeleton className="col-span-full h-64 md:col-span-2" />
  </Loading>
);

const HistorySkeletons = () => (
  <Loading label={words.loading} className="grid gap-3 md:grid-cols-2">
    {[0, 1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-36 rounded-card!" />
    ))}
  </Loading>
);
