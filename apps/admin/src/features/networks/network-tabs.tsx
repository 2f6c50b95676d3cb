import type { NetworkView } from '@inaam/contracts/networks/networks';
import { type ComponentType, lazy } from 'react';

export interface NetworkTabProps {
  network: NetworkView;
}

/** The tabs of a network's page, each fetched when it is opened. */
export const networkTabs = [
  {
    id: 'health',
    label: 'Health',
    Panel: lazy(async () => ({ default: (await import('./health-tab.tsx')).HealthTab })),
  },
  { id: 'inbox', label: 'Inbox', Panel: lazy(async () => ({ default: (await import('./inbox-tab.tsx')).InboxTab })) },
  {
    id: 'feed',
    label: 'Feed',
    Panel: lazy(async () => ({ default: (await import('./feed-tab.tsx')).FeedTab })),
  },
  {
    id: 'settings',
    label: 'Settings',
    Panel: lazy(async () => ({ default: (await import('./settings-tab.tsx')).SettingsTab })),
  },
  {
    id: 'test',
    label: 'Test',
    Panel: lazy(async () => ({ default: (await import('./conformance-tab.tsx')).ConformanceTab })),
  },
] as const satisfies readonly { id: string; label: string; Panel: ComponentType<NetworkTabProps> }[];

export const tabIds = networkTabs.map(({ id }) => id);
