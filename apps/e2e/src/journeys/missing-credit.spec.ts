import type { UserOfferList } from '@inaam/contracts/offers/offers';
import type { Page } from '@playwright/test';
import { clickOffer, createOffer, getSharedAdmin, registerPerson, report } from '../support/actors.ts';
import { enterAdminAt, openAdminPage } from '../support/admin-screens.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { enterAs, offerCard } from '../support/user-screens.ts';

/** Tests 'Didn't get it?': a user reports a missing completion. The network's late postback or an admin answers. */

const reward = { amount: 5, probability: 10 };

/** Shows offers as started an hour earlier, because right after the start no completion can be missing. */
const withEarlierStarts = (page: Page) =>
  intercept(
    page,
    'user.offers.list',
    rewrite<UserOfferList>(({ offers }) => ({
      offers: offers.map((offer) => ({
        ...offer,
        started_at: offer.started_at && new Date(Date.parse(offer.started_at) - 3_600_000).toISOString(),
      })),
    })),
  );

test('closes the report and makes the spin ready when the postback arrives late', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const admin = await getSharedAdmin(product);
  const offer = await createOffer(product, admin, [reward]);
  const person = await registerPerson(product);
  const click_id = await clickOffer(person, offer.offer_id);
  await enterAs(context, product, person);
  await withEarlierStarts(page);
  await page.goto(product.appOrigin);
  const card = offerCard(page, offer.title);
  await card.getByRole('button', { name: /Didn't get it\?/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(click_id)).toBeVisible();
  await dialog.getByLabel(/What did you do\?/).fill('I opened the account on Monday');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('We are looking into it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByText(/We are looking into it\. You asked/)).toBeVisible();

  const answer = await report(product, { click_id });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card.getByRole('button', { name: 'Spin Wheel' })).toBeEnabled();
  await page.reload();
  await expect(card.getByText('Credited: the network confirmed it.')).toBeVisible();
});

test('shows the evidence to an admin, and the admin’s answer to the user', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const offer = await createOffer(product, await getSharedAdmin(product), [reward]);
  const person = await registerPerson(product);
  const click_id = await clickOffer(person, offer.offer_id);
  await enterAs(context, product, person);
  await withEarlierStarts(page);
  await page.goto(product.appOrigin);
  const card = offerCard(page, offer.title);
  await card.getByRole('button', { name: /Didn't get it\?/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  const office = await context.newPage();
  await enterAdminAt(office, product, '/admin');
  await openAdminPage(office, 'Missing Credit');
  await office.getByRole('button', { name: `Evidence of ${person.email} on ${offer.title}` }).click();
  const panel = office.getByRole('dialog');
  await expect(panel.getByText(click_id).first()).toBeVisible();
  await expect(panel.getByText('The network has sent no postback about this click')).toBeVisible();
  await panel.getByRole('button', { name: 'Close with a reason' }).click();
  const question = office.getByRole('alertdialog');
  await question.getByLabel(/Reason/).fill('You were a customer there before');
  await question.getByRole('button', { name: 'Close the case' }).click();
  await expect(panel.getByText('You were a customer there before')).toBeVisible();

  await page.reload();
  await expect(card.getByText('Closed: You were a customer there before')).toBeVisible();
  await expect(card.getByRole('button', { name: /Ask again/ })).toBeVisible();
});
