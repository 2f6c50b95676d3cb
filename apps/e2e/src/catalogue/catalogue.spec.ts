import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';

const OVERLAYS = ['dialog', 'side', 'alert-dialog', 'sheet', 'top-dialog', 'popover'];

test('shows every component accessibly and without cut texts', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'button', exact: true })).toBeVisible();
  const dimmed = page.getByRole('region', { name: 'Offers of the last answer' });
  // Contrast does not matter in a table that is dimmed while it reloads.
  await dimmed.evaluate((element) => element.remove());
  await expectAccessible(page, { busy: true });
  await expectFits(page);
});

test('takes pictures of every component', async ({ page }, { project }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'button', exact: true })).toBeVisible();
    await page.screenshot({ path: `test-results/catalogue-${project.name}-${theme}.png`, fullPage: true });
  }
});

test.describe('takes pictures of overlays', () => {
  for (const name of OVERLAYS) {
    test(name, async ({ page }, { project }) => {
      await page.goto(`/?open=${name}`);
      await expect(page.getByRole(name === 'alert-dialog' ? 'alertdialog' : 'dialog')).toBeVisible();
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.screenshot({ path: `test-results/catalogue-${project.name}-${theme}-${name}.png` });
      }
      const { width, right } = await page
        .getByRole(name === 'alert-dialog' ? 'alertdialog' : 'dialog')
        .evaluate((element) => element.getBoundingClientRect());
      expect(width).toBeGreaterThan(200);
      expect(right).toBeLessThanOrEqual((page.viewportSize()?.width ?? 0) + 1);
    });
  }
});
