import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { type NetworkTab, readTab } from '../features/networks/network-tabs.tsx';
import { type InboxUrl, inboxSearch } from '../features/postbacks/inbox-search.ts';
import { adminRoute } from './admin.tsx';

export const networkRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: paths.network,
  // The address says which tab is open, and holds the inbox's list.
  validateSearch: (raw: Record<string, unknown>): Omit<InboxUrl, 'tab'> & { tab?: NetworkTab | undefined } => {
    const tab = readTab(raw.tab);
    return { ...inboxSearch.validate(raw), tab: tab === 'health' ? undefined : tab };
  },
  component: lazyRouteComponent(() => import('./network-page.tsx'), 'NetworkPage'),
});
