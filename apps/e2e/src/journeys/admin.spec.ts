import type { AdminOfferList } from '@inaam/contracts/offers/offers';
import {
  addVouchers,
  clickOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  report,
  unique,
} from '../support/actors.ts';
import { enterAdminAt, openAdminPage, signInOnAdminHost } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { anyWidth, expect, narrow, test } from '../support/journey.ts';

test('signs in, creates an offer with odds, and sees its conversion', { tag: anyWidth }, async ({ page, product }) => {
  await signInOnAdminHost(page, product);
  await expectAccessible(page);

  await openAdminPage(page, 'Offers');
  await expect(page.getByRole('heading', { name: 'Offer Management' })).toBeVisible();
  await expectAccessible(page);
  const title = unique('Install a wallet');
  const external = unique('ext');
  await page
    .getByRole('button', { name: /(create|add|new) offer/i })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Create offer' });
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('External offer ID').fill(external);
  await form.getByLabel('Description', { exact: true }).fill('Install it and make a first payment.');
  await form.getByLabel('Offer URL').fill(`${product.sandboxOrigin}/offer?click_id={click_id}&title=${title}`);
  // The form starts with ₹5 at 10 % and ₹10 at 5 %. It rejects a total of 100 % or more before it is sent.
  const [first] = await form.getByLabel('Probability').all();
  if (!first) throw new Error('The form shows no reward');
  await first.fill('95');
  await expect(form.getByText('Total win probability must be less than 100%')).toBeVisible();
  const submit = form.getByRole('button', { name: 'Create Offer' });
  await expect(submit).toBeDisabled();
  await first.fill('60.5');
  await expect(form.getByText('Total win probability must be less than 100%')).toBeHidden();
  await expectAccessible(page);
  await submit.click();
  // Without a reward amount the offer earns nothing, so the admin has to confirm that its vouchers are a loss.
  const loss = page.getByRole('alertdialog', { name: 'Save odds that lose money?' });
  await expect(loss).toContainText(/Each spin loses ₹3\.5\d on average/);
  await expectAccessible(page);
  await loss.getByRole('button', { name: 'Save at a loss' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();

  const rest = await getSharedAdmin(product);
  const { offers } = (await rest.get(`/api/admin/offers.php?search=${external}`)).body as AdminOfferList;
  expect(offers).toHaveLength(1);
  expect(JSON.parse(offers[0]?.spinner_config ?? '')).toEqual({
    rewards: [
      { amount: 5, probability: 60.5 },
      { amount: 10, probability: 5 },
    ],
  });

  const person = await registerPerson(product);
  await report(product, { click_id: await clickOffer(person, offers[0]?.offer_id ?? 0), payout: 75 });
  await openAdminPage(page, 'Conversions');
  await expect(page.getByRole('heading', { name: 'All Conversions', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search conversions' }).fill(person.email);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toContainText(title);
  await expect(row).toContainText('₹75');
  // Waits for the search: the row may be visible earlier, while the list is still dimmed.
  await expect(page.getByText('1 conversion', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('adds a single voucher code and then several codes, and skips duplicates', { tag: narrow }, async ({
  page,
  product,
}) => {
  await enterAdminAt(page, product, '/admin/vouchers');
  await expect(page.getByRole('heading', { name: 'Brand Voucher Management' })).toBeVisible();
  await expectAccessible(page);

  const [known = '', single = '', ...bulk] = newCodes(4);
  await addVouchers(await getSharedAdmin(product), 33, [known], 'Bookshop');
  const open = async () => {
    await page.getByRole('button', { name: 'Create Vouchers' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create vouchers' });
    await form.getByLabel('Brand name').fill('Bookshop');
    await form.getByLabel('Amount').fill('33');
    await form.getByLabel('Expiry date').fill('2099-12-31');
    return form;
  };

  let form = await open();
  await form.getByRole('button', { name: 'Create Voucher' }).click();
  await expect(form.getByText('Please enter a voucher code')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Voucher code').fill(single);
  await form.getByRole('button', { name: 'Create Voucher' }).click();
  await expect(form).toBeHidden();

  form = await open();
  await form.getByText('Multiple codes').click();
  await form.getByLabel('Voucher codes').fill([...bulk, '', known, bulk[0]].join('\n'));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Vouchers' }).click();
  // The server skips the existing code, and the code that the list repeats.
  await expect(page.getByText('2 added, 2 skipped').first()).toBeVisible();
  await expect(form).toBeHidden();

  // Codes are masked in the list. A search for a whole code finds its row, and a button there reveals the code.
  for (const code of [known, single, ...bulk]) {
    await page.getByRole('searchbox', { name: 'Search vouchers' }).fill(code);
    const row = page.getByRole('row').filter({ hasText: code.slice(-4) });
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row).toHaveCount(1);
    await expect(row).not.toContainText(code);
    // Presses the button by key, because on a phone the toast may cover the row.
    await row.getByRole('button', { name: /^Reveal/ }).press('Enter');
    await expect(row).toContainText(code);
  }
});

test('shows “Access denied” when the sign-in of an admin fails', { tag: narrow }, async ({ page, product }) => {
  await page.goto(`${product.adminOrigin}/admin/login`);
  await page.getByLabel('Username').fill(unique('nobody'));
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: /^sign in/i }).click();
  await expect(page.getByRole('alert')).toContainText('Access denied');
  await expect(page.getByRole('alert')).toContainText('Invalid username or password');
  await expectAccessible(page);
});
