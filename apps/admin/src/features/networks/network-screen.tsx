import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Banner } from '@inaam/ui/banner';
import { buttonClass } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatusDot } from '@inaam/ui/status-dot';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { trpc } from '../../app/trpc.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { BackLink, RecordPage } from '../../page/record-page.tsx';

import { type NetworkTab, networkTabs, readTab, TabLink } from './network-tabs.tsx';
import { PostbackAddress } from './secrets/postback-address.tsx';

const back = { to: adminPaths.networks, label: 'All networks' } as const;
const words = { title: 'Network', failed: 'Failed to fetch the network', missing: 'There is no such network' };

/** What a tab shows. */
export type NetworkPanels = Record<NetworkTab, ComponentType<{ network: NetworkView }>>;

/** One partner network: how it is doing, what it said, how it is read. The route says what each tab shows. */
export function NetworkScreen({ panels }: { panels: NetworkPanels }) {
  const { networkId } = useParams({ from: `/admin${adminPaths.network}` });
  const query = trpc.admin.networks.get.useQuery({ network_id: Number(networkId) });
  return (
    <RecordPage query={query} words={words} back={back}>
      {(network) => <Network key={network.network_id} network={network} panels={panels} />}
    </RecordPage>
  );
}

function Network({ network, panels }: { network: NetworkView; panels: NetworkPanels }) {
  const { tab: current } = useSearch({ from: `/admin${adminPaths.network}` });
  const navigate = useNavigate({ from: adminPaths.network });
  const toTab = (tab: NetworkTab) => {
    // Not as a filter is set: the inbox is opened by its tab, and a default view may have its say.
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab, page: undefined, panel: undefined }),
      resetScroll: false,
    });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <BackLink {...back} />
      <PageHeader
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
          title="Its secret cannot be read"
          action={
            <TabLink tab="settings" className={buttonClass({ small: true })}>
              Go to the settings
            </TabLink>
          }
        >
          The key that it was sealed with is missing on the server. Calls wait as parked until the key is back, or until
          “Rotate secret” sets a new one.
        </Banner>
      )}
      <PostbackAddress network={network} />
      <Tabs label="About this network" value={readTab(current)} onChange={toTab} tabs={networkTabs}>
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
