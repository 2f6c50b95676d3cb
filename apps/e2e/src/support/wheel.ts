import { expect, type Page } from '@playwright/test';

/**
 * Records the rotation of the wheel's disc, for {@link readLandedAngle}, until the disc is removed. Records it in each
 * frame and at each change of the page, since a busy machine may draw no frame between the landing and the card that
 * replaces the wheel.
 */
export const followWheel = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const recordTransform = () => {
      const disc = document.querySelector('[role="dialog"] [data-testid="wheel-disc"]');
      if (disc) document.documentElement.dataset.wheel = getComputedStyle(disc).transform;
    };
    new MutationObserver(recordTransform).observe(document.body, { attributes: true, childList: true, subtree: true });
    const frame = () => {
      recordTransform();
      requestAnimationFrame(frame);
    };
    frame();
  });

/**
 * The last drawn angle under the pointer, in degrees clockwise from the wheel's own top. It is measured on the drawn
 * disc, not read from the page's data.
 */
export async function readLandedAngle(page: Page): Promise<number> {
  const transform = await page.evaluate(() => document.documentElement.dataset.wheel ?? '');
  const [a = Number.NaN, b = Number.NaN] = /^matrix\(([^)]+)\)$/.exec(transform)?.[1]?.split(',').map(Number) ?? [];
  expect(Number.isFinite(a) && Number.isFinite(b), `the wheel's transform "${transform}" is a rotation`).toBe(true);
  const rotation = (Math.atan2(b, a) * 180) / Math.PI;
  return (360 - rotation) % 360;
}

/** The difference between two directions in degrees. */
export const angleBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
