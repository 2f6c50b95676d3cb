import { enterAdminAt, newAdmin } from '../support/admin-screens.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { anyWidth, expect, test } from '../support/journey.ts';

test('adds a passkey for an admin, who then signs in with it', { tag: anyWidth }, async ({ page, product }) => {
  await addAuthenticator(page);
  await enterAdminAt(page, product, '/admin/admins', await newAdmin(product));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${product.adminOrigin}/admin/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${product.adminOrigin}/admin`);
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();
});
