import { cx } from '@inaam/ui/cx';
import { Link, useSearch } from '@tanstack/react-router';
import { Funnel } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FilterName, FilterValue } from './filters.ts';
import type { ListBase } from './list-search.ts';

/** The name of a filter and one of its values; `value` is undefined if the filter has no option for the cell. */
type FilterTo<State> = {
  [Name in FilterName<State>]: { name: Name; value: FilterValue<State, Name> | undefined };
}[FilterName<State>];

type FilterCellProps<State> = FilterTo<State> & {
  /** A name for the value, if the value is an ID. */
  label?: string | undefined;
  /** True for a value on a separate line, as wide as its text. */
  ownLine?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A value with a small link that filters the list by the value, keeps the other filters and starts at page 1. The link
 * shows while the pointer is on the value or the link has the focus. There is no link without `value`, or if the filter
 * is already set to it. Name the type of the list's state: `<FilterCell<VoucherState> name="status" …>`.
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
          // The type of the search depends on the route, which is unknown here; the route's `validateSearch` parses the
          // value.
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
