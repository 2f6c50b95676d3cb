import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A surface with a hairline. `flush` leaves the inner space to the content, e.g. a table. */
export function Card({ flush = false, className, ...rest }: ComponentProps<'div'> & { flush?: boolean }) {
  return (
    <div
      {...rest}
      className={cx('rounded-card border border-line bg-surface', flush ? 'overflow-hidden' : 'p-card', className)}
    />
  );
}
