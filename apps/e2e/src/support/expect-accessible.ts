import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { themesOf } from './drawn-width.ts';
import type { Options } from './journey.ts';

const PHONE_WIDTH = 600;

/**
 * No violations that axe can find, contrast enough in the dark theme too, and nothing wider than the screen. `busy`:
 * what is looked at is the wait itself; else what is loading is waited for, since contrast means nothing in a dimmed
 * table. Colours are the same at every width, so the dark theme is looked at on the phone; `npm test` looks at one of
 * its two themes, drawn by the run's seed.
 */
export async function expectAccessible(page: Page, { busy = false }: { busy?: boolean } = {}): Promise<void> {
  // Until the app has drawn a page there is nothing to look at, and nothing that could be busy.
  await expect(page.locator('main')).not.toHaveCount(0);
  await expect(page.locator('h1')).not.toHaveCount(0);
  if (!busy) {
    const waits = page.getByText(/^Loading (your dashboard|admin panel)\.\.\.$/);
    await expect(waits.or(page.locator('[aria-busy="true"]'))).toHaveCount(0);
  }
  // Half a megabyte, read and compiled once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { title, project } = test.info();
  const isPhone = (page.viewportSize()?.width ?? 0) < PHONE_WIDTH;
  const themes = isPhone ? themesOf(title, (project.use as Partial<Options>).drawnBy ?? 0) : (['light'] as const);
  // Colours are all that differs between the two: the others of its rules look once.
  for (const theme of themes)
    await expectNoViolations(page, theme, theme === themes.at(-1) ? undefined : ['color-contrast']);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const told = await page.evaluate(look, rules);
  expect(told, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
}

/** Runs in the page: what axe finds, once all is at rest, in words. */
async function look(rules: string[] | undefined): Promise<string[]> {
  // What is just appearing is waited for: contrast means nothing in the middle of a fade. What goes on and on is not.
  const passing = document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) < 10_000);
  // A browser that draws no frame, on a machine that has no time for it, ends none: then they are taken to their end.
  const drawn = new Promise((resolve) => setTimeout(resolve, 5000));
  await Promise.race([Promise.allSettled(passing.map((animation) => animation.finished)), drawn]);
  for (const animation of passing) if (animation.playState === 'running') animation.finish();
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
    // A toast that is leaving fades.
    { exclude: [['[data-sonner-toast][data-removed="true"]']] },
    {
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
      // What is as it should be needs no report, which costs more than the look itself.
      resultTypes: ['violations'],
      selectors: false,
      // There are no frames, and no rule that reads style sheets.
      iframes: false,
      preload: false,
    },
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`);
}
