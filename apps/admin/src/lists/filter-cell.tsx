import { cx } from '@inaam/ui/cx';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FilterName, FilterValue } from './filters.ts';
import type { ListBase } from './list-search.ts';

/** A filter and one of its values; undefined for a value that the filter does not know. */
type FilterTo<State> = {
  [Name in FilterName<State>]: { name: Name; value: FilterValue<State, Name> | undefined };
}[FilterName<State>];

type FilterCellProps<State> = FilterTo<State> & {
  /** On a line of its own, as wide as its text. In a card, as on a phone, it is right-aligned like other values. */
  ownLine?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A value that links to the list filtered by it, starting at page 1 and keeping other filters. A value that is already
 * set is no link. Name the list's state: `<FilterCell<VoucherState> name="status" value="used">`.
 */
export function FilterCell<State = ListBase>({
  name,
  value,
  ownLine = false,
  className,
  children,
}: FilterCellProps<State>) {
  const line = ownLine && 'block w-fit max-sm:ml-auto';
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  if (value === undefined || String(search[name]) === value) {
    return (
      <span title={value} className={cx(line, className)}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to="."
      // Only the route knows which page this is: its `validateSearch` parses this.
      search={{ ...search, [name]: value, page: undefined, panel: undefined } as never}
      resetScroll={false}
      preload={false}
      title={`Filter by ${value}`}
      className={cx(
        // The same hover as `row-link`.
        'relative decoration-edge decoration-dotted underline-offset-4 hover:text-accent hover:underline',
        line,
        className,
      )}
    >
      {children}
      <span className="sr-only">, filter by this</span>
    </Link>
  );
}
