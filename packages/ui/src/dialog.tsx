import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { focusUnopened, useFocusReturn } from './focus-return.ts';
import { uiWords } from './words.ts';

/** The shared look of floating elements, which all have the same elevation. */
export const floatClass = 'border border-line bg-raised text-text shadow-raised';
export const scrimClass = 'fixed inset-0 z-40 animate-appear bg-scrim';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** If false, Escape and outside presses do nothing and there is no close button, for example while a wheel turns. */
  closable?: boolean;
  /** `centre`: a bottom sheet on phones, a centred card on wide screens. `side`: a panel at the right edge. */
  place?: 'centre' | 'side';
  wide?: boolean;
  /** The content has two columns on a phone in landscape (`short-wide`), so the dialog uses the width there. */
  hasColumns?: boolean;
  /** The dialog replaces another one, so it appears without an animation. */
  isReplacing?: boolean;
}

/** A press on a toast does not count as a press outside, because a toast may undo an action of the open dialog. */
export const staysOpenForToasts = {
  onInteractOutside: (event: { target: EventTarget | null; preventDefault: () => void }) => {
    if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
  },
};

/** A modal dialog: it takes, traps and returns the focus; Escape closes it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  closable = true,
  place = 'centre',
  wide = false,
  hasColumns = false,
  isReplacing = false,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || closable) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={cx(scrimClass, isReplacing && 'animate-none!')} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          {...staysOpenForToasts}
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusUnopened(event);
          }}
          className={cx(
            floatClass,
            'fixed z-50 flex animate-rise flex-col outline-none',
            isReplacing && 'animate-none!',
            // If header and footer would leave little room, everything scrolls together. In landscape the footer stays.
            'short:overflow-y-auto short-wide:scroll-pb-16',
            hasColumns && 'short-wide:max-w-2xl!',
            place === 'side'
              ? cx('inset-y-0 right-0 w-full sm:rounded-l-card', wide ? 'sm:max-w-3xl' : 'sm:max-w-lg')
              : cx(
                  'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card',
                  wide ? 'sm:max-w-3xl' : 'sm:max-w-md',
                ),
          )}
        >
          <div className="flex items-start gap-3 border-b border-line px-4 py-3">
            <div className="min-w-0 grow">
              <Radix.Title className="text-lg wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-sm wrap-anywhere text-muted">{description}</Radix.Description>
              )}
            </div>
            {closable ? (
              <Radix.Close
                aria-label={uiWords().close}
                className="-my-2 -mr-2 grid size-control shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-text"
              >
                <X aria-hidden className="size-5" />
              </Radix.Close>
            ) : (
              // Keeps the place of the close button free, so that a long title keeps its line breaks.
              <span aria-hidden className="-my-2 -mr-2 size-control shrink-0" />
            )}
          </div>
          <div
            className={cx(
              'min-h-0 grow overflow-y-auto overscroll-contain p-4 short:min-h-fit short:shrink-0 short:overflow-visible',
              !footer && 'pb-[max(1rem,env(safe-area-inset-bottom))]',
            )}
          >
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))] short-wide:sticky short-wide:bottom-0 short-wide:bg-raised short-wide:py-2 print:hidden">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
