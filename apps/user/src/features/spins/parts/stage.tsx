import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

/** The night-blue background of the wheel and its results, lit from above. */
export const Stage = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div
    className={cx(
      'relative isolate overflow-hidden rounded-card bg-stage bg-[radial-gradient(120%_80%_at_50%_0%,#4a41b8_0%,#251f6e_42%,#17134a_66%,#080620_100%)] text-stage-text',
      className,
    )}
  >
    {children}
  </div>
);
