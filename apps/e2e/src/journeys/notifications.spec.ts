import type { Page } from '@playwright/test';
import { createOffer, getSharedAdmin, registerPerson, unique } from '../support/actors.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, narrow, test } from '../support/journey.ts';
import type { Product } from '../support/product.ts';
import { enterAs, startOffer } from '../support/user-screens.ts';

/**
 * Tests a notification from the start of an offer to the push message and the list of notifications. The sandbox plays
 * the push service.
 */

test.use({ installs: true });

/**
 * The browser's push service is external, and headless Chromium allows no notifications. The sandbox replaces the
 * service and decrypts messages. apps/user/src/app/worker.test.ts tests what the worker shows.
 */
async function pushBySandbox(page: Page, product: Product): Promise<void> {
  await page.exposeBinding('subscribeAtSandbox', async (_, applicationServerKey: string) => {
    const answer = await fetch(`${product.sandboxOrigin}/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    });
    return answer.json();
  });
  await page.addInitScript(() => {
    let subscription: object | null = null;
    const world = window as unknown as { subscribeAtSandbox: (key: string) => Promise<object> };
    Object.defineProperty(Notification, 'permission', { get: () => (subscription ? 'granted' : 'default') });
    Notification.requestPermission = () => Promise.resolve('granted');
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey));
        const json = await world.subscribeAtSandbox(key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
        subscription = { options: { applicationServerKey }, toJSON: () => json };
        return subscription;
      },
    });
  });
}

test('sends a push to the phone when the spin is ready', { tag: narrow }, async ({ page, product }) => {
  const admin = await getSharedAdmin(product);
  const title = unique('Try a savings account');
  await createOffer(product, admin, [{ amount: 5, probability: 10 }], { title });
  const person = await registerPerson(product);
  await enterAs(page.context(), product, person);
  await pushBySandbox(page, product);
  await page.goto(`${product.appOrigin}/`);
  const notifyButton = page.getByRole('button', { name: 'Notify me when my spin is ready' });
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible();
  await expect(notifyButton).toHaveCount(0);

  const partner = await startOffer(page, title);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await notifyButton.click();
  await expect(notifyButton).toHaveCount(0);
  await partner.getByRole('button', { name: 'Complete' }).click();
  await expect(partner.getByRole('status')).toContainText('accepted the completion');

  // The sending library encrypts a push. The sandbox decrypts it with independent code.
  const pushes = async () => {
    const answer = await fetch(`${product.sandboxOrigin}/push.json`);
    const all = ((await answer.json()) as { pushes: { text: string }[] }).pushes;
    return all.map(({ text }) => text).filter((text) => text.includes(title));
  };
  await expect.poll(async () => (await pushes()).length).toBe(1);

  await page.bringToFront();
  // Browsers send this event when a person returns to the tab, and the app then fetches again. A headless browser never
  // sends it.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('link', { name: 'Notifications, 1 new' }).click();
  await expect(page.getByText(`${title} is completed.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Notification settings' }).click();
  await expect(page.getByText('You get notifications here, even when the app is closed.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('link', { name: /Your spin is ready/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Spin Now' })).toBeVisible();
});
