import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A grey placeholder for content that is loading; the caller sets the size (`h-6 w-40`). */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-control bg-line', className)} />
);

/** Wraps a screen's skeletons and announces once that it is loading. */
export const Loading = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <p role="status" className="sr-only">
      {label}
    </p>
    {children}
  </div>
);
