import type { UserStats } from '@inaam/contracts/insights/insights';
import type { UserOfferList } from '@inaam/contracts/offers/offers';
import type { Page } from '@playwright/test';
import { PASSWORD, registerPerson, unique } from '../support/actors.ts';
import { settleSpin, suspend } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits, LARGE_TEXT } from '../support/expect-fits.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { hold, intercept, rewrite, stopIntercepting } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import { createPersonReadyToSpin, LOSING_ROLL, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { RestClient } from '../support/rest.ts';
import { enterAs, offerCard, openCard, openWheel, skipTurning, submitSignIn } from '../support/user-screens.ts';

/** Checks screens of the user app in their states: axe finds no fault, and no text is cut off. */

test.skip(({ hasTouch }) => !hasTouch, 'this file sets its own screen sizes, so it runs only in the phone project');
// The layout viewport of a mobile browser grows with content that overflows, which would hide the faults.
test.use({ isMobile: false });

async function expectFitsAndAccessible(page: Page, state: { busy?: boolean } = {}): Promise<void> {
  await expectAccessible(page, state);
  await expectFits(page, LARGE_TEXT);
}

const LONG_TITLE = `Open a savings account with the Cooperative Bank of ${'Thiruvananthapuram'.repeat(3)} and keep ₹10,000 in it`;
const LONG_NAME = {
  firstName: 'Venkatanarasimharajuvaripeta'.repeat(3).slice(0, 80),
  lastName: 'Wodeyar '.repeat(10).trim(),
};

test('checks the screens before sign-in', async ({ page, product }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(`${product.appOrigin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFitsAndAccessible(page);
  }
  for (const [path, name] of [
    ['/legal', 'Legal & Support'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await goWithinApp(page, `${product.appOrigin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByText('July 19, 2025')).toBeVisible();
    await expectFitsAndAccessible(page);
  }
});

test('checks a refused sign-up, and the sign-in of a suspended person', async ({ page, product }) => {
  const person = await registerPerson(product);
  await page.goto(`${product.appOrigin}/register`);
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('checkbox', { name: /years of age or over/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await expectFitsAndAccessible(page);
  await suspend(product, person.id);
  await submitSignIn(page, product, person.email);
  await expect(page.getByRole('button', { name: 'Try Different Account' })).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('checks the offers: loading, failed, none, and with long names', async ({ page, context, product }) => {
  const person = await registerPerson(product, LONG_NAME);
  await enterAs(context, product, person);
  const forward = await hold(page, 'user.identity.me');
  await page.goto(product.appOrigin);
  await expect(page.getByText('Loading your dashboard...')).toBeVisible();
  await expectFitsAndAccessible(page, { busy: true });

  await hold(page, 'user.offers.list');
  forward();
  await expect(page.getByRole('heading', { name: 'Offers' })).toBeVisible();
  await expectFitsAndAccessible(page, { busy: true });

  await stopIntercepting(page, 'user.offers.list');
  await intercept(page, 'user.offers.list', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByText('Failed to fetch offers').first()).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Failed to fetch offers')).toBeHidden();
  await expectFitsAndAccessible(page);

  await stopIntercepting(page, 'user.offers.list');
  await intercept(
    page,
    'user.offers.list',
    rewrite<UserOfferList>(() => ({ offers: [] })),
  );
  await page.reload();
  await expect(page.getByText('No offers available')).toBeVisible();
  await expectFitsAndAccessible(page);

  await stopIntercepting(page, 'user.offers.list');
  await intercept(
    page,
    'user.offers.list',
    rewrite<UserOfferList>(({ offers }) => ({
      offers: offers.slice(0, 3).map((offer) => ({ ...offer, title: LONG_TITLE, voucher_code: 'W'.repeat(64) })),
    })),
  );
  await page.reload();
  await expect(offerCard(page, LONG_TITLE).first()).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('checks the offers after an offer could not be started', async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(product.appOrigin);
  await intercept(page, 'user.clicks.create', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Start Offer' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Failed to track offer click');
  await page.bringToFront();
  await expectFitsAndAccessible(page);
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('checks the wheel: waiting, turning, failed, lost, won, and the explanation of a draw', async ({
  page,
  context,
  product,
}) => {
  const lost = await createPersonReadyToSpin(product);
  const { person } = lost;
  const won = await createPersonReadyToSpin(product, { person, title: unique(LONG_TITLE) });
  await enterAs(context, product, person);
  await page.goto(product.appOrigin);

  const dialog = await openWheel(page, lost.offer.title);
  await expectFitsAndAccessible(page);
  await settleSpin(product, person.id, lost.offer.offer_id, LOSING_ROLL);
  const forward = await hold(page, 'user.spins.spin');
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The wheel is turning...');
  await expectFitsAndAccessible(page, { busy: true });
  await dialog.getByRole('button', { name: 'Skip' }).click();
  forward();
  await expect(dialog.getByRole('status')).toHaveText('Better luck next time!');
  await expectFitsAndAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();

  await stopIntercepting(page, 'user.spins.spin');
  await openWheel(page, won.offer.title);
  await settleSpin(product, person.id, won.offer.offer_id, WINNING_ROLL);
  await intercept(page, 'user.spins.spin', (route) => route.abort('connectionreset'), 1);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await skipTurning(dialog);
  await expect(dialog.getByRole('status')).toHaveText('Spin failed. Please try again.');
  await expectFitsAndAccessible(page);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await skipTurning(dialog);
  await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await dialog.getByRole('button', { name: 'Awesome' }).click();
  await expect(dialog).toBeHidden();
  await expectFitsAndAccessible(page);

  await openCard(page, won.offer.title);
  await expectFitsAndAccessible(page);
  await offerCard(page, won.offer.title).getByRole('link', { name: 'How this was drawn' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How this was drawn' })).toBeVisible();
  await expect(page.getByText(/roll/i).first()).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('checks the account and the notifications', async ({ page, context, product }) => {
  const { person, offer } = await createPersonReadyToSpin(product, {
    person: await registerPerson(product, LONG_NAME),
    title: LONG_TITLE,
  });
  await enterAs(context, product, person);
  await new RestClient(product.appOrigin).post('/api/login.php', { email: person.email, password: PASSWORD });
  const key = { passkey_id: 1, created_at: '2026-11-01T10:00:00.000Z', last_used_at: null };
  await intercept(
    page,
    'user.account.overview',
    rewrite<object>((answer) => ({ ...answer, passkeys: [{ ...key, name: LONG_NAME.firstName.slice(0, 60) }] })),
  );
  await page.goto(`${product.appOrigin}/account`);
  await expect(page.getByText('This device')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sign out/ }) }),
  ).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.goto(`${product.appOrigin}/notifications`);
  await expect(page.getByText(`${offer.title} is completed.`)).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('tab', { name: 'Notification settings' }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('checks the profile: loading, failed, empty and full', async ({ page, context, product }) => {
  const person = await registerPerson(product, LONG_NAME);
  await enterAs(context, product, person);
  await hold(page, 'user.insights.stats');
  await page.goto(`${product.appOrigin}/profile`);
  await expect(page.getByText('Loading your profile...')).toBeAttached();
  await expectFitsAndAccessible(page, { busy: true });

  await stopIntercepting(page, 'user.insights.stats');
  await intercept(page, 'user.insights.stats', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByText('Unable to load profile data')).toBeVisible();
  await expect(page.getByText('Failed to fetch user statistics')).toBeVisible();
  await expectFitsAndAccessible(page);
  await stopIntercepting(page, 'user.insights.stats');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No vouchers yet')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('No completed offers yet')).toBeVisible();
  await expectFitsAndAccessible(page);

  const { offer } = await createPersonReadyToSpin(product, { person, title: LONG_TITLE });
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  await createPersonReadyToSpin(product, { person });
  await intercept(
    page,
    'user.insights.stats',
    rewrite<UserStats>(({ stats, completions }) => ({
      stats: { ...stats, total_voucher_value: 12_34_56_789, vouchers_by_amount: { 5: 3, 12_34_567: 100 } },
      completions: completions.map((completion) => ({
        ...completion,
        voucher: completion.voucher && {
          ...completion.voucher,
          code: 'W'.repeat(64),
          terms: 'Valid in all shops. '.repeat(20),
          description: 'One voucher a purchase',
        },
      })),
    })),
  );
  await page.goto(`${product.appOrigin}/profile`);
  await expect(page.getByText('12,34,56,789').first()).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /Show code/ }).click();
  await expect(page.getByRole('button', { name: 'Mark as used' })).toBeVisible();
  await page.getByText('Terms', { exact: true }).first().click();
  await expectFitsAndAccessible(page);
});
