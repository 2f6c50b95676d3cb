import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { chooseThemes } from './choose-layout.ts';
import type { Options } from './journey.ts';

const PHONE_WIDTH = 600;

/**
 * Expects that axe finds no violation and that nothing is wider than the screen. With `busy`, checks the page while it
 * loads. Otherwise waits until the page has loaded, since the contrast of a dimmed table is too low. The colours of a
 * theme are the same at every width, so only the phone checks the dark theme, too. There, `npm test` checks one of the
 * two themes, chosen by the run's seed.
 */
export async function expectAccessible(page: Page, { busy = false }: { busy?: boolean } = {}): Promise<void> {
  // Until the app has drawn a page there is nothing to check, and nothing that could be busy.
  await expect(page.locator('main')).not.toHaveCount(0);
  await expect(page.locator('h1')).not.toHaveCount(0);
  if (!busy) {
    const waits = page.getByText(/^Loading (your dashboard|admin panel)\.\.\.$/);
    await expect(waits.or(page.locator('[aria-busy="true"]'))).toHaveCount(0);
  }
  // The source of axe has half a megabyte and is compiled once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { title, project } = test.info();
  const isPhone = (page.viewportSize()?.width ?? 0) < PHONE_WIDTH;
  const themes = isPhone
    ? chooseThemes(title, (project.use as Partial<Options>).layoutSeed ?? 0)
    : (['light'] as const);
  // The themes differ only in colours, so other rules run once.
  for (const theme of themes)
    await expectNoViolations(page, theme, theme === themes.at(-1) ? undefined : ['color-contrast']);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const findings = await page.evaluate(runAxe, rules ? { rules } : {});
  expect(findings, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
}

/**
 * Returns the findings of axe in the current theme. Also enables the rule against targets that are too small, which is
 * off by default. The source of axe must already be in the page.
 * @param within a selector
 * @param isContrastKnown skips the contrast, which depends on the theme and not on the layout
 */
export const findViolations = (page: Page, within: string, { isContrastKnown = false } = {}): Promise<string[]> =>
  page.evaluate(runAxe, {
    within,
    switches: { 'target-size': { enabled: true }, 'color-contrast': { enabled: !isContrastKnown } },
  });

interface Look {
  within?: string;
  rules?: string[];
  switches?: axe.RuleObject;
}

/** Runs in the page: waits for animations and returns the findings of axe as texts. */
async function runAxe({ within = 'html', rules, switches = {} }: Look): Promise<string[]> {
  // Waits for transitions, because contrast does not matter during a fade, but not for endless animations.
  const passing = document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) < 10_000);
  // On a busy machine a browser may draw no frame and end no animation. So the animations are ended after 5 s.
  const patience = new Promise((resolve) => setTimeout(resolve, 5000));
  await Promise.race([Promise.allSettled(passing.map((animation) => animation.finished)), patience]);
  for (const animation of passing) if (animation.playState === 'running') animation.finish();
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
    // Skips a toast that fades out.
    { include: [[within]], exclude: [['[data-sonner-toast][data-removed="true"]']] },
    {
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
      rules: switches,
      // A report of passed rules costs more than the check itself.
      resultTypes: ['violations'],
      selectors: false,
      // The pages have no frames, and no rule reads style sheets.
      iframes: false,
      preload: false,
    },
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`);
}
