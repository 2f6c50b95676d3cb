import type { Locator, Page } from '@playwright/test';
import { createOffer, newEmail, PASSWORD, registerPerson, report, signInAdmin } from '../support/actors.ts';
import { settleSpin } from '../support/database.ts';
import { hold } from '../support/intercept.ts';
import { expect, test, wide } from '../support/journey.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, expectOffers, offerCard } from '../support/user-screens.ts';

/** Tests the app with a keyboard. */

test.skip(({ isMobile }) => isMobile, 'keyboards are tested only on the wide screen');
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/**
 * Expects the focused element to be visible, on the screen and outlined.
 * @returns whether any element has the focus
 */
async function expectVisibleFocus(page: Page): Promise<boolean> {
  const fault = await page.evaluate(() => {
    const focus = document.activeElement;
    if (!focus || focus === document.body) return undefined;
    const description = `${focus.tagName} "${(focus.getAttribute('aria-label') ?? focus.textContent ?? '').slice(0, 40)}"`;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focus);
    if (!focus.matches(':focus-visible')) return `${description} is not shown as focused`;
    if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none')
      return `${description} has no focus outline`;
    const { top, bottom, left, right, width, height } = focus.getBoundingClientRect();
    if (width < 2 || height < 2) return `${description} cannot be seen`;
    if (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth)
      return `${description} is outside the screen`;
    return '';
  });
  expect(fault ?? '').toBe('');
  return fault !== undefined;
}

const hasFocus = (within: Locator): Promise<boolean> =>
  within.evaluate((element) => element.contains(document.activeElement));

/** Presses Tab until the target has the focus. The focus must be visible after every step. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    // After a full round the browser's own bar has the focus.
    if (!(await expectVisibleFocus(page))) continue;
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target.toString()}`);
}

test('signs in, completes an offer, spins, and uses the voucher with the keyboard alone', async ({
  page,
  context,
  product,
}) => {
  const person = await registerPerson(product);
  const { offer } = await createPersonReadyToSpin(product, { person });
  // This test creates the offer that it starts. The first offer on the screen may belong to another journey, and to a
  // network that the sandbox does not simulate.
  const another = await createOffer(product, await signInAdmin(product), [{ amount: 5, probability: 10 }]);
  await page.goto(`${product.appOrigin}/login`);
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectOffers(page, product);

  // The first Tab stop on a page is a link that skips the navigation.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  // The offer may be far down, below offers of other journeys.
  const filter = page.getByRole('button', { name: 'Filter' });
  const search = page.getByRole('searchbox', { name: 'Search offers' });
  if (await filter.isVisible()) {
    await tabTo(page, filter);
    await page.keyboard.press('Enter');
    await expect(search).toBeVisible();
    await tabTo(page, search);
    await page.keyboard.type(another.title);
  }
  const started = offerCard(page, another.title);
  await tabTo(page, started.getByRole('button', { name: 'Start Offer' }));
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const partner = await opening;
  await partner.waitForURL(/click_id=/);
  expect((await report(product, { click_id: new URL(partner.url()).searchParams.get('click_id') ?? '' })).status).toBe(
    200,
  );
  await partner.close();
  if (await search.isVisible()) {
    await tabTo(page, search, 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(offer.title);
  }

  const card = offerCard(page, offer.title);
  const dialog = page.getByRole('dialog');
  await tabTo(page, card.getByRole('button', { name: 'Spin Wheel' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Spin Now' })).toBeVisible();
  // A screen reader reads the title, then the prizes with their chances, and then the buttons.
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Spin the wheel":
      - heading "Spin the wheel"
      - status: /Good luck/
      - term: /₹[\\d,]+/
      - definition: 50%
      - term: Try Again
      - definition: 50%
      - button "Cancel"
      - button "Spin Now"
  `);
  // Tab stays within the dialog, in both directions.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await expectVisibleFocus(page)).toBe(true);
    expect(await hasFocus(dialog)).toBe(true);
  }
  // Escape closes the dialog, and the offer's card gets the focus.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await tabTo(page, card.getByRole('button', { name: 'Spin Wheel' }));
  await page.keyboard.press('Enter');

  await tabTo(page, dialog.getByRole('button', { name: 'Spin Now' }));
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  // The call is held, so the wheel turns until the keyboard has reached Skip.
  const forward = await hold(page, 'user.spins.spin');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Skip' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  forward();
  await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toBeVisible();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Congratulations!":
      - heading "Congratulations!"
      - status: /You won a ₹[\\d,]+ Amazon voucher/
      - paragraph: Amazon
      - paragraph: /₹[\\d,]+/
      - paragraph: Code
      - paragraph:
        - link "You'll find it any time in Vouchers."
      - button "Copy Code"
      - button "Awesome"
      - button "Spin the next (1 left)"
  `);
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  const copy = dialog.getByRole('button', { name: 'Copy Code' });
  await tabTo(page, copy);
  // A button that has just replaced another ignores presses for a moment.
  await expect(copy).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByText(code)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Awesome' }));
  await expect(dialog.getByRole('button', { name: 'Awesome' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await expect(card.getByText(code)).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Profile' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.appOrigin}/profile`);
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused();
  const voucher = page.getByRole('listitem').filter({ hasText: offer.title });
  // The history hides codes and their buttons until the person asks for them.
  await tabTo(page, voucher.getByRole('button', { name: /Show code/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, voucher.getByRole('button', { name: 'Mark as used' }));
  await page.keyboard.press('Enter');
  // For a while the use can be undone, by the button that now has the focus.
  await expect(voucher.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(voucher.getByRole('button', { name: 'Mark as used' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(voucher.getByText('Used', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(voucher.getByRole('button', { name: 'Mark as used' })).toBeHidden();
  // The button is gone. The focus stayed near it instead of returning to the top of the page.
  await expect.poll(() => hasFocus(voucher)).toBe(true);

  await tabTo(page, page.getByRole('button', { name: 'Sign out' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.appOrigin}/login`);
});

test('creates an account with the keyboard and moves the focus to an error', async ({ page, product }) => {
  await page.goto(`${product.appOrigin}/register`);
  for (const [label, text] of [
    ['First name', 'Asha'],
    ['Last name', 'Rao'],
    ['E-mail', newEmail()],
    ['Password', 'password1'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  // The form is not sent without the confirmation of age. Its checkbox gets the focus instead.
  const age = page.getByRole('checkbox', { name: /years of age or over/ });
  await expect(age).toBeFocused();
  expect(await expectVisibleFocus(page)).toBe(true);
  await page.keyboard.press('Space');
  await expect(age).toBeChecked();
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('password1');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectOffers(page, product);
});

test('shows a focus outline on a tab that the keyboard reaches, but not on one that the mouse presses', {
  tag: wide,
}, async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(`${product.appOrigin}/profile`);
  const [overview, history] = [page.getByRole('tab', { name: 'Overview' }), page.getByRole('tab', { name: 'History' })];
  await history.click();
  await expect(history).toBeFocused();
  await expect(history).toHaveAttribute('data-state', 'active');
  await expect(page.locator('[role=tab]:focus-visible')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(overview).toBeFocused();
  expect(await expectVisibleFocus(page)).toBe(true);
});

test('shows no focus outline when a link opens the wheel, and Tab then moves to Close', async ({
  page,
  context,
  product,
}) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  await page.goto(`${product.appOrigin}/?spin=${offer.offer_id}`);
  const dialog = page.getByRole('dialog', { name: 'Spin the wheel' });
  await expect(dialog).toBeFocused();
  await expect(dialog).toHaveCSS('outline-style', 'none');
  await expect(dialog.locator(':focus-visible')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await expectVisibleFocus(page)).toBe(true);
});
