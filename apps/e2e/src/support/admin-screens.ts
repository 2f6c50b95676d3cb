import { expect, type Page } from '@playwright/test';
import { adminSession, type Credentials, getSharedAdmin, requireBody, unique } from './actors.ts';
import type { Product } from './product.ts';
import { RestClient } from './rest.ts';

/** Actions of admins on the screens of the admin app. The actions find elements by the words on the screen. */

/** Signs in the admin of the demo data on the sign-in screen, and waits for the dashboard. */
export async function signInOnAdminHost(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.adminOrigin}/admin/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  await page.getByRole('button', { name: /^sign in/i }).click();
  await expect(page).toHaveURL(`${product.adminOrigin}/admin`);
  await expect(page.getByRole('heading', { name: 'Dashboard' }).first()).toBeVisible();
}

/** The session of an admin as a browser stores it. */
interface Entry {
  cookies: [string, string][];
  stored: Record<string, string>;
}
let shared: Promise<Entry> | undefined;

async function createEntry(product: Product, credentials?: Credentials): Promise<Entry> {
  const client = new RestClient(product.adminOrigin);
  const { sessionId, admin } = await adminSession(client, credentials);
  return { cookies: [...client.cookies], stored: { adminSessionId: sessionId, admin: JSON.stringify(admin) } };
}

/** Creates an admin for one journey that changes settings stored per admin. Returns a session of the admin. */
export async function newAdmin(product: Product): Promise<Entry> {
  const credentials = { username: unique('clerk'), password: 'a long clerk word 7' };
  const email = `${credentials.username}@example.com`;
  requireBody(await (await getSharedAdmin(product)).post('/api/admin/register.php', { ...credentials, email }));
  return createEntry(product, credentials);
}

/**
 * Gives a browser an admin's session and opens a page of the back-office, so that a journey can begin after the
 * sign-in.
 * @param entry the session; by default a session of the demo data's admin, which all journeys of a worker share. A
 *   journey that signs the admin out must pass a session of its own
 */
export async function enterAdminAt(page: Page, product: Product, path: string, entry?: Entry): Promise<void> {
  shared ??= createEntry(product);
  const { cookies, stored } = entry ?? (await shared);
  const url = product.adminOrigin;
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url, httpOnly: true })));
  await page.addInitScript(
    ({ origin, items }) => {
      if (location.origin !== origin || sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    { origin: url, items: stored },
  );
  await page.goto(`${url}${path}`);
}

/** Opens a page by its entry in the sidebar, which a phone hides behind a button. */
export async function openAdminPage(page: Page, entry: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${entry}`) });
  const menu = page.getByRole('button', { name: 'Open navigation' });
  // Waits until the page is drawn: it has the link or the menu button, depending on its width.
  await expect(link.or(menu).filter({ visible: true })).not.toHaveCount(0);
  if (!(await link.first().isVisible())) await menu.click();
  await link.first().click();
}
