import { PASSWORD, registerPerson } from '../support/actors.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { expectOffers } from '../support/user-screens.ts';

/** Where people arrive when they are signed out, at an unknown path, or on the wrong host. */

test('opens the sign-in at every path of the user app when signed out', { tag: narrow }, async ({ page, product }) => {
  for (const path of ['/', '/profile', '/no/such/page']) {
    await page.goto(`${product.appOrigin}${path}`);
    await expect(page, path).toHaveURL(`${product.appOrigin}/login`);
    await expect(page.getByText('Continue with Google'), path).toBeVisible();
  }
});

test('opens the sign-in at every path of the admin app when signed out', { tag: narrow }, async ({ page, product }) => {
  for (const path of ['/', '/admin', '/admin/offers', '/admin/vouchers', '/no/such/page']) {
    await page.goto(`${product.adminOrigin}${path}`);
    await expect(page, path).toHaveURL(`${product.adminOrigin}/admin/login`);
    await expect(page.getByLabel('Username'), path).toBeVisible();
  }
});

test('opens the offers at the sign-in’s path and unknown paths when signed in, and sends preloaded calls once', {
  tag: narrow,
}, async ({ page, product }) => {
  const { email } = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectOffers(page, product);
  for (const path of ['/login', '/no/such/page']) {
    await page.goto(`${product.appOrigin}${path}`);
    await expectOffers(page, product);
  }

  // The document preloads the app's calls. A call that differs from its preload would be sent twice.
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url().replace(product.appOrigin, '')));
  const document = await page.goto(product.appOrigin);
  await expectOffers(page, product);
  const announced = [...(document?.headers()['link'] ?? '').matchAll(/<(\/trpc\/[^>]+)>/g)].map(([, call]) => call);
  expect(announced).toHaveLength(2);
  for (const call of announced) expect(requested.filter((url) => url === call)).toEqual([call]);
});

test('shows “Login failed” for a wrong password', { tag: narrow }, async ({ page, product }) => {
  const { email } = await registerPerson(product);
  await page.goto(`${product.appOrigin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Login failed');
  await expect(alert).toContainText('Invalid email or password');
  await expectAccessible(page);
});

test('serves no admin procedure on the users’ host, and no user procedure on the admin host', { tag: narrow }, async ({
  request,
  product,
}) => {
  for (const address of [
    `${product.appOrigin}/trpc/admin.site`,
    `${product.appOrigin}/trpc/admin.insights.dashboard`,
    `${product.adminOrigin}/trpc/user.site`,
    `${product.adminOrigin}/trpc/user.offers.list`,
  ]) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
  // A batch cannot reach an admin procedure on the users' host either, even next to a user procedure.
  const batch = `${product.appOrigin}/trpc/user.site,admin.site?batch=1&input=${encodeURIComponent('{}')}`;
  expect(await (await request.get(batch)).text()).not.toContain('setupNeeded');
});
