import type { Page } from '@playwright/test';
import { cutOff } from './expect-fits.ts';
import { setWideFont } from './wide-font.ts';

/**
 * What of a page is not whole at the width that it has, in a wide font: cells and figures whose content is wider than
 * they are, even where an ellipsis says so, and every text beyond the screen or cut off by a box around it.
 * @param within a selector: the page, or the panel before it
 * @param width pixels; a page that has not heard of its new width yet is not whole either
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
          // What is not laid out as a box has no width of its own; in a cell not even what scrolls may be cut.
          return display !== 'inline' && (each.closest('td') !== null || !/auto|scroll/.test(overflowX));
        })
        .map((each) => `cut figure: "${each.textContent?.trim().slice(0, 60)}"`);
    },
    [within, width] as const,
  );
  // Asked for together: the page answers one after the other.
  const [cut, off] = await Promise.all([figures, cutOff(page, within), widening]);
  return [...new Set([...cut, ...off])];
}
