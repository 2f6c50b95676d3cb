import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** A second line: a share, a comparison. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Draws the eye to the one counter that asks for something. */
  highlight?: boolean;
  /** Small enough for four in a row on a phone of 360 px. */
  compact?: boolean;
  className?: string;
}

/** A counter as a pair of term and description: put several into one {@link StatRow}. */
export function Stat({ label, value, note, icon, highlight = false, compact = false, className }: StatProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col-reverse justify-end rounded-card border bg-surface',
        highlight ? 'border-accent/50 bg-accent-soft' : 'border-line',
        compact ? 'p-2 sm:p-4' : 'p-card',
        className,
      )}
    >
      <dt className={cx('flex items-center gap-2 text-muted', compact ? 'text-xs sm:text-sm' : 'text-sm')}>
        {icon}
        <span className="min-w-0 hyphens-auto">{label}</span>
      </dt>
      <dd>
        <span className={cx('font-semibold tabular-nums', compact ? 'text-lg sm:text-xl' : 'text-xl')}>{value}</span>
        {note && <span className="block text-xs text-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** The description list that holds counters; the columns are the caller's (`grid-cols-4`, …). */
export const StatRow = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={cx('grid gap-2 sm:gap-3', className)}>{children}</dl>
);
