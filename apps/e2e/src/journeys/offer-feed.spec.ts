import { enterAdminAt, openAdminPage } from '../support/admin-screens.ts';
import { expect, test } from '../support/journey.ts';

test("shows the network's list to an admin and imports a new offer", async ({ page, product, isMobile }) => {
  test.skip(isMobile, 'a second run would find nothing new in the list of the only network with a feed');
  await enterAdminAt(page, product, '/admin');
  await openAdminPage(page, 'Networks');
  await page.getByRole('link', { name: 'Sandbox Network' }).first().click();
  await page.getByRole('tab', { name: 'Feed' }).click();
  await page.getByRole('button', { name: 'Fetch the list' }).click();
  await expect(page.getByText('5 items listed, 0 unchanged, 1 that cannot be read.')).toBeVisible();
  await page.getByText('1 item cannot be read').click();
  await expect(page.getByText('Item 5 (feed-299): link: is required')).toBeVisible();
  await page.getByRole('checkbox', { name: 'All', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: /Cricket quiz league/ }).check();
  await page.getByRole('button', { name: 'Apply selected' }).click();
  await expect(page.getByText(/1 offer created, 0 offers changed, 0 offers deactivated/)).toBeVisible();
  await page.getByRole('button', { name: 'Fetch the list' }).click();
  await expect(page.getByText('5 items listed, 1 unchanged, 1 that cannot be read.')).toBeVisible();
});
