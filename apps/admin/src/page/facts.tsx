import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

/** Pairs of term and description: one per line where there is room, or `stacked` in a narrow column. */
export const Facts = ({ stacked = false, children }: { stacked?: boolean; children: ReactNode }) => (
  <dl
    data-lines={stacked ? undefined : ''}
    className={cx(
      'grid',
      stacked ? 'gap-3 print:grid-cols-2' : 'gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]',
    )}
  >
    {children}
  </dl>
);

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0 sm:in-data-lines:contents">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

/** A muted text in place of a value that is unknown or that does not exist. */
export const Missing = ({ children = 'Unknown' }: { children?: ReactNode }) => (
  <span className="text-muted">{children}</span>
);
