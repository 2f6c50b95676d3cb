import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const PHONE_WIDTH = 600;
/** Given in place of axe's own half a megabyte, which a document that has it already would read and compile anew for each look. */
const NOTHING = 'void 0';
const hasAxe = (page: Page): Promise<boolean> => page.evaluate(() => 'axe' in window);

/**
 * No violations that axe can find, contrast enough in the dark theme too, and nothing wider than the screen. `busy`: what is
 * looked at is the wait itself; else what is loading is waited for, since contrast means nothing in a dimmed table.
 * Colours are the same at every width, so the dark theme is looked at on the phone.
 */
export async function expectAccessible(page: Page, { busy = false }: { busy?: boolean } = {}): Promise<void> {
  await expect(page.locator('h1')).not.toHaveCount(0);
  if (!busy) {
    await expect(page.getByText(/^Loading (your dashboard|admin panel)\.\.\.$/)).toHaveCount(0);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
  if ((page.viewportSize()?.width ?? 0) < PHONE_WIDTH) await expectNoViolations(page, 'dark', ['color-contrast']);
  await expectNoViolations(page, 'light');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  // Until the app has drawn a page there is nothing to look at, and nothing that could be busy.
  await expect(page.locator('main')).not.toHaveCount(0);
  await expect(page.locator('h1')).not.toHaveCount(0);
  await page.emulateMedia({ colorScheme });
  await settled(page);
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: NOTHING }) })
    // Leaves out frames of other origins, of which there are none, and the tab that it would open for each look.
    .setLegacyMode(true)
    // What is as it should be needs no report, which costs more than the look itself.
    .options({ resultTypes: ['violations'] })
    // A toast that is leaving fades.
    .exclude('[data-sonner-toast][data-removed="true"]');
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(told, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
}

/** Waits for what is just appearing: contrast means nothing in the middle of a fade. What goes on and on is not waited for. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) < 10_000)
        .map((animation) => animation.finished),
    ),
  );
