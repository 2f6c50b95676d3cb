import { expect, type Page } from '@playwright/test';
import { setWideFont } from './wide-font.ts';

/** The narrowest phone, and a screen of 1280 pixels at 200 % zoom. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
] as const;

/** A phone of 360 pixels with text of double size: its browser lays out pages at half the width. */
export const LARGE_TEXT = { width: 180, height: 370 };

/**
 * Expects, with a wide font, that nothing is wider than the screen and that no box cuts off its text. Checks a phone of
 * 320 pixels, 200 % zoom and the sizes in `more`.
 */
export async function expectFits(page: Page, ...more: { width: number; height: number }[]): Promise<void> {
  const before = page.viewportSize();
  await setWideFont(page);
  for (const size of [...SIZES, ...more]) {
    await page.setViewportSize(size);
    // The page is laid out at the new size in its next frame, which a busy machine draws late.
    await expect.poll(() => findCutTexts(page), `${page.url()} at ${size.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/**
 * Finds texts beyond the sides of the screen or of a box that clips them.
 * @param within a selector of the part to check
 */
export const findCutTexts = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((selector) => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in ${clientWidth} px`);

    /** Whether an element is only for assistive technology. Such an element is drawn one pixel large. */
    const isHidden = (element: Element) => {
      for (let e: Element | null = element; e; e = e.parentElement) {
        const { width, height } = e.getBoundingClientRect();
        if (getComputedStyle(e).position === 'absolute' && width <= 1 && height <= 1) return true;
      }
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    /** Whether an element is in a box on the screen that scrolls sideways, such as tabs or a table. */
    const isReachable = (element: Element) => {
      for (let e: Element | null = element; e && e !== document.body; e = e.parentElement) {
        const { left, right } = e.getBoundingClientRect();
        if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return left >= -1 && right <= clientWidth + 1;
      }
      return false;
    };
    const texts = document.createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!text.textContent?.trim() || !parent || parent.closest('svg, script, style') || isHidden(parent)) continue;
      // A text that is shortened on purpose has the full text as its title.
      if (getComputedStyle(parent).textOverflow === 'ellipsis' && parent.title === text.textContent) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const addFault = (why: string) => faults.push(`${why}: "${text.textContent?.trim().slice(0, 60)}"`);
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        if (width === 0) continue;
        if ((left < -1 || right > clientWidth + 1) && !isReachable(parent)) addFault('beyond the screen');
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const style = getComputedStyle(box);
          const edge = box.getBoundingClientRect();
          const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
          if (clips(style.overflowX) && (left < edge.left - 1 || right > edge.right + 1))
            addFault('cut off at the side');
          if (clips(style.overflowY) && (top < edge.top - 1 || bottom > edge.bottom + 1)) addFault('cut off in height');
          // A person can scroll to text in this box, so boxes further out are not compared with the text.
          if (style.overflowY !== 'visible' && !clips(style.overflowY)) break;
          if (style.position === 'fixed') break;
        }
      }
    }
    // The content of a control or label must not be wider than its box.
    for (const field of document.querySelectorAll<HTMLElement>('button, a, label, legend, summary')) {
      const { overflowX } = getComputedStyle(field);
      if (overflowX === 'hidden' && !isHidden(field) && field.scrollWidth > field.clientWidth + 1)
        faults.push(`too wide for its box: "${field.innerText.slice(0, 60)}"`);
    }
    return [...new Set(faults)];
  }, within);
