import { expect, type Locator, type Page } from '@playwright/test';
import { goWithinApp } from './go-within-app.ts';

/** Counts a person's presses: each press of the pointer, and each key that is not a character typed into a field. */

/** Starts to count. A modifier key alone, such as Control, does not count. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { presses: 0 };
    Object.assign(window, { counted });
    const isTyped = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
      key.length === 1 && !ctrlKey && !metaKey && target instanceof Element && target.matches('input, textarea');
    addEventListener('pointerdown', () => counted.presses++, true);
    addEventListener(
      'keydown',
      (event) => {
        if (!isTyped(event) && !['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) counted.presses++;
      },
      true,
    );
  });
}

export const readPressCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { counted: { presses: number } }).counted.presses);

/** Opens the search by its keys, types, and waits for the line that Enter would open. */
export async function search(page: Page, typed: string, wanted: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(field).toBeFocused();
  await page.keyboard.insertText(typed);
  await expect(page.getByRole('option', { selected: true })).toContainText(wanted);
}

/** Clicks an element; when it is missing, the error names it. */
export async function press(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await target.click();
}

/** Types into a field, after a click if the field has no focus. The click counts as a press. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeVisible();
  if (!(await field.evaluate((element) => element === document.activeElement))) await field.click();
  await page.keyboard.insertText(text);
}

/** Goes back to the dashboard between two tasks, whatever the last one left open. */
export async function returnToDashboard(page: Page, adminOrigin: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await goWithinApp(page, `${adminOrigin}/admin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first()).toBeVisible();
}
