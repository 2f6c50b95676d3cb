import type { Page } from '@playwright/test';
import { registerPerson } from '../support/actors.ts';
import { expireSessions, readSignInDevices, suspend } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { intercept } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import { enterAs, expectOffers, readStoredSession, submitSignIn } from '../support/user-screens.ts';

/** How sessions end, and what the browser stores of them. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

/**
 * Opens the offers and waits until every call of the screen is answered. Otherwise one of these calls could find that
 * the session has ended before the test presses a button. An idle network is not enough, since a busy machine starts
 * calls late.
 */
async function waitForAnswers(page: Page, open: () => Promise<unknown>): Promise<void> {
  const calls = ['user.identity.me', 'user.offers.list', 'user.vouchers.notices'];
  const answers = calls.map((call) => page.waitForResponse((response) => response.url().includes(call)));
  await open();
  await Promise.all(answers);
}

test('shows a suspended person the reason and allows another account', async ({ page, product }) => {
  const person = await registerPerson(product);
  await suspend(product, person.id);
  await submitSignIn(page, product, person.email);
  const panel = page.getByRole('alert');
  await expect(panel).toContainText(
    'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.',
  );
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', /^mailto:[^@?]+@[^@?]+/);
  await expect(page.getByLabel('E-mail')).toBeHidden();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Try Different Account' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByLabel('E-mail')).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('ends a live session at its next call after a suspension and shows the reason', async ({
  page,
  context,
  product,
}) => {
  const person = await registerPerson(product);
  await enterAs(context, product, person);
  await waitForAnswers(page, () => page.goto(product.appOrigin, { waitUntil: 'networkidle' }));
  await expectOffers(page, product);
  await suspend(product, person.id);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  expect(await readStoredSession(page)).toEqual({});
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('Account suspended');
  await expect(panel).toContainText(`U-${person.id}`);
  // The browser keeps the session's cookie, so the reason is shown until the person chooses another account.
  await page.reload();
  await expect(panel).toContainText('Account suspended');
  await panel.getByRole('button', { name: 'Try Different Account' }).click();
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith('inaam_user'))).toBe(false);
  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('opens the sign-in at the next call of an expired session', async ({ page, product }) => {
  const person = await registerPerson(product);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  await waitForAnswers(page, () => page.reload({ waitUntil: 'networkidle' }));
  await expectOffers(page, product);
  await expireSessions(product, person.id);
  // The session has expired before the press, so the press opens the sign-in instead of an error.
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Start Offer' }).first().click();
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  // The storage keeps only the browser's seed for the draw of that offer. The next press must send the same seed,
  // because the network may count either click.
  const remaining = Object.entries(await readStoredSession(page));
  expect(remaining).toEqual([
    [expect.stringMatching(`^seed:${person.id}:\\d+$`), expect.stringMatching(/^[0-9a-f]{32}$/)],
  ]);
  // The empty tab for the partner's page is closed.
  await expect.poll(async () => (await tab).isClosed()).toBe(true);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  expect(await readStoredSession(page)).toMatchObject(Object.fromEntries(remaining));
});

test('keeps what was typed when the sign-in fails', async ({ page, product }) => {
  const { email } = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await page.getByRole('button', { name: /dismiss/i }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('stores the session under the documented keys, and removes it before the call to sign out', async ({
  page,
  product,
}) => {
  const person = await registerPerson(product);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  // `lastOffers` has the offers that the next visit shows while it loads; it is stored after the first paint.
  // `howItWorksSeen` says that the person has seen the introduction.
  await expect
    .poll(async () => Object.keys(await readStoredSession(page)).sort())
    .toEqual(['howItWorksSeen', 'lastOffers', 'sessionId', 'user', 'userId']);
  const stored = await readStoredSession(page);
  expect(JSON.parse(stored.user ?? '')).toEqual({
    id: person.id,
    firstName: 'Asha',
    lastName: 'Rao',
    email: person.email,
  });
  expect(stored.userId).toBe(String(person.id));
  // `sessionId` only names the session. Its secret is in a cookie that scripts cannot read.
  expect(await page.evaluate(() => document.cookie)).toBe('');

  // Reads the storage when the call is sent: anything missing was removed before the call.
  let keptAtCall: Record<string, string> | undefined;
  await intercept(page, 'user.identity.logout', async (route) => {
    keptAtCall = await readStoredSession(page);
    await route.continue();
  });
  const answered = page.waitForResponse(/identity\.logout/);
  // On a phone the sign-out is in the profile.
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await answered).status()).toBe(200);
  expect(keptAtCall).toEqual({});
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  await page.goto(`${product.appOrigin}/profile`);
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
});

test('sends the same fingerprint for two sign-ins of one browser', async ({ page, product, context }) => {
  const person = await registerPerson(product);
  for (const _ of [1, 2]) {
    await context.clearCookies();
    await submitSignIn(page, product, person.email);
    await expectOffers(page, product);
  }
  const [registered, first, second, ...more] = await readSignInDevices(product, person.id);
  expect(registered).toBeNull();
  expect(first).toMatch(/^[0-9a-z]{6,13}$/);
  expect(second).toBe(first);
  expect(more).toEqual([]);
});
