import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

/** Cards that are put up at once: three screens of a phone, and more than one of a large one. */
const FIRST = 18;
/** Cards that follow at a time: few, so that a slow phone goes on scrolling. */
const STEP = 6;

/**
 * A long list is put up as it is scrolled to. What is up stays, so that the browser's own search, the way back and a
 * screen reader find it.
 * @returns how many to show, and where to put the end of the list
 */
export function useIncrementalList(total: number): { shown: number; end: RefCallback<HTMLElement> } {
  const [shown, setShown] = useState(FIRST);
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
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setShown((now) => now + STEP),
      { rootMargin: '800px' },
    );
    observer.current.observe(place);
  }, []);
  return { shown: Math.min(shown, total), end };
}
