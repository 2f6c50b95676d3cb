import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Cells have less padding in windows below 1440 px, where a sidebar leaves little room for a wide table. */
const cells = 'px-2 py-cell first:pl-3 last:pr-3 min-[1440px]:px-3';

/** Browsers drop table semantics when a table is laid out as cards, so roles restore them. */
const roles = { table: { role: 'table' }, header: { role: 'columnheader' } } as const;

/**
 * A semantic table that scrolls in its box under a fixed header. `fetching` dims the rows of the last answer instead of
 * removing them.
 */
export function Table({
  caption,
  fetching = false,
  className,
  tableClassName,
  children,
}: {
  /** The content, for screen readers. */
  caption: string;
  fetching?: boolean;
  /** Layout of the scroll box, such as `max-h-…`. */
  className?: string;
  /** Layout of the table. */
  tableClassName?: string | undefined;
  children: ReactNode;
}) {
  return (
    // A scrollable box must be reachable by keyboard.
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={cx('scroll-shadow relative overflow-auto rounded-card border border-line bg-surface', className)}
    >
      <table
        {...roles.table}
        aria-busy={fetching || undefined}
        className={cx(
          'w-full border-separate border-spacing-0 text-sm transition-opacity duration-150',
          fetching && 'opacity-50',
          tableClassName,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export type SortOrder = 'asc' | 'desc';

/** A column header. With `onSort` its label is a button, and `aria-sort` gives the sort order. */
export function Th({
  numeric = false,
  order,
  onSort,
  secondSort,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'th'>, 'scope'> & {
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** The sort order of this column; absent if the table is sorted by another column. */
  order?: SortOrder | undefined;
  onSort?: (() => void) | undefined;
  /** A second value of the column, by which the table can be sorted, too. */
  secondSort?: { label: string; order: SortOrder | undefined; onSort: () => void } | undefined;
}) {
  const shown = order ?? secondSort?.order;
  return (
    <th
      {...rest}
      {...roles.header}
      scope="col"
      aria-sort={shown && (shown === 'asc' ? 'ascending' : 'descending')}
      className={cx(
        cells,
        'sticky top-0 z-10 border-b border-line bg-sunken h-9 py-1! text-xs font-semibold whitespace-nowrap text-muted',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
    >
      {onSort ? (
        <SortButton order={order} onSort={onSort}>
          {children}
        </SortButton>
      ) : (
        children
      )}
      {secondSort && (
        // On a line of its own: side by side, the two labels would make the column wider than its values.
        <div>
          <SortButton order={secondSort.order} onSort={secondSort.onSort} className="font-normal">
            {secondSort.label}
          </SortButton>
        </div>
      )}
    </th>
  );
}

function SortButton({
  order,
  onSort,
  className,
  children,
}: {
  order: SortOrder | undefined;
  onSort: () => void;
  className?: string;
  children: ReactNode;
}) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx(
        '-mx-1 inline-flex min-h-6 pointer-coarse:-my-2 pointer-coarse:min-h-11 items-center gap-1 rounded-control px-1 hover:text-text',
        order && 'text-text',
        className,
      )}
    >
      {children}
      {order && <Arrow aria-hidden className="size-3.5" />}
    </button>
  );
}

export const Tr = ({ selected = false, className, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) => (
  <tr
    {...rest}
    aria-selected={selected || undefined}
    className={cx('group [&:last-child>td]:border-b-0', selected ? 'bg-accent-soft' : 'hover:bg-background', className)}
  />
);

export const Td = ({ numeric = false, className, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) => (
  <td
    {...rest}
    className={cx(
      cells,
      'border-b border-line align-middle',
      numeric && 'text-right tabular-nums whitespace-nowrap',
      className,
    )}
  />
);
