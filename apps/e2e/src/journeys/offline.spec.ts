import { registerPerson } from '../support/actors.ts';
import { settleSpin } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';
import { expect, test } from '../support/journey.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, expectOffers, offerCard, openWheel, skipTurning, submitSignIn } from '../support/user-screens.ts';

/** Tests the app while the connection is lost, and after it has returned. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

test('keeps the offers offline, shows what fails, and continues when the connection returns', async ({
  page,
  context,
  product,
}) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await settleSpin(
    product,
    person.id,
    (await createPersonReadyToSpin(product, { person })).offer.offer_id,
    WINNING_ROLL,
  );
  await enterAs(context, product, person);
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await context.setOffline(true);
  const notice = page.getByText('You are offline');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch offers');
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(offerCard(page, offer.title)).toBeVisible();
  await expectAccessible(page);

  // The wheel and the offer's card show their own errors.
  await openWheel(page, offer.title);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await skipTurning(dialog);
  await expect(dialog.getByRole('status')).toHaveText('Spin failed. Please try again.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  const available = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Start Offer' }) });
  const started = available.first();
  await started.getByRole('button', { name: 'Start Offer' }).click();
  await expect(started.getByRole('alert')).toContainText('Failed to track offer click');
  await page.bringToFront();

  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(page.getByText('Failed to fetch offers')).toBeHidden();
  await openWheel(page, offer.title);
  const answered = page.waitForResponse(/user\.spins\.spin/);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  expect((await answered).status()).toBe(200);
});

test('keeps what was typed when a sign-in fails offline', async ({ page, context, product }) => {
  const person = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42');
  await context.setOffline(true);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
  await context.setOffline(false);
  await signIn.click();
  await expectOffers(page, product);
});

test.describe('with the service worker', () => {
  test.use({ installs: true });

  test('opens the app on an offline reload and continues when the connection returns', async ({
    page,
    context,
    product,
  }) => {
    const person = await registerPerson(product);
    await submitSignIn(page, product, person.email);
    await expectOffers(page, product);
    const title = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? '';
    await page.evaluate(() => navigator.serviceWorker.ready);

    // The worker's caches contain no answers of the server.
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cached).toContain('/index.html');
    expect(cached.filter((path) => /^\/(trpc|api|postback)/.test(path))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);

    await context.setOffline(false);
    await expectOffers(page, product);
  });
});
