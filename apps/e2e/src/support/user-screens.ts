import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { newEmail, PASSWORD, type Person, retryWhileBusy } from './actors.ts';
import { readMailedCode } from './mailbox.ts';
import type { Product } from './product.ts';

/** Actions on the user app's screens, which find elements by the texts that people see. */

export const offerCard = (page: Page, title: string): Locator => page.getByRole('article', { name: title });

/** Expands an offer's card, which then shows the description, explained tags and links. */
export const openCard = (page: Page, title: string): Promise<void> =>
  offerCard(page, title).getByRole('button', { name: title, expanded: false }).click();

/** Expands the completed offers. */
export const openDone = (page: Page): Promise<void> => page.locator('#done:not([open]) > summary').click();

/** Fills in and sends the registration form. */
export async function fillRegistration(page: Page, email = newEmail()): Promise<void> {
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /years of age or over/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Creates an account on the screens, waits for the offers, and verifies the e-mail address with the mailed code. */
export async function createAccount(page: Page, product: Product, email = newEmail()): Promise<string> {
  await page.goto(`${product.appOrigin}/login`);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${product.appOrigin}/register`);
  await fillRegistration(page, email);
  await expectOffers(page, product);
  await page.getByRole('button', { name: 'Enter code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await readMailedCode(product, email));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Verify your e-mail to spin')).toHaveCount(0);
  return email;
}

export async function expectOffers(page: Page, product: Product): Promise<void> {
  await expect(page).toHaveURL(`${product.appOrigin}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Presses Start Offer. @returns the partner's page, which opens in a new tab */
export async function startOffer(page: Page, title: string): Promise<Page> {
  // The offer may be far down below offers of other journeys, where its card is not drawn yet.
  await expect(page.getByRole('article').first()).toBeVisible();
  const filter = page.getByRole('button', { name: 'Filter' });
  if (await filter.isVisible()) {
    await filter.click();
    await page.getByRole('searchbox', { name: 'Search offers' }).fill(title);
  }
  const opening = page.context().waitForEvent('page');
  await offerCard(page, title).getByRole('button', { name: 'Start Offer' }).click();
  const partner = await opening;
  await expect(partner.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return partner;
}

/** Gives a browser the person's session from REST, so that a journey can begin after the sign-in. */
export const enterAs = (context: BrowserContext, product: Product, { client }: Person): Promise<void> =>
  context.addCookies(
    [...client.cookies].map(([name, value]) => ({ name, value, url: product.appOrigin, httpOnly: true })),
  );

/**
 * Signs in by e-mail and password, and tries again while a busy server refuses sign-ins. The caller checks the result.
 */
export async function submitSignIn(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.appOrigin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await retryWhileBusy(async () => {
    const answering = page.waitForResponse(/user\.identity\.login/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    return answering;
  });
}

/** Stored values of the browser that belong to a person. The choices of theme and sound do not. */
export const readStoredSession = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key !== 'theme' && key !== 'sound')),
  );

/** Skips the wheel's animation. On a busy machine the wheel may already have landed; then there is nothing to skip. */
export const skipTurning = (dialog: Locator): Promise<void> =>
  dialog
    .getByRole('button', { name: 'Skip' })
    .click({ timeout: 3000 })
    .catch(() => undefined);

/** Opens the wheel of a completed offer. */
export async function openWheel(page: Page, title: string): Promise<Locator> {
  await offerCard(page, title).getByRole('button', { name: 'Spin Wheel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Spin Now' })).toBeVisible();
  return dialog;
}
