import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { buttonClass } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatusDot } from '@inaam/ui/status-dot';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useRecentRecord } from '../../app/recent-records.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { BackLink, RecordPage } from '../../page/record-page.tsx';

import { type NetworkTab, networkTabs, readTab, TabLink } from './network-tabs.tsx';
import { PostbackAddress } from './postback-address.tsx';

const back = { to: adminPaths.networks, label: 'All networks' } as const;
const words = { title: 'Network', failed: 'Failed to fetch the network', missing: 'There is no such network' };

/** Each tab's code loads when it opens. */
const panels: Record<NetworkTab, ComponentType<{ network: NetworkView }>> = {
  health: lazy(async () => ({ default: (await import('./health/health-tab.tsx')).HealthTab })),
  inbox: lazy(async () => ({ default: (await import('../postbacks/parts/inbox-tab.tsx')).InboxTab })),
  feed: lazy(async () => ({ default: (await import('./feed/feed-tab.tsx')).FeedTab })),
  statements: lazy(async () => ({ default: (await import('./statements/statements-tab.tsx')).StatementsTab })),
  settings: lazy(async () => ({ default: (await import('./network-settings.tsx')).NetworkSettings })),
  test: lazy(async () => ({ default: (await import('./conformance/conformance-tab.tsx')).ConformanceTab })),
};

/** Tabs with a long list. They leave out the postback URL, so that the list starts higher on the page. */
const listTabs: ReadonlySet<NetworkTab> = new Set(['inbox', 'statements']);

/** One partner network, with a tab each for its health, inbox, feed, statements, settings and test. */
export function NetworkScreen() {
  const { networkId } = useParams({ from: `/admin${adminPaths.network}` });
  const query = trpc.admin.networks.get.useQuery({ network_id: Number(networkId) });
  return (
    <RecordPage query={query} words={words} back={back}>
      {(network) => <Network key={network.network_id} network={network} />}
    </RecordPage>
  );
}

function Network({ network }: { network: NetworkView }) {
  const { tab: current } = useSearch({ from: `/admin${adminPaths.network}` });
  const navigate = useNavigate({ from: adminPaths.network });
  useRecentRecord({
    id: `network-${network.network_id}`,
    label: network.name,
    hint: 'Network',
    target: { to: adminPaths.network, params: { networkId: String(network.network_id) } },
  });
  const openTab = (tab: NetworkTab) => {
    // Unlike a change of filters, this navigation does not set the history state `asIs`. So the admin's default view
    // applies if the URL contains no filters.
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab, page: undefined, panel: undefined }),
      resetScroll: false,
    });
  };
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4">
      <PageHeader
        back={<BackLink {...back} inLine />}
        title={network.name}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="code text-sm">{network.slug}</span>
            <StatusDot tone={network.is_active ? 'good' : 'neutral'}>
              {network.is_active ? 'Active' : 'Inactive'}
            </StatusDot>
          </span>
        }
      />
      {network.is_secret_lost && (
        <Banner
          tone="error"
          title="The secret cannot be decrypted"
          action={
            <TabLink tab="settings" className={buttonClass({ small: true })}>
              Go to the settings
            </TabLink>
          }
        >
          The server no longer has its encryption key. Postbacks stay parked until the key is restored or “Rotate
          secret” sets a new secret.
        </Banner>
      )}
      {!listTabs.has(readTab(current)) && <PostbackAddress network={network} />}
      <Tabs label="About this network" value={readTab(current)} onChange={openTab} tabs={networkTabs}>
        {networkTabs.map(({ id, label }) => {
          const Panel = panels[id];
          return (
            <TabPanel key={id} id={id}>
              <Suspense
                fallback={
                  <Loading label={`Loading ${label}`} className="grid gap-4">
                    <Skeleton className="h-24" />
                    <Skeleton className="h-64" />
                  </Loading>
                }
              >
                <Panel network={network} />
              </Suspense>
            </TabPanel>
          );
        })}
      </Tabs>
    </div>
  );
}
