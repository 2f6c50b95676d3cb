import { cx } from '@inaam/ui/cx';
import { Skeleton } from '@inaam/ui/skeleton';
import { fitFontSize } from '@inaam/ui/stat';
import type { ReactNode } from 'react';

export interface TileProps {
  label: ReactNode;
  /** Undefined while it loads; the tile keeps its size. */
  value: string | undefined;
  /** The line below the figure: what it counts, or a value to compare it with. */
  note?: ReactNode;
  /** A sparkline next to the figure. */
  line?: ReactNode;
  /** One of the page's main figures. */
  hero?: boolean | undefined;
  className?: string | undefined;
}

/** A figure with its term, set apart by size and space instead of a box. Use within {@link Tiles}. */
export const Tile = ({ label, value, note, line, hero = false, className }: TileProps) => (
  <div className={cx('@container flex min-w-0 flex-col', className)}>
    <dt className={cx('text-muted', hero ? 'text-sm' : 'text-xs')}>{label}</dt>
    <dd className={cx('flex items-end gap-3 font-semibold tabular-nums', hero ? 'text-2xl' : 'text-lg')}>
      {value === undefined ? (
        <span className="flex h-[1lh] items-center">
          <Skeleton className={hero ? 'h-7 w-32' : 'h-5 w-16'} />
        </span>
      ) : (
        <span className="whitespace-nowrap" style={fitFontSize(value, hero ? '--text-2xl' : '--text-lg')}>
          {value}
        </span>
      )}
      {line && (
        <span className={cx('min-w-0 grow self-center', hero ? 'max-w-48 @max-[12rem]:hidden' : 'max-w-20')}>
          {line}
        </span>
      )}
    </dd>
    {note !== undefined && note !== false && <dd className="text-xs text-muted tabular-nums">{note}</dd>}
  </div>
);

/** Columns for four figures in one row, or in two if the text has double size. On a phone, labels have two lines. */
export const oneRow =
  'grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] max-sm:gap-x-2! max-sm:[&_dt]:flex max-sm:[&_dt]:min-h-[2lh] max-sm:[&_dt]:items-end';

/**
 * Figures side by side.
 * @param props.title the figures' subject, unless the page's title names the subject
 * @param props.hidesTitle shows the title to screen readers only
 * @param props.className the columns: `grid-cols-2 md:grid-cols-3`, or {@link oneRow}
 */
export const Tiles = ({
  title,
  hidesTitle = false,
  className,
  children,
}: {
  title?: ReactNode;
  hidesTitle?: boolean;
  className?: string;
  children: ReactNode;
}) => {
  const row = <dl className={cx('grid gap-x-6 gap-y-4', className)}>{children}</dl>;
  if (title === undefined) return row;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className={hidesTitle ? 'sr-only' : 'text-sm text-muted'}>{title}</h2>
      {row}
    </section>
  );
};

/** A placeholder for the line below a figure. */
export const NoteShape = () => <Skeleton className="my-1 h-2.5 w-24 max-w-full" />;
