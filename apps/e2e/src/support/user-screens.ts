import { expect, type Locator, type Page } from '@playwright/test';
import { newEmail, PASSWORD } from './actors.ts';
import type { Product } from './product.ts';

/** What people do on the user app's screens, in the words that they read there. */

export const offerCard = (page: Page, title: string): Locator => page.getByRole('article', { name: title });

/** From the sign-in screen to the offers, as somebody new. */
export async function createAccount(page: Page, product: Product): Promise<string> {
  const email = newEmail();
  await page.goto(`${product.appOrigin}/login`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${product.appOrigin}/register`);
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectOffers(page, product);
  return email;
}

export async function expectOffers(page: Page, product: Product): Promise<void> {
  await expect(page).toHaveURL(`${product.appOrigin}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Presses Start Offer and answers the partner's page, which opens in a tab of its own. */
export async function startOffer(page: Page, title: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await offerCard(page, title).getByRole('button', { name: 'Start Offer' }).click();
  const partner = await opening;
  await expect(partner.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return partner;
}
