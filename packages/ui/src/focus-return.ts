import { useRef } from 'react';

/** The element that got, or should have got, the focus when the last modal closed. */
let last: Element | null = null;

const getFocused = (): Element | null => (document.activeElement === document.body ? null : document.activeElement);

/**
 * For `onOpenAutoFocus`: without an opener, such as after a link from outside, the modal itself takes the focus. If its
 * first button took the focus, the browser would outline that button. Tab goes to the first button as usual.
 */
export function focusUnopened(event: Event): void {
  if (getFocused() || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/**
 * For modals that are opened by state instead of a Radix trigger. On closing, the focus returns to the previous
 * element. If a modal replaces another one (a question, then its result), the focus returns to the opener of the first.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = getFocused();
      last = null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // If the opener was in a modal that has closed since, the focus goes where that modal returned it.
      const target = opener.current?.isConnected ? opener.current : last;
      last = target;
      // If something else has taken the focus meanwhile (a page that a link opened, or the next modal), it keeps the
      // focus.
      if (target instanceof HTMLElement && target.isConnected && !getFocused()) target.focus();
    },
  };
}
