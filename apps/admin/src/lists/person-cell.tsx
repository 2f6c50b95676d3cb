import type { ReactNode } from 'react';
import { FilterCell } from './filter-cell.tsx';

/**
 * Who a row is about: what opens the person, over their e-mail address, which filters by it. Both break where the
 * column ends, so that one endless name neither is cut nor pushes every other column out of sight.
 */
export const PersonCell = ({ email, badge, children }: { email: string; badge?: ReactNode; children: ReactNode }) => (
  <span className="grid min-w-0">
    <span className="flex min-w-0 items-center gap-2 [&>:first-child]:min-w-0 [&>:first-child]:wrap-anywhere">
      {children}
      {badge && <span className="shrink-0">{badge}</span>}
    </span>
    <FilterCell
      name="search"
      value={email}
      className="min-h-6 max-w-72 justify-self-start wrap-break-word text-xs text-muted pointer-coarse:-mt-2 pointer-coarse:pb-2"
    >
      {email}
    </FilterCell>
  </span>
);
