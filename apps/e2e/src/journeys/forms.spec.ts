import type { AdminOfferList } from '@inaam/contracts/offers/offers';
import type { Page } from '@playwright/test';
import { createOffer, getSharedAdmin, requireBody } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, test, wide } from '../support/journey.ts';

test('keeps what was typed into a form through Back, a reload, an expired session and a change by another admin', {
  tag: wide,
}, async ({ page, context, product }) => {
  const admin = await getSharedAdmin(product);
  const offer = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  await enterAdminAt(page, product, `/admin/offers?search=${offer.external_offer_id}`);
  await page.getByRole('button', { name: `Edit ${offer.title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit offer' });
  await form.getByLabel('Title', { exact: true }).fill('Typed by me');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Typed by me');

  const opening = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await opening;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await expect(form.getByText('What you typed was restored')).toBeVisible();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Typed by me');

  // Another admin changes the same offer, and the session ends.
  const changed = { offer_id: offer.offer_id, title: 'Saved value', targeting: 'IN' };
  const json = { 'content-type': 'application/json' };
  expect((await admin.call('PUT', '/api/admin/offers.php', JSON.stringify(changed), json)).status).toBe(200);
  await context.clearCookies();
  await form.getByRole('button', { name: 'Save changes' }).click();
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn.getByLabel('Password', { exact: true }).fill('admin-demo-1234');
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();

  const conflict = page.getByRole('dialog', { name: 'Another admin has changed this' });
  await expect(conflict.getByText('Typed by me')).toBeVisible();
  await conflict.getByText('Saved value').last().click();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: offer.external_offer_id });
  await expect(row).toContainText('Saved value');
});

test('shows odds that another tab has saved next to the typed odds, and refuses outdated versions', {
  tag: wide,
}, async ({ page, context, product }) => {
  const admin = await getSharedAdmin(product);
  const offer = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  const at = `/admin/offers?panel=${offer.offer_id}&search=${offer.external_offer_id}`;
  const other = await context.newPage();
  await enterAdminAt(page, product, at);
  await enterAdminAt(other, product, at);
  const edit = async (tab: Page, probability: string) => {
    const form = tab.getByRole('dialog', { name: 'Edit offer' });
    await form.getByLabel('Probability (%)').fill(probability);
    await form.getByRole('button', { name: 'Save changes' }).click();
  };
  // Both tabs have read the offer before either saves.
  await expect(page.getByLabel('Probability (%)')).toHaveValue('10');
  await expect(other.getByLabel('Probability (%)')).toHaveValue('10');
  await edit(other, '3');
  await expect(other.getByText('Offer updated successfully').first()).toBeVisible();
  await edit(page, '7');

  const conflict = page.getByRole('dialog', { name: 'Another admin has changed this' });
  const odds = conflict.getByRole('group', { name: 'Odds' });
  await expect(odds.getByRole('radio', { name: 'Your value: ₹5 at 7%' })).toBeChecked();
  await expect(odds.getByRole('radio', { name: 'Saved value: ₹5 at 3%' })).not.toBeChecked();
  const oddsNow = async () => {
    const reply = await admin.get(`/api/admin/offers.php?search=${offer.external_offer_id}`);
    return requireBody<AdminOfferList>(reply).offers[0];
  };
  // The saved odds stay until the person has chosen.
  expect((await oddsNow())?.spinner_config).toContain('"probability":3');
  await odds.getByRole('radio', { name: /^Saved value/ }).check();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
  const saved = await oddsNow();
  expect(saved?.spinner_config).toContain('"probability":3');

  // An API call with an outdated version is refused as well. Without a version the last change wins.
  const put = (fields: object) =>
    admin.call('PUT', '/api/admin/offers.php', JSON.stringify({ offer_id: offer.offer_id, ...fields }), {
      'content-type': 'application/json',
    });
  const spinner_config = JSON.stringify({ rewards: [{ amount: 5, probability: 9 }] });
  const stale = await put({ spinner_config, version: (saved?.version ?? 0) - 1 });
  expect(stale).toMatchObject({
    status: 409,
    body: { error: 'This was changed by somebody else. Reload to see it.' },
  });
  expect((await oddsNow())?.spinner_config).toContain('"probability":3');
  expect((await put({ spinner_config, version: saved?.version })).status).toBe(200);
  expect((await put({ title: 'Without a version' })).status).toBe(200);
  expect(await oddsNow()).toMatchObject({
    title: 'Without a version',
    spinner_config: expect.stringContaining('"probability":9'),
  });
});
