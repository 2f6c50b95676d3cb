import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A way to one call's story, on the inbox tab of the page that it stands on. */
export const EntryLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link
    to="."
    // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
    search={(search: Record<string, unknown>) => ({ ...search, tab: 'inbox', panel: String(id) }) as never}
    resetScroll={false}
    preload={false}
    className="underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent"
  >
    {children}
  </Link>
);
