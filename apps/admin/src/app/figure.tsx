import type { ReactNode } from 'react';

/** A counter's number: on a phone small enough that crores stay on one line. */
export const Figure = ({ children }: { children: ReactNode }) => (
  <span className="text-lg whitespace-nowrap lg:text-xl">{children}</span>
);
