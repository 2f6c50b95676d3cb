import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a row sideways so that its current child is in the middle. The page itself does not scroll.
 * @param selector the CSS selector of the current child
 * @param current changes when another child becomes the current one
 * @returns the ref of the row, which needs a CSS position, because `offsetLeft` is relative to the nearest such element
 */
export function useCenteredChild<Row extends HTMLElement>(selector: string, current: string): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current child moves the row
  useEffect(() => {
    const row = ref.current;
    const child = row?.querySelector<HTMLElement>(selector);
    if (row && child) row.scrollLeft = child.offsetLeft - (row.clientWidth - child.offsetWidth) / 2;
  }, [selector, current]);
  return ref;
}
