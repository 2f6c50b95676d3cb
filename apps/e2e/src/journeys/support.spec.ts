import {
  addVouchers,
  clickOffer,
  completeOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  unique,
} from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { newAmount } from '../support/amounts.ts';
import { settleSpin } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { anyWidth, expect, narrow, test } from '../support/journey.ts';
import { enterAs, offerCard, openDone } from '../support/user-screens.ts';

test('finds a user, credits an offer by hand, replaces a code that did not work, and ends the user’s sessions', {
  tag: anyWidth,
}, async ({ page, product, context }) => {
  const rest = await getSharedAdmin(product);
  const amount = newAmount();
  const offer = await createOffer(product, rest, [{ amount, probability: 50 }]);
  const [first = '', second = ''] = newCodes(2);
  await addVouchers(rest, amount, [first]);
  const person = await registerPerson(product, { firstName: 'Kavya', lastName: unique('Nair') });
  await clickOffer(person, offer.offer_id);

  await enterAdminAt(page, product, '/admin/users');
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search users').fill(person.email);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=person-/);
  await page.getByRole('button', { name: /^Kavya/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('No completions yet.')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'View profile' }).click();
  await expect(page).toHaveURL(`${product.adminOrigin}/admin/users/${person.id}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Kavya/ })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);

  await page.getByRole('button', { name: `Credit manually ${offer.title}` }).click();
  const credit = page.getByRole('alertdialog', { name: `Credit “${offer.title}” manually?` });
  await credit.getByRole('button', { name: 'Credit' }).click();
  await expect(credit.getByText('A reason is required')).toBeVisible();
  await expectAccessible(page);
  await credit.getByLabel('Payout in rupees').fill('12.50');
  await credit.getByLabel('Reason').fill('Screenshot of the last page by mail');
  await credit.getByRole('button', { name: 'Credit' }).click();
  await expect(credit).toBeHidden();
  await expect(page.getByText('Credited manually')).toBeVisible();
  await expect(page.getByText('Screenshot of the last page by mail')).toBeVisible();

  // The user spins and wins the one code in stock.
  await settleSpin(product, person.id, offer.offer_id, 100);
  const userPage = await context.newPage();
  await enterAs(context, product, person);
  await userPage.goto(`${product.appOrigin}/`);
  await openDone(userPage);
  await expect(offerCard(userPage, offer.title).getByText(first)).toBeVisible();

  // The stock has no replacement code, so the dialog stays open with the typed reason.
  await page.reload();
  await page.getByRole('button', { name: /^Replace code/ }).click();
  const replace = page.getByRole('alertdialog', { name: 'Replace this code?' });
  await replace.getByLabel('Reason').fill('Refused at the till');
  await replace.getByRole('button', { name: 'Replace code' }).click();
  await expect(replace.getByRole('alert')).toContainText('No voucher of this amount is in stock');
  await expectAccessible(page);
  await addVouchers(rest, amount, [second]);
  await replace.getByRole('button', { name: 'Replace code' }).click();
  await expect(replace).toBeHidden();
  const vouchers = page.getByRole('region', { name: 'Vouchers' });
  await expect(vouchers.getByText(/Withdrawn .*: Refused at the till/)).toBeVisible();
  await vouchers
    .getByRole('button', { name: /^Reveal/ })
    .first()
    .click();
  await expect(vouchers.getByText(second)).toBeVisible();
  await expectAccessible(page);

  await userPage.reload();
  const news = userPage.getByRole('list', { name: 'News about your vouchers' });
  await expect(news).toContainText(second);
  await expectAccessible(userPage);
  await expectFits(userPage);
  await openDone(userPage);
  await expect(offerCard(userPage, offer.title).getByText(second)).toBeVisible();
  await news.getByRole('button', { name: 'Dismiss “Your new voucher code”' }).click();
  await expect(news).toBeHidden();
  await userPage.reload();
  await openDone(userPage);
  await expect(offerCard(userPage, offer.title)).toBeVisible();
  await expect(news).toBeHidden();
  await userPage.close();

  await page.reload();
  await expect(vouchers.getByText(/Replaces a code that did not work; seen/)).toBeVisible();
  await page.getByRole('button', { name: 'End sessions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  const refused = await person.client.get('/api/offers.php');
  expect(refused.status).toBe(401);
});

test('shows the history of a conversion from its row and from its click', { tag: anyWidth }, async ({
  page,
  product,
}) => {
  const rest = await getSharedAdmin(product);
  const amount = newAmount();
  const offer = await createOffer(product, rest, [{ amount, probability: 50 }], { reward_amount: 75 });
  const person = await registerPerson(product);
  await completeOffer(product, person, offer.offer_id);

  await enterAdminAt(page, product, '/admin/offer-clicks');
  await expect(page.getByRole('heading', { name: 'Offer Clicks & Conversions' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Offer', { exact: true }).selectOption({ label: offer.title });
  await expect(page.getByText('1 click', { exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toContainText('No Spin');
  await expect(row).toContainText('No voucher won');
  await page.getByLabel('Users', { exact: true }).selectOption('Google Users');
  await expect(page.getByRole('heading', { name: 'No clicks found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await page.getByLabel('Search offer clicks').fill(person.email);
  // Enter opens the record of a row, as a click does.
  await row.press('Enter');

  const spin = page.getByRole('region', { name: 'Spin' });
  await expect(spin.getByText('Not spun yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Conversion' })).toContainText('₹75');
  await expect(page.getByRole('region', { name: 'Postback' })).toContainText('Accepted');
  await expectAccessible(page);

  await settleSpin(product, person.id, offer.offer_id, 100);
  await page.goto(`${product.adminOrigin}/admin/conversions?search=${person.email}`);
  await page.getByRole('link', { name: /^Conversion of/ }).click();
  await expect(spin.getByText('Owed', { exact: true })).toBeVisible();
  const check = page.getByRole('list', { name: 'The draw, recomputed in this browser' });
  await expect(check.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('The seed matches its commitment')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('link', { name: /^Asha/ }).first().click();
  await expect(page.getByRole('region', { name: 'Owed wins' })).toContainText('voucher is owed');
  await expectAccessible(page);
});

test('opens the dashboard for an invalid id, and reports an unknown id', { tag: narrow }, async ({ page, product }) => {
  await enterAdminAt(page, product, '/admin/users/abc');
  await expect(page).toHaveURL(`${product.adminOrigin}/admin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await goWithinApp(page, `${product.adminOrigin}/admin/users/999999999`);
  await expect(page.getByRole('heading', { name: 'There is no such user' })).toBeVisible();
  await expectAccessible(page);
  await goWithinApp(page, `${product.adminOrigin}/admin/conversions/999999999`);
  await expect(page.getByRole('heading', { name: 'There is no such conversion' })).toBeVisible();
});
