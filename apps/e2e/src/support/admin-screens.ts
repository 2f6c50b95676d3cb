import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** What admins do on the admin app's screens, in the words that they read there. */

/** The demo data's admin, from the sign-in screen to the dashboard. */
export async function signInOnAdminHost(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.adminOrigin}/admin/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  await page.getByRole('button', { name: /^sign in/i }).click();
  await expect(page).toHaveURL(`${product.adminOrigin}/admin`);
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();
}

/** Opens a page by its entry in the sidebar, which a phone keeps behind a button. */
export async function openAdminPage(page: Page, entry: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${entry}`) });
  if (!(await link.first().isVisible())) await page.getByRole('button', { name: 'Open navigation' }).click();
  await link.first().click();
}
