import { expect, type Page } from '@playwright/test';

/**
 * Follows the wheel's disc from now on, until it is taken away or {@link landedAngle} is asked: frame by frame, and at
 * each change of the page, since a busy machine may draw no frame between the landing and the card that takes the
 * wheel's place.
 */
export const followWheel = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const look = () => {
      const disc = document.querySelector('[role="dialog"] [data-testid="wheel-disc"]');
      if (disc) document.documentElement.dataset.wheel = getComputedStyle(disc).transform;
    };
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
    const frame = () => {
      look();
      requestAnimationFrame(frame);
    };
    frame();
  });

/**
 * The point of the wheel that is under the pointer as it was last drawn: degrees clockwise from the wheel's own top,
 * measured from the picture and not from what the page was told.
 */
export async function landedAngle(page: Page): Promise<number> {
  const transform = await page.evaluate(() => document.documentElement.dataset.wheel ?? '');
  const [a = Number.NaN, b = Number.NaN] = /^matrix\(([^)]+)\)$/.exec(transform)?.[1]?.split(',').map(Number) ?? [];
  expect(Number.isFinite(a) && Number.isFinite(b), `the wheel's transform "${transform}" is a rotation`).toBe(true);
  const rotation = (Math.atan2(b, a) * 180) / Math.PI;
  return (360 - rotation) % 360;
}

/** How far apart two directions are, in degrees. */
export const angleBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
