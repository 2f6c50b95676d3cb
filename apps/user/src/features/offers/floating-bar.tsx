import type { ReactNode } from 'react';

/** At the thumb: above a phone's navigation, and in the corner of a wide screen. */
export const FloatingBar = ({ children }: { children: ReactNode }) => (
  <div className="fixed inset-x-3 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 sm:right-4 sm:bottom-4 sm:left-auto sm:w-96">
    {children}
  </div>
);
