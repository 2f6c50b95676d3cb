import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { NetworkTab } from './network-tabs.ts';

/** A way to another tab of the network's page. */
export const TabLink = ({ tab, className, children }: { tab: NetworkTab; className?: string; children: ReactNode }) => (
  <Link
    to="."
    // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
    search={{ tab } as never}
    resetScroll={false}
    preload={false}
    className={className}
  >
    {children}
  </Link>
);
