import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Banner } from '@inaam/ui/banner';
import { buttonClass } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatusDot } from '@inaam/ui/status-dot';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { PageHeader } from '../../app/shell/page-header.tsx';
import { trpc } from '../../app/trpc.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { BackLink } from '../../record/back-link.tsx';
import { Loaded } from '../../record/loaded.tsx';
import { type NetworkState, networkSearch } from './network-search.ts';
import { networkTabs } from './network-tabs.tsx';
import { PostbackAddress } from './postback-address.tsx';
import { TabLink } from './tab-link.tsx';

const back = { to: paths.networks, label: 'All networks' } as const;
const words = { title: 'Network', failed: 'Failed to fetch the network', missing: 'There is no such network' };

/** One partner network: how it is doing, what it said, how it is read. */
export function NetworkScreen() {
  const { networkId } = useParams({ from: '/admin/admin/networks/$networkId' });
  const query = trpc.admin.networks.get.useQuery({ network_id: Number(networkId) });
  return (
    <Loaded query={query} words={words} back={back}>
      {(network) => <Network key={network.network_id} network={network} />}
    </Loaded>
  );
}

function Network({ network }: { network: NetworkView }) {
  const list = useListState(networkSearch);
  const navigate = useNavigate();
  const toTab = (tab: NetworkState['tab']) => {
    const search = networkSearch.validate({ ...list.state, tab, page: undefined });
    // Not as a filter is set: the inbox is opened by its tab, and a default view may have its say.
    void navigate({ to: '.', search: search as never, resetScroll: false });
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
          The key that it was sealed with is missing on the server. Calls wait as parked, and are judged once the key is
          back, or the secret is given again by “Rotate secret”.
        </Banner>
      )}
      <PostbackAddress network={network} />
      <Tabs label="About this network" value={list.state.tab} onChange={toTab} tabs={networkTabs}>
        {networkTabs.map(({ id, label, Panel }) => (
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
        ))}
      </Tabs>
    </div>
  );
}
