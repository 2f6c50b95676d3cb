import type { Page } from '@playwright/test';
import { newEmail, registerPerson, requireBody } from '../support/actors.ts';
import { suspend } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { intercept } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import type { Product } from '../support/product.ts';
import { RestClient } from '../support/rest.ts';
import { expectOffers, readStoredSession } from '../support/user-screens.ts';

/** When signing in with the provider fails, nothing of the attempt remains, and other ways to sign in are available. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

/** Changes one character of a token's payload, so that its signature does not match. */
function tamperWith(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const other = payload.at(20) === 'A' ? 'B' : 'A';
  return [header, payload.slice(0, 20) + other + payload.slice(21), signature].join('.');
}

async function openChooser(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.appOrigin}/login`);
  await page.getByText('Continue with Google').click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
}

/** Returns to the app as the chooser does, with the given token. */
const returnWithToken = (page: Page, product: Product, idToken: string): Promise<unknown> =>
  page.goto(`${product.appOrigin}/login#id_token=${idToken}`);

async function issueToken(product: Product, claims: Record<string, unknown>): Promise<string> {
  return requireBody<{ idToken: string }>(await new RestClient(product.sandboxOrigin).post('/token', claims)).idToken;
}

/** Expects that neither the URL nor the browser's storage contains the token, and that a reload does not send it. */
async function expectNothingLeft(page: Page, product: Product): Promise<void> {
  expect(page.url()).toBe(`${product.appOrigin}/login`);
  // Only the router may store something: scroll positions.
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-')))).toEqual([]);
  expect(await readStoredSession(page)).toEqual({});
  const attempts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('providerLogin')) attempts.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(attempts).toEqual([]);
}

test('rejects a token that was tampered with', async ({ page, product }) => {
  await openChooser(page, product);
  await returnWithToken(page, product, tamperWith(await issueToken(product, { email: newEmail() })));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Login failed');
  await expect(alert).toContainText('Google login failed');
  await expectAccessible(page);
  await expectNothingLeft(page, product);
});

test('ignores a token that came with a link instead of the chooser', async ({ page, product }) => {
  await returnWithToken(page, product, await issueToken(product, { email: newEmail() }));
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expectNothingLeft(page, product);
});

test('does not link Google to an account if the provider has not verified the e-mail address', async ({
  page,
  product,
}) => {
  const { email } = await registerPerson(product);
  await openChooser(page, product);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('The provider has verified this address').uncheck();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await expect(page.getByRole('alert')).toContainText('An account with this email already exists');
  await expectNothingLeft(page, product);
});

test('refuses a suspended person who signs in with the provider', async ({ page, product }) => {
  const person = await registerPerson(product);
  await suspend(product, person.id);
  await openChooser(page, product);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.',
  );
  await page.getByRole('button', { name: 'Try Different Account' }).click();
  await expectNothingLeft(page, product);
});

test('signs in after Back from the chooser and a second press of the button', async ({ page, product }) => {
  await openChooser(page, product);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('E-mail').fill(newEmail());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectOffers(page, product);
});

test('shows an error if the answer to the token is lost', async ({ page, product }) => {
  await intercept(page, 'user.identity.providerLogin', (route) => route.abort('connectionreset'), 1);
  await openChooser(page, product);
  await page.getByLabel('E-mail').fill(newEmail());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Google login failed');
  await expectNothingLeft(page, product);
});
