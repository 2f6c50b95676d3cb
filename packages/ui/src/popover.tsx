import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { floatClass, staysOpenForToasts } from './dialog.tsx';

/** A small panel next to its button: Escape and an outside press close it, and it takes and returns the focus. */
export const Popover = ({
  label,
  trigger,
  children,
  ...controlled
}: {
  /** The accessible name. */
  label: string;
  /** One button. */
  trigger: ReactNode;
  /** Set if the parent controls whether it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) => (
  <Radix.Root {...controlled}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        {...staysOpenForToasts}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          floatClass,
          'z-40 max-h-(--radix-popover-content-available-height) w-88 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-card p-4 outline-none',
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
