import { adminPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** In display order. */
export const networkTabs = [
  { id: 'health', label: 'Health' },
  { id: 'inbox', label: 'Inbox' },
  { id: 'feed', label: 'Feed' },
  { id: 'statements', label: 'Statements' },
  { id: 'settings', label: 'Settings' },
  { id: 'test', label: 'Test' },
] as const;

export type NetworkTab = (typeof networkTabs)[number]['id'];

/** The tab that the URL names; the first tab if the name is unknown. */
export const readTab = (raw: unknown): NetworkTab => networkTabs.find(({ id }) => id === raw)?.id ?? 'health';

/** A link to another tab of the network's page. */
export const TabLink = ({ tab, className, children }: { tab: NetworkTab; className?: string; children: ReactNode }) => (
  <Link from={adminPaths.network} to="." search={{ tab }} resetScroll={false} preload={false} className={className}>
    {children}
  </Link>
);
