import { useRef } from 'react';

/** Where the focus went, or should have gone, when the last modal closed. */
let last: Element | null = null;

const focused = (): Element | null => (document.activeElement === document.body ? null : document.activeElement);

/**
 * For the content of a modal that is opened by a state instead of by a trigger of Radix's: on closing the focus goes
 * back to what had it before. Where a modal takes the place of another one (a question, then its outcome), nothing had
 * it in between: then it goes back to what opened the first.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = focused();
      last = null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The one before may close only after this one was opened.
      const target = opener.current?.isConnected ? opener.current : last;
      last = target;
      // Whoever took the focus meanwhile keeps it: the page that a link in here led to, the next modal.
      if (target instanceof HTMLElement && target.isConnected && !focused()) target.focus();
    },
  };
}
