import { cx } from '@inaam/ui/cx';
import { Skeleton } from '@inaam/ui/skeleton';
import type { ReactNode } from 'react';

/** From crores on. */
const LONG = 10;

/**
 * A counter's number: on a phone small enough that crores stay on one line; a grey shape of its height before it is
 * there.
 */
export const Figure = ({ children }: { children: ReactNode }) =>
  children === undefined ? (
    <Skeleton className="my-1 h-5.5 w-16" />
  ) : (
    <span
      className={cx(
        'whitespace-nowrap lg:text-xl',
        typeof children === 'string' && children.length > LONG ? 'text-base' : 'text-lg',
      )}
    >
      {children}
    </span>
  );

/** The line below it, before it is there. */
export const NoteShape = () => <Skeleton className="my-1 h-2.5 w-24 max-w-full" />;
