import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A surface with a border. `flush` removes the padding, for example for a table. */
export function Card({ flush = false, className, ...rest }: ComponentProps<'div'> & { flush?: boolean }) {
  return (
    <div
      {...rest}
      className={cx('rounded-card border border-line bg-surface', flush ? 'overflow-hidden' : 'p-card', className)}
    />
  );
}
