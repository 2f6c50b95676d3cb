import type { Locator, Page } from '@playwright/test';
import { getSharedAdmin, PASSWORD, requireBody, unique } from '../support/actors.ts';
import { fromAddress, newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { anyWidth, expect, narrow, test, wide } from '../support/journey.ts';
import type { Product } from '../support/product.ts';
import { RestClient } from '../support/rest.ts';
import { enterAs, expectOffers, submitSignIn } from '../support/user-screens.ts';

const SUSPENDED =
  'Your account has been suspended due to suspicious activity. Please contact our support team for assistance.';

/** Confirms an action in its dialog. The initial focus is on Cancel, so pressing Enter alone would cancel. */
async function confirmAction(page: Page, label: string, note?: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  if (note) await question.getByLabel('Note').fill(note);
  await question.getByRole('button', { name: label, exact: true }).click();
  await expect(question).toBeHidden();
}

/** Rests the pointer on the toast of an action, so that the toast and its Undo button stay. */
const hoverToast = (page: Page): Promise<void> => page.locator('[data-sonner-toast]').first().hover();

const signIn = (product: Product, email: string, ip = newAddress()) =>
  new RestClient(product.appOrigin).post('/api/login.php', { email, password: PASSWORD }, fromAddress(ip));

/** Finds the table rows that contain a text. */
const rowsWith = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Registers four accounts from one IP address and one device, all with the same word in their names. */
async function makeRing(product: Product) {
  const [ip, device, ring] = [newAddress(), newDevice(), unique('Ring')];
  const register = (each: string) => registerFrom(product, { ip, device, lastName: `${ring} ${each}` });
  const people = [
    await register('One'),
    await register('Two'),
    await register('Three'),
    await register('Four'),
  ] as const;
  return { ip, device, ring, people };
}

test('flags accounts from the evidence panel of the device that they share, and signs a flagged user out of the open app', {
  tag: anyWidth,
}, async ({ page, browser, product }) => {
  const { ip, device, ring, people } = await makeRing(product);
  const [one] = people;
  const outside = await browser.newContext({ extraHTTPHeaders: fromAddress(ip) });
  await enterAs(outside, product, one);
  const app = await outside.newPage();
  await app.goto(product.appOrigin);
  await expectOffers(app, product);

  await enterAdminAt(page, product, '/admin/fraud-detection');
  await expect(page.getByRole('heading', { level: 1, name: 'Fraud Detection' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Suspicious Devices' }).click();
  await page.getByLabel('Search IP addresses, e-mails, names').fill(device);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`search=${device}.*tab=devices|tab=devices.*search=${device}`));
  await expectAccessible(page);

  // Opens the evidence of the device, then the evidence of the IP address, and goes back.
  await rowsWith(page, device.slice(0, 20))
    .getByRole('button', { name: /evidence/ })
    .click();
  let panel = page.getByRole('dialog', { name: device });
  await expect(panel.getByText(/^4 accounts on this device/).first()).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: `${ip} evidence` }).click();
  await expect(page.getByRole('dialog', { name: ip })).toBeVisible();
  await page.goBack();
  panel = page.getByRole('dialog', { name: device });

  for (const each of ['One', 'Two']) {
    await panel.getByRole('button', { name: `Flag User Ravi ${ring} ${each}` }).click();
    await expect(page.getByRole('alertdialog', { name: `Flag Ravi ${ring} ${each}?` })).toContainText('open session');
    if (each === 'One') await expectAccessible(page);
    await confirmAction(page, 'Flag User', 'One device, four accounts');
    await expect(page.getByText('User flagged and blocked from app successfully').first()).toBeVisible();
    await expect(panel.getByRole('button', { name: `Unflag User Ravi ${ring} ${each}` })).toBeVisible();
  }
  await expect(panel.getByText('One device, four accounts').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();

  // The next request of a flagged user's open app signs the user out and shows the reason. A sign-in also shows it.
  await app.reload();
  await expect(app).toHaveURL(`${product.appOrigin}/login`);
  await expect(app.getByText(SUSPENDED)).toBeVisible();
  await app.getByRole('button', { name: 'Try Different Account' }).click();
  await expect(app.getByText(SUSPENDED)).toBeHidden();
  await expect.poll(async () => (await outside.cookies()).some(({ name }) => name.endsWith('inaam_user'))).toBe(false);
  await submitSignIn(app, product, one.email);
  await expect(app.getByText(SUSPENDED)).toBeVisible();
  await outside.close();
});

test('flags accounts in bulk, undoes the flags, and filters by the value of a cell', { tag: wide }, async ({
  page,
  product,
}) => {
  const { device, ring, people } = await makeRing(product);
  const [one, two, three] = people;
  const admin = await getSharedAdmin(product);
  for (const { id } of [one, two]) {
    requireBody(await admin.post('/api/admin/fraud-detection.php', { action: 'flag_user', user_id: id }));
  }
  await enterAdminAt(page, product, `/admin/fraud-detection?search=${device}`);
  await expect(rowsWith(page, ring)).toHaveCount(4);
  await page.getByRole('checkbox', { name: `Select Ravi ${ring} Three` }).check();
  await expect(page.getByText('1 user selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Flag Selected', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Flag 1 user?' })).toContainText(three.email);
  await confirmAction(page, 'Flag Selected');
  // Only the page's banner confirms the action and offers Undo. There is no toast.
  await expect(page.getByText('1 users flagged and blocked successfully')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 users flagged and blocked successfully' })).toBeVisible();
  await expect(rowsWith(page, `${ring} Three`)).toContainText('Suspicious');
  expect((await signIn(product, three.email)).status).toBe(403);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rowsWith(page, `${ring} Three`)).toContainText('Questionable');
  expect((await signIn(product, three.email)).status).toBe(200);
  expect((await signIn(product, two.email)).status).toBe(403);

  // Filters by the value of a cell. Only the two flagged accounts remain.
  await rowsWith(page, `${ring} One`).getByText('Suspicious', { exact: true }).hover();
  await rowsWith(page, `${ring} One`).getByRole('link', { name: 'Filter by suspicious' }).click();
  await expect(page).toHaveURL(/user_filter=suspicious/);
  await expect(rowsWith(page, ring)).toHaveCount(2);
  await page.goBack();
  await expect(rowsWith(page, ring)).toHaveCount(4);

  // Selects all rows of the page, and clears the selection.
  await page.goto(`${product.adminOrigin}/admin/fraud-detection?search=${device}&limit=10`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(page.getByText('4 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText('4 users selected')).toBeHidden();
});

test('flags all matching users, also beyond the page, unless their number changed before the confirmation', {
  tag: narrow,
}, async ({ page, product }) => {
  const crowd = unique('Crowd');
  const registerMember = (n: number) =>
    registerFrom(product, { ip: newAddress(), device: newDevice(), lastName: `${crowd} ${n}` });
  for (let n = 1; n <= 11; n++) await registerMember(n);
  await enterAdminAt(page, product, `/admin/fraud-detection?search=${crowd}&limit=10`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(page.getByText('10 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 11 matching' }).click();
  await expect(page.getByText('All 11 matching users selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Flag Selected', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Flag all 11 users that match?' });
  await expect(question).toContainText(`“${crowd}”`);
  await expectAccessible(page);
  // Another user registers while the confirmation is open: no user is flagged, and the dialog says so.
  await registerMember(12);
  await question.getByRole('button', { name: 'Flag 11 users' }).click();
  await expect(question.getByRole('alert')).toContainText('The matching users have changed. Please look again.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 12 matching' }).click();
  await page.getByRole('button', { name: 'Flag Selected', exact: true }).click();
  await confirmAction(page, 'Flag 12 users');
  await expect(page.getByText('12 users flagged and blocked successfully').first()).toBeVisible();
  await expect(rowsWith(page, crowd).filter({ hasText: 'Suspicious' })).toHaveCount(10);
  // Undo reverts the whole action, on the page and beyond it.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('12 users unflagged and access restored successfully').first()).toBeVisible();
  await expect(rowsWith(page, crowd).filter({ hasText: 'Normal' })).toHaveCount(10);
  await goWithinApp(page, `${product.adminOrigin}/admin/fraud-detection?search=${crowd}&user_filter=suspicious`);
  await expect(page.getByText('No users found')).toBeVisible();
});

test('goes from one user’s evidence to the next by keys, and ignores the keys while a person types', {
  tag: wide,
}, async ({ page, product }) => {
  const [ip, ring] = [newAddress(), unique('Queue')];
  for (const each of ['A', 'B', 'C'])
    await registerFrom(product, { ip, device: newDevice(), lastName: `${ring} ${each}` });
  await enterAdminAt(page, product, `/admin/fraud-detection?search=${ring}&sortOrder=asc`);
  await rowsWith(page, `${ring} A`)
    .getByRole('button', { name: /evidence/ })
    .click();
  const findDialog = (which: string) => page.getByRole('dialog', { name: new RegExp(`${ring} ${which}`) });
  await expect(findDialog('A').getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('j');
  await expect(findDialog('B')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(findDialog('C')).toBeVisible();
  await expect(findDialog('C').getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.keyboard.press('K');
  await expect(findDialog('B')).toBeVisible();
  // While a confirmation is open, keys type into its note.
  await findDialog('B').getByRole('button', { name: 'Flag User', exact: true }).click();
  await page.getByLabel('Note').fill('');
  await page.getByLabel('Note').press('j');
  await expect(page.getByLabel('Note')).toHaveValue('j');
  await expect(page.getByRole('alertdialog', { name: `Flag Ravi ${ring} B?` })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // A note was typed, so the page asks before it leaves.
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(findDialog('B')).toBeVisible();
  // Back closes the panel instead of showing the previous user's evidence.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('refuses calls from a blocked IP address, and answers them again after the unblock', { tag: wide }, async ({
  page,
  product,
}) => {
  const ip = newAddress();
  const person = await registerFrom(product, { ip, device: newDevice(), lastName: unique('Cafe') });
  await registerFrom(product, { ip, device: newDevice(), lastName: unique('Cafe') });
  const ask = async () => (await person.client.get('/api/offers.php', fromAddress(ip))).status;
  expect(await ask()).toBe(200);
  await enterAdminAt(page, product, `/admin/fraud-detection?tab=ips&search=${ip}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Block IP ${ip}` }).click();
  const question = page.getByRole('alertdialog', { name: `Block ${ip}?` });
  await expect(question).toContainText('2 users registered from this address, all of them active in the last week');
  await expectAccessible(page);
  await confirmAction(page, 'Block IP', 'Internet cafe');
  await expect(page.getByText(`IP address ${ip} blocked successfully`).first()).toBeVisible();
  await expect(rowsWith(page, ip)).toContainText('Blocked');
  await expectAccessible(page);
  expect(await ask()).toBe(403);
  await page.getByRole('button', { name: `Unblock IP ${ip}` }).click();
  await confirmAction(page, 'Unblock IP');
  await expect(rowsWith(page, ip)).toContainText('Active');
  expect(await ask()).toBe(200);
});

test('blocks the admin’s own IP address only after an additional confirmation', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const ip = newAddress();
  for (const name of ['Desk', 'Desk']) await registerFrom(product, { ip, device: newDevice(), lastName: name });
  await context.setExtraHTTPHeaders(fromAddress(ip));
  await enterAdminAt(page, product, `/admin/fraud-detection?tab=ips&panel=ip-${ip}`);
  const panel = page.getByRole('dialog', { name: ip });
  await panel.getByRole('button', { name: 'Block IP', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByLabel('I am signed in from this address')).not.toBeChecked();
  await question.getByRole('button', { name: 'Block IP' }).click();
  await expect(question.getByText('Select the checkbox to block your own address')).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('I am signed in from this address').check();
  await question.getByRole('button', { name: 'Block IP' }).click();
  await expect(question).toBeHidden();
  await hoverToast(page);
  await expect(panel.getByRole('button', { name: 'Unblock IP', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(panel.getByRole('button', { name: 'Block IP', exact: true })).toBeVisible();
});
