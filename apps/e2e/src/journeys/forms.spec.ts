import { createOffer, getSharedAdmin } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, test, wide } from '../support/journey.ts';

test('keeps what is typed into a form over Back, a reload, an expired session and another’s change', {
  tag: wide,
}, async ({ page, context, product }) => {
  const admin = await getSharedAdmin(product);
  const offer = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  await enterAdminAt(page, product, `/admin/offers?search=${offer.external_offer_id}`);
  await page.getByRole('button', { name: `Edit ${offer.title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit offer' });
  await form.getByLabel('Title', { exact: true }).fill('Typed by me');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Typed by me');

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await expect(form.getByText('What you typed was restored')).toBeVisible();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Typed by me');

  // Another admin changes the same offer, and the session ends.
  const changed = { offer_id: offer.offer_id, title: 'Saved value', targeting: 'IN' };
  const json = { 'content-type': 'application/json' };
  expect((await admin.call('PUT', '/api/admin/offers.php', JSON.stringify(changed), json)).status).toBe(200);
  await context.clearCookies();
  await form.getByRole('button', { name: 'Save changes' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  // The save still waits, so the page never comes to rest for a check of its accessibility here.
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();

  const conflict = page.getByRole('dialog', { name: 'Another admin has changed this' });
  await expect(conflict.getByText('Typed by me')).toBeVisible();
  await conflict.getByText('Saved value').last().click();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: offer.external_offer_id });
  await expect(row).toContainText('Saved value');
});
