import { clickOffer, createOffer, getSharedAdmin, registerPerson, report, unique } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';
import { expect, test } from '../support/journey.ts';

/** The differences in the sandbox's statement, by their labels in the back-office. */
const DIFFERENCES = [
  'Duplicate line',
  'Postback not counted',
  'Unknown click or offer',
  'Missing in the ledger',
  'Missing in the statement',
  'Other currency',
  'Other status',
  'Other amount',
  'Other goal',
  'Other month',
];

test('compares the sandbox’s statement and accepts a difference', async ({ page, product, isMobile }) => {
  test.skip(isMobile, 'a second upload for the same network and month would replace the first');
  const admin = await getSharedAdmin(product);
  const person = await registerPerson(product);
  for (let at = 0; at < 8; at++) {
    const { offer_id } = await createOffer(product, admin, [{ amount: 5, probability: 1 }]);
    const click_id = await clickOffer(person, offer_id);
    await report(product, { click_id, payout: 24, transaction_id: unique('txn') });
  }
  const file = await (await fetch(`${product.sandboxOrigin}/statement.csv`)).text();

  await enterAdminAt(page, product, '/admin/networks');
  await page.getByRole('link', { name: 'Sandbox Network' }).first().click();
  await page.getByRole('tab', { name: 'Statements' }).click();
  await page.getByRole('button', { name: 'Upload a statement' }).click();
  const upload = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await page.getByLabel('Statement file').setInputFiles(upload);
  await page.getByLabel('Network’s time zone').selectOption('India');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare with the ledger' }).click();
  const table = page.getByRole('table', { name: 'Differences', exact: true });
  // The form closes after the upload. Until then an earlier month may be shown below the form. The report above the
  // table is collapsed, so the table begins as high as other lists (lists.spec.ts).
  await expect(page.getByRole('heading', { name: 'Upload a statement' })).toBeHidden();
  const first = table.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  expect(await first.evaluate((row) => row.getBoundingClientRect().top + scrollY)).toBeLessThanOrEqual(300);
  for (const difference of DIFFERENCES) {
    await page.getByLabel('Difference', { exact: true }).selectOption(difference);
    await expect(table.getByRole('row').nth(1)).toContainText(difference);
  }
  await expectFits(page);

  await page.getByLabel('Difference', { exact: true }).selectOption('Missing in the ledger');
  await table.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Accept with a reason' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('paid for last month');
  await dialog.getByRole('button', { name: 'Accept 1 difference' }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel('State', { exact: true }).selectOption('Accepted');
  await expect(table.getByRole('row').nth(1)).toContainText('paid for last month');
});
