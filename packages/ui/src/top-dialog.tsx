import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { floatClass, scrimClass } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';

/** A modal near the top without a title bar, such as global search. Its first field gets the focus. */
export function TopDialog({
  title,
  onClose,
  children,
}: {
  /** The accessible name; it is not visible. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={cx(scrimClass, 'z-50!')} />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
          className={cx(
            floatClass,
            'fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl animate-appear flex-col overflow-hidden rounded-card outline-none sm:top-[12dvh] sm:max-h-[70dvh]',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
