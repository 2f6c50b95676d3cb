import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

/** The number of cards rendered at once: three screens of a phone, or more than one large screen. */
const INITIAL_CARDS = 18;
/** The number of cards per further step. It is small, so that slow phones scroll smoothly. */
const CARDS_PER_STEP = 6;

/**
 * Renders a long list while scrolling. Rendered cards stay in the page, for find-in-page, the back button and screen
 * readers.
 * @returns the number of cards to show, and a ref for the end of the list
 */
export function useIncrementalList(total: number): { shown: number; end: RefCallback<HTMLElement> } {
  const [shown, setShown] = useState(INITIAL_CARDS);
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const end = useCallback((place: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!place) return;
    if (typeof IntersectionObserver === 'undefined') {
      setShown(Number.POSITIVE_INFINITY);
      return;
    }
    observer.current = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setShown((now) => now + CARDS_PER_STEP),
      { rootMargin: '800px' },
    );
    observer.current.observe(place);
  }, []);
  return { shown: Math.min(shown, total), end };
}
