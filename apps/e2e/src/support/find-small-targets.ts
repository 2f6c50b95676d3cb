import type { Page } from '@playwright/test';

/**
 * Finds links and buttons in tables that are less than 24 px high or wide (WCAG 2.2, 2.5.8). Axe accepts small targets
 * with space around them, and skips links within text. Table rows have room for the full size.
 * @param within a selector: the page, or the panel in front of it
 */
export const findSmallTargets = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const LEAST = 24;
    const found = [...document.querySelectorAll<HTMLElement>(`${selector} td :is(a, button)`)].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      // A hidden link is 1 px large until it has the focus.
      if (!each.checkVisibility() || width <= 1 || (width >= LEAST && height >= LEAST - 0.5)) return [];
      return [`small target: "${each.textContent.trim().slice(0, 40)}" ${Math.round(width)} × ${Math.round(height)}`];
    });
    return [...new Set(found)];
  }, within);
