import { cx } from '@inaam/ui/cx';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/**
 * A cell's value as a link to the list of what shares it. The other filters stay; the list begins at page 1. What the list is
 * filtered by already is no link.
 */
export function FilterCell({
  name,
  value,
  className,
  children,
}: {
  /** The filter, as the list's address spells it. */
  name: string;
  value: string;
  className?: string;
  children: ReactNode;
}) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  if (search[name] === value)
    return (
      <span title={value} className={className}>
        {children}
      </span>
    );
  return (
    <Link
      to="."
      // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
      search={{ ...search, [name]: value, page: undefined, panel: undefined } as never}
      resetScroll={false}
      preload={false}
      // Where the cell is too narrow for it, the value is read here.
      title={`Filter by ${value}`}
      className={cx(
        // As in `row-link`.
        'relative decoration-edge decoration-dotted underline-offset-4 hover:text-accent hover:underline',
        className,
      )}
    >
      {children}
      <span className="sr-only">, filter by this</span>
    </Link>
  );
}
