import { cx } from '@inaam/ui/cx';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FilterName, FilterValue } from './filters.ts';
import type { ListBase } from './list-search.ts';

/** A filter of the list and one of its values; undefined for a value that the filter does not know. */
type FilterTo<State> = {
  [Name in FilterName<State>]: { name: Name; value: FilterValue<State, Name> | undefined };
}[FilterName<State>];

type FilterCellProps<State> = FilterTo<State> & {
  /** On a line of its own, as wide as its words. In a card, as on a phone, it is at the right like other values. */
  ownLine?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A cell's value as a link to the list of what shares it. The other filters stay; the list begins at page 1. What the
 * list is filtered by already is no link. Name the list's state: `<FilterCell<VoucherState> name="status"
 * value="used">`.
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
      // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
      search={{ ...search, [name]: value, page: undefined, panel: undefined } as never}
      resetScroll={false}
      preload={false}
      title={`Filter by ${value}`}
      className={cx(
        // As in `row-link`.
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
