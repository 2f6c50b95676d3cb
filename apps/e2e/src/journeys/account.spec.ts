import { newEmail, PASSWORD, registerPerson } from '../support/actors.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { useUpSignUps } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { anyWidth, expect, narrow, test } from '../support/journey.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { createAccount, expectOffers } from '../support/user-screens.ts';

/** Tests an account from the sign-up to its deletion. All mails arrive in the sandbox's mailbox. */

test('replaces a forgotten password with the link in a mail', { tag: anyWidth }, async ({ page, product }) => {
  const { email } = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('an e-mail is on its way')).toBeVisible();

  await page.goto(linkIn(await mailTo(product, email, /^Reset/)));
  await page.getByLabel('New password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText(/too common/)).toBeVisible();
  await expectAccessible(page);
  // The URL no longer contains the secret.
  expect(page.url()).toBe(`${product.appOrigin}/reset`);
  await page.getByLabel('New password', { exact: true }).fill('a quite new word 9');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quite new word 9');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectOffers(page, product);
});

test('signs in with a link in a mail, without a password', { tag: narrow }, async ({ page, product }) => {
  const { email } = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByRole('link', { name: 'Other ways' }).click();
  await expect(page.getByRole('heading', { name: 'Other ways to sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('an e-mail is on its way')).toBeVisible();
  await page.goto(linkIn(await mailTo(product, email, /^Sign in/)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Go to the offers' }).click();
  await expectOffers(page, product);
});

test('adds a passkey to the account and signs in with it', { tag: narrow }, async ({ page, product }) => {
  await addAuthenticator(page);
  const email = await createAccount(page, product);
  await page.goto(`${product.appOrigin}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('My phone')).toBeVisible();
  await expectAccessible(page);
  await mailTo(product, email, /^A passkey was added/);

  await page.goto(`${product.appOrigin}/profile`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).filter({ visible: true }).click();
  await page.getByRole('link', { name: 'Other ways' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectOffers(page, product);
});

test('signs up with proof of work, exports the account, requests its deletion and cancels the request', {
  tag: anyWidth,
}, async ({ page, product }) => {
  const email = newEmail();
  await useUpSignUps(product, email);
  // While the person waits, the browser requests a challenge, computes the proof of work, and signs up with the proof.
  const challenge = page.waitForRequest(/user\.identity\.challenge/);
  const proved = page.waitForRequest((request) => request.postData()?.includes('"proof"') === true);
  await createAccount(page, product, email);
  await Promise.all([challenge, proved]);
  await page.goto(`${product.appOrigin}/account`);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  expect((await saving).suggestedFilename()).toBe('my-data.json');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible();
  await expectAccessible(page);
  await mailTo(product, email, /will be deleted$/);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText(/^Your account will be deleted on/)).toHaveCount(0);
});
