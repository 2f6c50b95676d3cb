import { clickOffer, getSharedAdmin, registerPerson, unique } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';
import { anyWidth, expect, test } from '../support/journey.ts';

test('leads an admin from an empty form to the first accepted signed postback', { tag: anyWidth }, async ({
  page,
  context,
  product,
}) => {
  const name = unique('BitLabs');
  const slug = name.toLowerCase();
  // The simulated dashboard of the network, in a second tab.
  const vendor = await context.newPage();
  await vendor.goto(`${product.sandboxOrigin}/partners`);
  await vendor.getByRole('link', { name: 'BitLabs' }).click();
  const secret = (await vendor.locator('.notice code').first().textContent()) ?? '';

  await enterAdminAt(page, product, '/admin/networks');
  await page.getByRole('link', { name: 'Add network' }).click();
  const main = page.getByRole('main');
  const step = (title: string) => expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await main.getByLabel('Search presets').fill('bitlabs');
  await main.getByRole('button', { name: /^BitLabs/ }).click();
  await step('Enter its secret');
  await main.getByLabel('App secret').fill(secret);
  await main.getByLabel('Name').fill(name);
  await main.getByLabel('Slug').fill(slug);
  await main.getByRole('button', { name: 'Next' }).click();
  await step('Set its currency and rate');
  await main.getByLabel('Rupees for one USD').fill('84');
  await expect(main.getByText('₹105.00')).toBeVisible();
  await main.getByRole('button', { name: 'Add network' }).click();

  await step('Paste the postback URL');
  await expect(main.getByRole('region', { name: 'Where to paste it' })).toContainText('Reward Callback');
  const address = (await main.getByRole('status', { name: 'Postback URL' }).textContent()) ?? '';
  await vendor.getByLabel('Reward Callback').fill(address);
  await vendor.getByRole('button', { name: 'Save' }).click();
  await expect(vendor.getByText('Saved.')).toBeVisible();
  const link = (await vendor.locator('.notice code').last().textContent()) ?? '';
  await main.getByRole('button', { name: 'I have pasted it' }).click();

  await step('Add its offers');
  await expectAccessible(page);
  await expectFits(page);
  await main.getByRole('link', { name: 'Create an offer' }).click();
  const panel = page.getByRole('dialog', { name: 'Create offer' });
  await expect(panel.getByLabel('Network').locator('option:checked')).toHaveText(name);
  // The form asks for a confirmation if amounts of the odds have no stock.
  await page.addLocatorHandler(page.getByRole('alertdialog'), (question) =>
    question.getByRole('button', { name: /^Save/ }).click(),
  );
  await panel.getByLabel('Title', { exact: true }).fill(name);
  await panel.getByLabel('External offer ID').fill(slug);
  await panel.getByLabel('Description', { exact: true }).fill('Ten short questions.');
  await panel.getByLabel('Offer URL').fill(link);
  await panel.getByLabel('Reward amount').fill('105');
  await panel.getByRole('button', { name: 'Create Offer' }).click();
  // The page returns to the unfinished step.
  await step('Add its offers');
  await expect(main.getByText('1 offer, 1 active')).toBeVisible();
  await main.getByRole('button', { name: 'Next' }).click();

  await step('Wait for the first real postback');
  await expect(main.getByText('Settings tested: 100 of 100')).toBeVisible();
  await vendor.getByRole('button', { name: 'Send a test postback' }).click();
  await expect(vendor.getByText(/^Sent\./)).toBeVisible();
  await expect(main.getByText(/Click not found: usual for a test/)).toBeVisible();
  await expect(main.getByText('Waiting for the first real postback')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);

  const rest = await getSharedAdmin(product);
  const { body } = await rest.get(`/api/admin/offers.php?search=${encodeURIComponent(name)}`);
  const [offer] = (body as { offers: { offer_id: number }[] }).offers;
  const click = await clickOffer(await registerPerson(product), offer?.offer_id ?? 0);
  await vendor.goto(link.replace('{click_id}', click));
  await vendor.getByRole('button', { name: 'Complete' }).click();
  await expect(vendor.getByText(/accepted the completion/)).toBeVisible();
  // The status changes without a reload.
  await expect(main.getByText('Ready', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('link', { name: `Open ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
