import {
  addVouchers,
  clickOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  requireBody,
  unique,
} from '../support/actors.ts';
import { enterAdminAt, newAdmin } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { anyWidth, expect, narrow, test, wide } from '../support/journey.ts';
import { RestClient } from '../support/rest.ts';

test('shows the dashboard’s figures in a plot, which the keyboard reads day by day, and in a table', {
  tag: anyWidth,
}, async ({ page, product }) => {
  // The first visit shows the tour.
  await enterAdminAt(page, product, '/admin', await newAdmin(product));
  const tour = page.getByRole('region', { name: 'Tour' });
  await tour.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(tour).toBeHidden();
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  const revenue = page.getByRole('slider', { name: 'Revenue, voucher cost and margin per day' });
  const plot = page.getByRole('figure').first();
  // On a small laptop, the plot is visible without scrolling.
  if ((page.viewportSize()?.width ?? 0) >= 1280) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(revenue).toBeVisible();
    const box = await plot.boundingBox();
    expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800);
  } else {
    const controls = [/^Period/, /^Refresh$/].map((name) => page.getByRole('button', { name }).first());
    const boxes = await Promise.all([...controls, page.getByLabel('Compare')].map((each) => each.boundingBox()));
    const [period, refresh, comparison] = boxes.map((each) => each?.y ?? 0);
    expect(refresh, 'Refresh is next to the period').toBe(period);
    expect(comparison).toBeGreaterThan(period ?? 0);
  }
  await revenue.focus();
  await page.keyboard.press('Home');
  await expect(revenue).toHaveAttribute('aria-valuenow', '0');
  await expect(revenue).toHaveAttribute('aria-valuetext', /\d{4}: Revenue .?₹.*, Voucher cost .?₹.*, Margin .?₹/);
  await page.getByRole('button', { name: 'Period: Last 30 days' }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/period=7/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page).toHaveURL(/view=table/);
  // The heading, seven days, and their sum.
  await expect(page.getByRole('table', { name: 'Figures by day' }).getByRole('row')).toHaveCount(9);
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: 'Owed to winners' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Expires soon' })).toBeVisible();
});

test('fits lists into the width of a small laptop, so that row actions cover no column', { tag: wide }, async ({
  page,
  product,
}) => {
  await enterAdminAt(page, product, '/admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  // Searches for demo data, because other journeys create long and large values.
  for (const [path, name] of [
    ['offers?search=SBX-10', 'Offer Management'],
    ['users?search=example.invalid', 'User Management'],
    ['vouchers?sortOrder=asc', 'Brand Voucher Management'],
    ['conversions?search=example.invalid', 'All Conversions'],
    ['fraud-detection?search=example.invalid', 'Recent Registrations'],
    ['security-events', 'Security Events'],
  ] as const) {
    await page.goto(`${product.adminOrigin}/admin/${path}`);
    const box = page.getByRole('region', { name, exact: true });
    await expect(box.getByRole('row').nth(1)).toBeVisible();
    await expect.poll(() => box.evaluate((e) => e.scrollWidth - e.clientWidth), path).toBe(0);
  }
});

test('checks an uploaded list of codes, saves it, expires all its codes in one step and exports them', {
  tag: narrow,
}, async ({ page, product }) => {
  const [known = '', ...fresh] = newCodes(4);
  const brand = unique('Brand');
  await addVouchers(await getSharedAdmin(product), 35, [known], brand);
  await enterAdminAt(page, product, '/admin/vouchers');
  await page.getByRole('button', { name: 'Create Vouchers' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create vouchers' });
  await form.getByText('Upload CSV').click();
  await form.getByLabel('Brand name').fill(brand);
  await form.getByLabel('Amount').fill('36');
  await form.getByLabel('Expiry date').fill('2099-12-31');
  const lines = ['amount,code', ...[...fresh, fresh[0], known, 'NOT A CODE'].map((code) => `36,${code}`)];
  const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await form.getByLabel('File of voucher codes').setInputFiles(file);
  await expect(form.getByRole('button', { name: /^Valid/ })).toContainText('3');
  const report = form.getByRole('table', { name: 'Lines of the list' });
  await expect(report.getByRole('row').filter({ hasText: known })).toContainText('Duplicate in stock');
  await expect(report.getByRole('row').filter({ hasText: 'NOT A CODE' })).toContainText('7');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add 3 vouchers' }).click();
  await expect(form).toBeHidden();

  await page.goto(`${product.adminOrigin}/admin/vouchers?brand=${brand}`);
  await expect(page.getByRole('row')).toHaveCount(5);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(page.getByText('4 vouchers selected')).toBeVisible();
  await expectAccessible(page);
  const bar = page.getByRole('region', { name: 'Selected vouchers' });
  await bar.getByRole('button', { name: 'Mark Expired' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark Expired' }).click();
  await expect(page.getByText('4 vouchers marked expired')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /Export CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^vouchers.*\.csv$/);
});

test('shows the funnel and the redirect URL of an offer, and opens the redirect with a test click', {
  tag: anyWidth,
}, async ({ page, product }) => {
  const offer = await createOffer(product, await getSharedAdmin(product), [{ amount: 5, probability: 10 }]);
  await clickOffer(await registerPerson(product), offer.offer_id);
  await enterAdminAt(page, product, `/admin/offers?search=${offer.external_offer_id}`);
  await page.getByRole('button', { name: offer.title, exact: true }).click();
  const panel = page.getByRole('dialog', { name: offer.title });
  await expect(panel.getByRole('listitem').filter({ hasText: /^Clicks/ })).toContainText('1');
  await expect(panel.getByText(/click_id=SAMPLE/)).toBeVisible();
  await expect(panel.getByText('₹0.50')).toBeVisible();
  await expectAccessible(page);
  const tab = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Test click' }).click();
  await (await tab).waitForURL(/click_id=test-/);
});

test('creates and revokes an API key, deactivates an admin, and shows the deactivation in the audit log', {
  tag: narrow,
}, async ({ page, product }) => {
  const username = unique('clerk');
  const rest = await getSharedAdmin(product);
  const clerk = { username, email: `${username}@example.com`, password: 'a long clerk word 7' };
  requireBody(await rest.post('/api/admin/register.php', clerk));
  await enterAdminAt(page, product, '/admin/admins');
  await expectAccessible(page);

  const service = unique('importer');
  await page.getByRole('button', { name: 'Issue key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(service);
  await dialog.getByLabel('insights:read').check();
  await dialog.getByRole('button', { name: 'Issue key' }).click();
  const key = await dialog.getByRole('status', { name: 'Service key' }).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: service })).toContainText('Live');
  await expect(page.getByText(key)).toHaveCount(0);
  const headers = { authorization: `Bearer ${key}` };
  const call = () => new RestClient(product.adminOrigin).get('/api/admin/dashboard.php', headers);
  expect((await call()).status).toBe(200);
  await page.getByRole('button', { name: `Revoke ${service}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row').filter({ hasText: service })).toContainText('Revoked');
  expect(await call()).toMatchObject({ status: 401, body: { error: 'Not signed in' } });

  await page.getByRole('button', { name: `Deactivate ${username}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('Deactivated');
  await page.getByRole('main').getByRole('link', { name: 'Audit Log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
  await page.getByLabel('Action').selectOption('admins.deactivate');
  // The filter hides other actions, so the clerk has one row: the deactivation.
  const entry = page.getByRole('row').filter({ hasText: username });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Deactivated an admin');
  await expectAccessible(page);
});
