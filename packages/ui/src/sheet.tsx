import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { floatClass, scrimClass } from './dialog.tsx';
import { useFocusReturn } from './focus-return.ts';
import { uiWords } from './words.ts';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name; it is not visible. */
  title: string;
  children: ReactNode;
}

/** A modal panel at the left edge: the navigation of narrow screens. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
          className={cx(
            floatClass,
            'fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-appear flex-col overflow-y-auto rounded-r-card outline-none',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Radix.Close
            aria-label={uiWords().close}
            className="absolute top-2 right-2 z-10 grid size-control place-items-center rounded-control text-muted hover:bg-sunken hover:text-text"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
