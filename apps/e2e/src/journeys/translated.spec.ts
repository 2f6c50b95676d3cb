import type { Page } from '@playwright/test';
import {
  addVouchers,
  completeOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
} from '../support/actors.ts';
import { openAdminPage, signInOnAdminHost } from '../support/admin-screens.ts';
import { newAmount } from '../support/amounts.ts';
import { settleSpin } from '../support/database.ts';
import { anyWidth, expect, test } from '../support/journey.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { translatePages } from '../support/translate.ts';
import { createAccount, enterAs, offerCard, openWheel, skipTurning, startOffer } from '../support/user-screens.ts';

/**
 * Tests pages that the browser translates, as many people in India let Chrome do. A translation replaces React's text
 * nodes (https://github.com/facebook/react/issues/11538), so code that removes or moves such a node breaks the screen.
 */
test.beforeEach(async ({ context }) => {
  await translatePages(context);
});

test('signs up, starts an offer and refreshes the list on a translated page', { tag: anyWidth }, async ({
  page,
  product,
}) => {
  const admin = await getSharedAdmin(product);
  const { title } = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  const crashes = collectCrashes(page);
  await createAccount(page, product);
  const partner = await startOffer(page, title);
  await partner.close();
  await expect(offerCard(page, title).getByText('Started', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await page.getByRole('link', { name: 'Profile' }).filter({ visible: true }).click();
  await expect(page.getByRole('tab', { name: /History/ })).toBeVisible();
  await page.getByRole('tab', { name: /History/ }).click();
  await page.getByRole('link', { name: 'Vouchers' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
  expect(crashes).toEqual([]);
});

test('shows a win on a translated page', { tag: anyWidth }, async ({ page, context, product }) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  const crashes = collectCrashes(page);
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await skipTurning(dialog);
  await expect(dialog.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Awesome' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(offer.title).first()).toBeVisible();
  expect(crashes).toEqual([]);
});

test('lists, searches and saves in the back-office on a translated page', { tag: anyWidth }, async ({
  page,
  product,
}) => {
  const admin = await getSharedAdmin(product);
  const amount = newAmount();
  const { title, offer_id } = await createOffer(product, admin, [{ amount, probability: 10 }]);
  await addVouchers(admin, amount, newCodes(2));
  const person = await registerPerson(product);
  await completeOffer(product, person, offer_id);
  const crashes = collectCrashes(page);
  await signInOnAdminHost(page, product);
  await openAdminPage(page, 'Conversions');
  await page.getByRole('searchbox', { name: 'Search conversions' }).fill(person.email);
  await expect(page.getByText('1 conversion', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search conversions' }).fill('');
  await expect(page.getByText(/\d+\+? conversions/).first()).toBeVisible();
  await openAdminPage(page, 'Users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await openAdminPage(page, 'Offers');
  await page.getByRole('searchbox', { name: 'Search offers' }).fill(title);
  await expect(page.getByText('1 offer', { exact: true })).toBeVisible();
  await openAdminPage(page, 'Vouchers');
  await page.getByRole('button', { name: 'Create Vouchers' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vouchers' });
  await form.getByLabel('Brand name').fill('Bookshop');
  await form.getByLabel('Amount').fill(String(amount));
  await form.getByLabel('Expiry date').fill('2099-12-31');
  await form.getByRole('button', { name: 'Create Voucher' }).click();
  await expect(form.getByText('Please enter a voucher code')).toBeVisible();
  await form.getByLabel('Voucher code').fill(newCodes(1)[0] ?? '');
  await form.getByRole('button', { name: 'Create Voucher' }).click();
  await expect(form).toBeHidden();
  expect(crashes).toEqual([]);
});

/**
 * Collects errors that an error boundary or the router caught; the fixture of all journeys already fails on other
 * errors.
 */
function collectCrashes(page: Page): string[] {
  const crashes: string[] = [];
  page.on('console', (message) => {
    if (/NotFoundError|error occurred in the/.test(message.text())) crashes.push(message.text());
  });
  return crashes;
}
