import { newEmail } from '../support/actors.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { expectOffers } from '../support/user-screens.ts';

test('signs in with Google through the account chooser of the sandbox', { tag: narrow }, async ({ page, product }) => {
  const email = newEmail();
  const continueWithGoogle = async () => {
    await page.goto(`${product.appOrigin}/login`);
    await page.getByText('Continue with Google').click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(product.sandboxOrigin);
  };
  const readStoredUser = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as unknown);

  await continueWithGoogle();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectOffers(page, product);
  const user = await readStoredUser();
  expect(user).toMatchObject({ firstName: 'Meera', lastName: 'Nair', email });

  // The session is in a cookie: it survives a reload and ends when the cookie is deleted.
  await page.reload();
  await expectOffers(page, product);
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(`${product.appOrigin}/login`);

  // Signs in to the same account again, and creates no second one.
  await continueWithGoogle();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectOffers(page, product);
  expect(await readStoredUser()).toEqual(user);
});

test('signs in with one click on a sample account of the sandbox', { tag: narrow }, async ({ page, product }) => {
  await page.goto(`${product.appOrigin}/login`);
  await page.getByText('Continue with Google').click();
  await page.getByRole('button', { name: 'vikram.singh@example.com' }).click();
  await expectOffers(page, product);
});
