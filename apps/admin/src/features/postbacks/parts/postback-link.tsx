import { adminPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to one postback, in the inbox tab of the current page. */
export const PostbackLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link
    from={adminPaths.network}
    to="."
    search={(search) => ({ ...search, tab: 'inbox', panel: String(id) })}
    resetScroll={false}
    preload={false}
    className="py-1 underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent"
  >
    {children}
  </Link>
);
