import { lazy } from 'react';
import { type NetworkPanels, NetworkScreen } from '../features/networks/network-screen.tsx';

/** What the tabs of a network's page show, each fetched when it is opened. */
const panels: NetworkPanels = {
  health: lazy(async () => ({ default: (await import('../features/networks/health/health-tab.tsx')).HealthTab })),
  inbox: lazy(async () => ({ default: (await import('../features/postbacks/inbox-tab.tsx')).InboxTab })),
  feed: lazy(async () => ({ default: (await import('../features/networks/feed/feed-tab.tsx')).FeedTab })),
  settings: lazy(async () => ({
    default: (await import('../features/networks/network-settings.tsx')).NetworkSettings,
  })),
  test: lazy(async () => ({
    default: (await import('../features/networks/conformance/conformance-tab.tsx')).ConformanceTab,
  })),
};

export const NetworkPage = () => <NetworkScreen panels={panels} />;
