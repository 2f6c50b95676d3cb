import { cx } from '@inaam/ui/cx';
import { Skeleton } from '@inaam/ui/skeleton';
import { fitFontSize } from '@inaam/ui/stat';
import type { ReactNode } from 'react';

export interface TileProps {
  label: ReactNode;
  /** The figure; undefined while it is not there, which keeps its place. */
  value: string | undefined;
  /** What is counted and against what; under the figure. */
  note?: ReactNode;
  /** The figure's shape over time, beside it. */
  line?: ReactNode;
  /** One of the few that the screen is for. */
  hero?: boolean | undefined;
  className?: string | undefined;
}

/** A figure with its term: size and space set it apart, no box does. Several stand in {@link Tiles}. */
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

/**
 * Figures beside each other.
 * @param props.title what they are figures of, where the page's title does not say it
 * @param props.className the columns: `grid-cols-2 md:grid-cols-4`
 */
export const Tiles = ({
  title,
  className,
  children,
}: {
  title?: ReactNode;
  className?: string;
  children: ReactNode;
}) => {
  const row = <dl className={cx('grid gap-x-6 gap-y-4', className)}>{children}</dl>;
  if (title === undefined) return row;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-sm text-muted">{title}</h2>
      {row}
    </section>
  );
};

/** The line under a figure, before it is there. */
export const NoteShape = () => <Skeleton className="my-1 h-2.5 w-24 max-w-full" />;
