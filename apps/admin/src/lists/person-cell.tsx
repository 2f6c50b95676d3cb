import type { ReactNode } from 'react';
import { FilterCell } from './filter-cell.tsx';

/**
 * A row's person: a link to their details above their e-mail address, which filters by it. Both wrap, so that a long
 * name neither is cut nor widens the column.
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
