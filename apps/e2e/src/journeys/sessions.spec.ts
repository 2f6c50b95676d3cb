import type { Page } from '@playwright/test';
import { registerPerson } from '../support/actors.ts';
import { devicesOf, expireSessions, suspend } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { intercept } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import { enterAs, expectOffers, storedSession, submitSignIn } from '../support/user-screens.ts';

/** How sessions end, and what the browser keeps of them. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

/**
 * Opens the offers and waits until every call that the screen makes by itself has been answered: a later one would find
 * the session gone before the press does. A quiet network is not enough, since a busy machine is slow to ask.
 */
async function answeredAll(page: Page, open: () => Promise<unknown>): Promise<void> {
  const calls = ['user.identity.me', 'user.offers.list', 'user.vouchers.notices'];
  const answers = calls.map((call) => page.waitForResponse((response) => response.url().includes(call)));
  await open();
  await Promise.all(answers);
}

test('a suspended person reads why, and may try another account', async ({ page, product }) => {
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

test('suspension ends a live session at its next call, which leads to why', async ({ page, context, product }) => {
  const person = await registerPerson(product);
  await enterAs(context, product, person);
  await answeredAll(page, () => page.goto(product.appOrigin, { waitUntil: 'networkidle' }));
  await expectOffers(page, product);
  await suspend(product, person.id);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  expect(await storedSession(page)).toEqual({});
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('Account suspended');
  await expect(panel).toContainText(`U-${person.id}`);
  // Said again for as long as the browser brings that session's cookie: until they want another account.
  await page.reload();
  await expect(panel).toContainText('Account suspended');
  await panel.getByRole('button', { name: 'Try Different Account' }).click();
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith('inaam_user'))).toBe(false);
  await page.reload();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('a session that has run out leads to the sign-in at the next call', async ({ page, product }) => {
  const person = await registerPerson(product);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  await answeredAll(page, () => page.reload({ waitUntil: 'networkidle' }));
  await expectOffers(page, product);
  await expireSessions(product, person.id);
  // In the middle of something: the press is answered by the sign-in, not by an error.
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Start Offer' }).first().click();
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  // All that stays is their share of that offer's draw, which the next press has to bring again: any click may count.
  const left = Object.entries(await storedSession(page));
  expect(left).toEqual([[expect.stringMatching(`^share:${person.id}:\\d+$`), expect.stringMatching(/^[0-9a-f]{32}$/)]]);
  // The empty tab that was opened for the partner's page does not stay behind.
  await expect.poll(async () => (await tab).isClosed()).toBe(true);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  expect(await storedSession(page)).toMatchObject(Object.fromEntries(left));
});

test('what was typed into the sign-in stays when signing in fails', async ({ page, product }) => {
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

test('the browser keeps the session under the documented keys, and forgets it before the server is told', async ({
  page,
  product,
}) => {
  const person = await registerPerson(product);
  await submitSignIn(page, product, person.email);
  await expectOffers(page, product);
  // Beside them, what the next visit shows while it loads: kept once it is drawn.
  await expect
    .poll(async () => Object.keys(await storedSession(page)).sort())
    .toEqual(['lastOffers', 'sessionId', 'user', 'userId']);
  const stored = await storedSession(page);
  expect(JSON.parse(stored.user ?? '')).toEqual({
    id: person.id,
    firstName: 'Asha',
    lastName: 'Rao',
    email: person.email,
  });
  expect(stored.userId).toBe(String(person.id));
  // It names the session; what opens it is in a cookie that scripts cannot read.
  expect(await page.evaluate(() => document.cookie)).toBe('');

  // The call is held: what is gone by then was removed first.
  let keptAtCall: Record<string, string> | undefined;
  await intercept(page, 'user.identity.logout', async (route) => {
    keptAtCall = await storedSession(page);
    await route.continue();
  });
  const answered = page.waitForResponse(/identity\.logout/);
  // On a phone it stands in the profile.
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await answered).status()).toBe(200);
  expect(keptAtCall).toEqual({});
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
  await page.goto(`${product.appOrigin}/profile`);
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
});

test('two sign-ins of one browser send the same fingerprint', async ({ page, product, context }) => {
  const person = await registerPerson(product);
  for (const _ of [1, 2]) {
    await context.clearCookies();
    await submitSignIn(page, product, person.email);
    await expectOffers(page, product);
  }
  const [registered, first, second, ...more] = await devicesOf(product, person.id);
  expect(registered).toBeNull();
  expect(first).toMatch(/^[0-9a-z]{6,13}$/);
  expect(second).toBe(first);
  expect(more).toEqual([]);
});
