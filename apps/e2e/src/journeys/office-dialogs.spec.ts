import { createOffer, getSharedAdmin, registerPerson, unique } from '../support/actors.ts';
import { newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt, newAdmin } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { intercept } from '../support/intercept.ts';
import { anyWidth, expect, narrow, test, wide } from '../support/journey.ts';

/** Checks dialogs and menus over the pages of the back-office. `admin-widths` checks the pages and their panels. */

test('saves a view and opens it as the default of its list, but not again after Clear filters', {
  tag: narrow,
}, async ({ page, product }) => {
  const name = unique('View');
  await enterAdminAt(page, product, '/admin/audit?action=sessions', await newAdmin(product));
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await page.getByRole('button', { name: 'Views' }).click();
  await menu.getByRole('button', { name: 'Save view' }).click();
  await expect(menu.getByText('A name is required')).toBeVisible();
  await expect(menu.getByText('1 field to correct')).toBeVisible();
  await expectAccessible(page);
  await menu.getByLabel('Save the current filters as').fill(name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Views' }).click();
  await menu.getByLabel('Save the current filters as').fill(name);
  await menu.getByRole('button', { name: 'Save view' }).click();
  await menu.getByRole('button', { name: `Make ${name} the default` }).click();
  await expect(menu.getByText('Default', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto(`${product.adminOrigin}/admin/audit`);
  await expect(page).toHaveURL(/audit\?action=sessions$/);
  // Clearing the filters shows everything and does not open the view again.
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/audit$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
  await expect(page).toHaveURL(/audit$/);

  // Opening the view puts its filters into the URL, so the URL works for people without the view.
  await page.getByRole('button', { name: 'Views' }).click();
  await menu.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page).toHaveURL(/audit\?action=sessions$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await menu.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible();
  await page.goto(`${product.adminOrigin}/admin/audit`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(/audit$/);
});

test('finds a user and an IP address with Ctrl+K, focuses the list’s search with /, and shows the keys with ?', {
  tag: wide,
}, async ({ page, product }) => {
  const person = await registerPerson(product);
  await enterAdminAt(page, product, '/admin');
  // Waits until the app is drawn, because it ignores keys until then.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search everywhere' });
  await expect(box).toBeFocused();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await box.fill(person.email);
  await expect(page.getByRole('option', { name: new RegExp(person.email) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.adminOrigin}/admin/users/${person.id}`);

  const ip = newAddress();
  await registerFrom(product, { ip, device: newDevice(), lastName: 'Somewhere' });
  await page
    .getByRole('button', { name: /^Search( everywhere)?$/ })
    .first()
    .click();
  await box.fill('no such thing anywhere');
  await expect(page.getByText(/^Nothing found for/)).toBeVisible();
  await expectAccessible(page);
  await box.fill(ip);
  await expect(page.getByRole('option', { name: `Block or unblock ${ip}` })).toBeVisible();
  await page.getByRole('group', { name: 'IP addresses' }).getByRole('option', { name: ip }).click();
  await expect(page.getByRole('dialog', { name: ip })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('/');
  const search = page.getByLabel('Search IP addresses, e-mails, names');
  await expect(search).toBeFocused();
  await page.keyboard.type('?/');
  await expect(search).toHaveValue('?/');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
  // Waits for the end of the search, because the list is dimmed meanwhile.
  await expect(page.getByText('No suspicious IPs found')).toBeVisible();
  await search.blur();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible(page);
});

test('shows the invalid fields of a form, and saves the form after signing in again', { tag: anyWidth }, async ({
  page,
  context,
  product,
}) => {
  const offer = await createOffer(product, await getSharedAdmin(product), [{ amount: 5, probability: 10 }]);
  await enterAdminAt(page, product, `/admin/offers?panel=${offer.offer_id}`);
  const form = page.getByRole('dialog', { name: 'Edit offer' });
  await form.getByLabel('Title', { exact: true }).fill('');
  await form.getByLabel('Offer URL').fill('no link');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('2 fields to correct')).toBeVisible();
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
  // The field is in sight, not behind the header or the footer of the panel.
  await expect(form.getByText('Title is required')).toBeInViewport();
  await expectAccessible(page);
  await form.getByLabel('Title', { exact: true }).fill('Typed by me');
  await form.getByLabel('Offer URL').fill('https://partner.example/?s={click_id}');
  await expect(form.getByText(/to correct$/)).toBeHidden();

  await context.clearCookies();
  await form.getByRole('button', { name: 'Save changes' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(signIn).toBeVisible();
  // The page stays busy, because the save waits for the sign-in.
  await expectAccessible(page, { busy: true });
  await signIn.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
});

test('asks an admin to confirm their identity before a key is issued, and then shows the key', {
  tag: anyWidth,
}, async ({ page, product }) => {
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
