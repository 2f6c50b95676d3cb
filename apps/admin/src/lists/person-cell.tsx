import type { ReactNode } from 'react';
import { FilterCell } from './filter-cell.tsx';

/**
 * Who a row is about: what opens the person, over their e-mail address, which filters by it. Both are cut to one line
 * and to a width of their own, because one endless name would push every other column out of sight.
 */
export const PersonCell = ({ email, badge, children }: { email: string; badge?: ReactNode; children: ReactNode }) => (
  <span className="grid w-40 sm:w-auto sm:max-w-56 2xl:max-w-80">
    <span className="flex min-w-0 items-center gap-2 [&>:first-child]:min-w-0 [&>:first-child]:truncate">
      {children}
      {badge && <span className="shrink-0">{badge}</span>}
    </span>
    <FilterCell
      name="search"
      value={email}
      className="max-w-full justify-self-start truncate text-xs text-muted pointer-coarse:-mt-2 pointer-coarse:pb-2"
    >
      {email}
    </FilterCell>
  </span>
);
