import type { AdminOffer, AdminOfferList } from '@inaam/contracts/offers/offers';
import {
  addVouchers,
  clickOffer,
  completeOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  report,
  requireBody,
} from '../support/actors.ts';
import { newAmount } from '../support/amounts.ts';
import { settleSpin } from '../support/database.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { LOSING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, offerCard, skipTurning } from '../support/user-screens.ts';

/** The tenth completion gives an additional spin that belongs to no offer. The test wins a voucher with this spin. */

const TITLE = '10 completed offers';

test('shows the spin for ten completed offers, and then the spin of the tenth offer', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const admin = await getSharedAdmin(product);
  const find = async () => {
    const { offers } = requireBody<AdminOfferList>(
      await admin.get('/api/admin/offers.php?status=inactive&limit=100&search=completed%20offers'),
    );
    return offers.find(({ title }) => title === TITLE) as AdminOffer;
  };
  const { offer_id } = await find();
  const change = async (fields: object) => {
    const body = JSON.stringify({ offer_id, ...fields });
    requireBody(await admin.call('PUT', '/api/admin/offers.php', body, { 'content-type': 'application/json' }));
  };
  // 50 %, so that a low roll wins.
  const amount = newAmount();
  await addVouchers(admin, amount, newCodes(2));
  await change({ is_active: true, spinner_config: JSON.stringify({ rewards: [{ amount, probability: 50 }] }) });
  try {
    const person = await registerPerson(product);
    const offers = [];
    for (let n = 0; n < 10; n++) offers.push(await createOffer(product, admin, [{ amount: 1, probability: 0.1 }]));
    const tenth = offers.pop();
    if (!tenth) throw new Error('no offers');
    for (const { offer_id: id } of offers) {
      await completeOffer(product, person, id);
      await settleSpin(product, person.id, id, LOSING_ROLL);
    }
    await enterAs(context, product, person);
    await page.goto(`${product.appOrigin}/profile`);
    await expect(page.getByText('1 more for your milestone spin.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Your milestone spin' })).toBeHidden();

    const click_id = await clickOffer(person, tenth.offer_id);
    expect((await report(product, { click_id })).status).toBe(200);
    const link = page.getByRole('link', { name: 'Your milestone spin' });
    await expect(async () => {
      await page.reload();
      await expect(link).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(offerCard(page, TITLE).getByText('Ready to Spin')).toBeVisible();
    await offerCard(page, TITLE).getByRole('button', { name: 'Spin Wheel' }).click();
    // Roll 0 wins.
    await settleSpin(product, person.id, offer_id, 0);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Spin Now' }).click();
    await skipTurning(dialog);
    const code = dialog.getByText(/^CODE-/);
    await expect(code).toBeVisible();
    const won = (await code.textContent()) ?? '';
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Spin the next (1 left)' }).click();
    await expect(dialog.getByText(tenth.title)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`spin=${tenth.offer_id}$`));
    await settleSpin(product, person.id, tenth.offer_id, LOSING_ROLL);
    await dialog.getByRole('button', { name: 'Spin Now' }).click();
    await skipTurning(dialog);
    // No further milestone is active, and no other spin waits.
    await expect(dialog.getByText('Finish another offer to spin again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();

    await page.getByRole('link', { name: 'Vouchers' }).click();
    await page.getByRole('button', { name: /Show code/ }).click();
    await expect(page.getByText(won)).toBeVisible();
  } finally {
    await change({ is_active: false });
  }
});
