import type { CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** A second line: a share or a comparison. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Highlights the one counter that needs action. */
  highlight?: boolean;
  className?: string;
}

/** A figure of n characters just fits its box if the font size is this number divided by n, in percent of the width. */
const FITTING_PERCENT = 140;

/**
 * Shrinks a long figure to the width of its box (a `@container`), so that it does not break between digits.
 * @param largest the custom property with the largest font size
 */
export const fitFontSize = (value: ReactNode, largest = '--text-xl'): CSSProperties =>
  typeof value === 'string' && value.length > 0
    ? { fontSize: `clamp(0.75rem, ${(FITTING_PERCENT / value.length).toFixed(1)}cqi, var(${largest}))` }
    : {};

/** A counter as term and description, for a {@link StatRow}. */
export function Stat({ label, value, note, icon, highlight = false, className }: StatProps) {
  return (
    <div
      className={cx(
        '@container flex min-w-0 flex-col rounded-card border p-3 sm:p-card',
        highlight ? 'border-accent/50 bg-accent-soft' : 'border-line bg-surface',
        className,
      )}
    >
      <dt className="order-2 flex items-center gap-2 text-sm text-muted">
        {icon}
        <span className="min-w-0">{label}</span>
      </dt>
      <dd className="order-1 text-xl font-semibold wrap-anywhere tabular-nums" style={fitFontSize(value)}>
        {value}
      </dd>
      {note && <dd className="order-3 text-xs text-muted tabular-nums">{note}</dd>}
    </div>
  );
}

/** The description list of counters; the caller sets the columns (`grid-cols-4`, …). */
export const StatRow = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={cx('grid gap-3', className)}>{children}</dl>
);

/** Counters in one slim band. They need one row on a phone of 320 px, and more rows with doubled text size. */
export const StatBand = ({ stats }: { stats: readonly Pick<StatProps, 'label' | 'value' | 'highlight'>[] }) => (
  <dl className="flex flex-wrap divide-x divide-line overflow-hidden rounded-card border border-line bg-surface">
    {stats.map(({ label, value, highlight }, index) => (
      <div
        // The index is a stable key, because the order never changes.
        key={index}
        className={cx(
          'flex min-w-0 grow flex-col-reverse justify-end px-1 py-1 text-center sm:basis-0 sm:flex-row-reverse sm:items-baseline sm:justify-end sm:gap-2 sm:px-4 sm:py-2 sm:text-left',
          highlight && 'bg-accent-soft',
        )}
      >
        <dt className="text-xs text-muted sm:text-sm">{label}</dt>
        <dd className={cx('text-base leading-tight font-semibold tabular-nums sm:text-lg', highlight && 'text-accent')}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
