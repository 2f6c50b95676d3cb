import type { Page } from '@playwright/test';
import { findCutTexts } from './expect-fits.ts';
import { setWideFont } from './wide-font.ts';

/**
 * Finds texts that are cut off with a wide font: cells and figures wider than their boxes, even with an ellipsis, and
 * texts beyond the screen or cut off by a box around them.
 * @param within a selector: the page, or the panel in front of it
 * @param width the expected width of the page in pixels; any other width is reported
 */
export async function findTruncatedFigures(page: Page, within: string, width: number): Promise<string[]> {
  const widening = setWideFont(page);
  const figures = page.evaluate(
    ([selector, wanted]) => {
      if (window.innerWidth !== wanted) return [`still ${window.innerWidth} px wide`];
      return [...document.querySelectorAll<HTMLElement>(`${selector} :is(td, td *, dd, dd *, .tabular-nums)`)]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
        .filter((each) => {
          const { display, overflowX } = getComputedStyle(each);
          // Inline elements have no width of their own. In a cell even scrolling content must not be cut.
          return display !== 'inline' && (each.closest('td') !== null || !/auto|scroll/.test(overflowX));
        })
        .map((each) => `cut figure: "${each.textContent?.trim().slice(0, 60)}"`);
    },
    [within, width] as const,
  );
  // The calls are sent without waiting, to save time. The page runs them in order, so both checks see the wide font.
  const [cut, off] = await Promise.all([figures, findCutTexts(page, within), widening]);
  return [...new Set([...cut, ...off])];
}
