import type { UserStats } from '@inaam/contracts/insights/insights';
import { registerPerson } from '../support/actors.ts';
import { settleSpin } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits, LARGE_TEXT } from '../support/expect-fits.ts';
import { intercept, rewrite, stopIntercepting } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs } from '../support/user-screens.ts';

/** Tests the screen of won vouchers, and that their codes can be read offline. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

test('shows the vouchers screen after a failed load, empty, with a voucher, and with a win out of stock', async ({
  page,
  context,
  product,
}) => {
  const person = await registerPerson(product);
  await enterAs(context, product, person);
  await intercept(page, 'user.insights.stats', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto(`${product.appOrigin}/vouchers`);
  await expect(page.getByText('Your vouchers could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await stopIntercepting(page, 'user.insights.stats');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No vouchers yet')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, LARGE_TEXT);

  for (let offer = 0; offer < 2; offer++) {
    const { offer: won } = await createPersonReadyToSpin(product, { person });
    await settleSpin(product, person.id, won.offer_id, WINNING_ROLL);
  }
  await intercept(
    page,
    'user.insights.stats',
    rewrite<UserStats>(({ stats, completions: [first, second] }) => ({
      stats,
      completions: [
        { ...first, voucher: first?.voucher && { ...first.voucher, code: 'W'.repeat(64), terms: 'In all shops.' } },
        { ...second, voucher: null, voucher_code: null, owed: true },
      ] as UserStats['completions'],
    })),
  );
  await page.reload();
  await expect(page.getByRole('article', { name: /^Reserved for you/ })).toBeVisible();
  await page.getByRole('button', { name: /Show code/ }).click();
  await expect(page.getByText('W'.repeat(64))).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, LARGE_TEXT);
});

test.describe('with the service worker', () => {
  test.use({ installs: true });

  test('shows codes offline if the person agreed to keep them, and removes them after signing out', async ({
    page,
    context,
    product,
  }) => {
    const { person, offer } = await createPersonReadyToSpin(product);
    await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
    await enterAs(context, product, person);
    await page.goto(product.appOrigin);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('link', { name: 'Vouchers' }).click();
    await page.getByRole('button', { name: /Show code/ }).click();
    const code = (await page.locator('article .code').textContent()) ?? '';
    expect(code).toMatch(/^CODE-/);
    const keep = page.getByRole('switch', { name: /Keep my codes on this device/ });
    await keep.check();
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Stored values are encrypted: they must not contain a code.
    const readStoredVouchers = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('kept-vouchers');
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(opening.error ?? new Error('refused')));
        });
        if (!database.objectStoreNames.contains('kept')) {
          database.close();
          return undefined;
        }
        const reading = database.transaction('kept').objectStore('kept').get('box');
        const box = await new Promise<{ key: CryptoKey; sealed: ArrayBuffer } | undefined>((resolve) => {
          reading.addEventListener('success', () => resolve(reading.result as never));
        });
        database.close();
        return box && { extractable: box.key.extractable, text: new TextDecoder().decode(box.sealed) };
      });
    await expect.poll(readStoredVouchers).toBeDefined();
    const box = await readStoredVouchers();
    expect(box?.extractable).toBe(false);
    expect(box?.text).not.toContain(code);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText(code)).toBeHidden();
    await page.getByRole('button', { name: /Show code/ }).click();
    await expect(page.getByText(code)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    // The navigation stays available.
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByText(offer.title)).toBeVisible();

    await context.setOffline(false);
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${product.appOrigin}/login`);
    await expect.poll(readStoredVouchers).toBeUndefined();
  });
});
