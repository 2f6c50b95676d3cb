import { createOffer, getSharedAdmin, unique } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { intercept } from '../support/intercept.ts';
import { drawn, expect, test, wide } from '../support/journey.ts';

/** What opens over the pages of the back-office. The pages and their panels are checked by `admin-widths`. */

test('checks the search, the keys and the saved views', { tag: wide }, async ({ page, product }) => {
  await enterAdminAt(page, product, '/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await field.fill('zzzz no such thing');
  await expect(page.getByText(/^Nothing found for/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('button', { name: 'Save view' }).click();
  await expect(views.getByText('1 field to correct')).toBeVisible();
  await expectAccessible(page);
  await views.getByLabel('Save the current filters as').fill('Mine');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(views).toBeHidden();
});

test('checks a form with problems, and the sign-in over it', { tag: drawn }, async ({ page, context, product }) => {
  const offer = await createOffer(product, await getSharedAdmin(product), [{ amount: 5, probability: 10 }]);
  await enterAdminAt(page, product, `/admin/offers?panel=${offer.offer_id}`);
  const form = page.getByRole('dialog', { name: 'Edit offer' });
  await form.getByLabel('Title', { exact: true }).fill('');
  await form.getByLabel('Offer URL').fill('no link');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('2 fields to correct')).toBeVisible();
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
  // The field is in sight, not behind the head or the foot of the panel.
  await expect(form.getByText('Title is required')).toBeInViewport();
  await expectAccessible(page);
  await form.getByLabel('Title', { exact: true }).fill('Typed by me');
  await form.getByLabel('Offer URL').fill('https://partner.example/?s={click_id}');
  await expect(form.getByText(/to correct$/)).toBeHidden();

  await context.clearCookies();
  await form.getByRole('button', { name: 'Save changes' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(signIn).toBeVisible();
  // The save waits for the sign-in.
  await expectAccessible(page, { busy: true });
  await signIn.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
});

test('checks the confirmation of the identity and a secret that is shown once', { tag: drawn }, async ({
  page,
  product,
}) => {
  const service = unique('checked');
  await enterAdminAt(page, product, '/admin/admins');
  const refuse = {
    message: '',
    code: -32001,
    data: { code: 'FORBIDDEN', httpStatus: 403, domainCode: 'STEP_UP_REQUIRED' },
  };
  await intercept(page, 'admin.keys.issue', (route) => route.fulfill({ status: 403, json: [{ error: refuse }] }), 1);
  await intercept(page, 'admin.identity.confirm', (route) => route.fulfill({ json: [{ result: { data: {} } }] }));
  await page.getByRole('button', { name: 'Issue key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Issue a service key' });
  await form.getByLabel('Name').fill(service);
  await form.getByLabel('insights:read').check();
  await form.getByRole('button', { name: 'Issue key' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Your password').fill('admin-demo-1234');
  await expectAccessible(page, { busy: true });
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status', { name: 'Service key' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Revoke ${service}` }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
});
