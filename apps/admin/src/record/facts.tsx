import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

/** Facts as pairs of term and description, one a line. */
export const Facts = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={cx('grid gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]', className)}>{children}</dl>
);

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0 sm:contents">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

/** What is not known, as opposed to what is empty. */
export const Missing = ({ children = 'Not known' }: { children?: ReactNode }) => (
  <span className="text-muted">{children}</span>
);
