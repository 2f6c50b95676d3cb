import { cx } from '@inaam/ui/cx';
import { Link, useSearch } from '@tanstack/react-router';
import { Funnel } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FilterName, FilterValue } from './filters.ts';
import type { ListBase } from './list-search.ts';

/** A filter and one of its values; undefined for a value that the filter does not know. */
type FilterTo<State> = {
  [Name in FilterName<State>]: { name: Name; value: FilterValue<State, Name> | undefined };
}[FilterName<State>];

type FilterCellProps<State> = FilterTo<State> & {
  /** What the value is called, where it is an ID. */
  label?: string | undefined;
  /** On a line of its own, as wide as its text. */
  ownLine?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A value with a small link next to it, while the pointer is on it or the link has the focus: the list filtered by the
 * value, starting at page 1 and keeping other filters. A value that is already set has no such link. Name the list's
 * state: `<FilterCell<VoucherState> name="status" …>`.
 */
export function FilterCell<State = ListBase>({
  name,
  value,
  label = value,
  ownLine = false,
  className,
  children,
}: FilterCellProps<State>) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return (
    <span data-filters className={cx('relative max-w-full', ownLine ? 'block w-fit' : 'inline-block', className)}>
      {children}
      {value !== undefined && String(search[name]) !== value && (
        <Link
          to="."
          // Only the route knows which page this is: its `validateSearch` parses this.
          search={{ ...search, [name]: value, page: undefined, panel: undefined } as never}
          resetScroll={false}
          preload={false}
          title={`Filter by ${label}`}
          className="row-filter"
        >
          <Funnel aria-hidden className="size-3.5" />
          <span className="sr-only">Filter by {label}</span>
        </Link>
      )}
    </span>
  );
}
