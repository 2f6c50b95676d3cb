import type { UserOffer } from '@inaam/contracts/offers/offers';
import { clickOffer, createOffer, getSharedAdmin, registerPerson, report } from '../support/actors.ts';
import { settleSpin } from '../support/database.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { LOSING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, offerCard, skipTurning } from '../support/user-screens.ts';

/** Tests the way back from a partner's page to the wheel. */

test('reaches the turning wheel in two taps after the return to the tab, without scrolling', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  // The offer has the lowest value, so it is listed last.
  const offer = await createOffer(product, await getSharedAdmin(product), [{ amount: 1, probability: 0.1 }]);
  await enterAs(context, product, await registerPerson(product));
  await intercept(
    page,
    'user.offers.list',
    rewrite<{ offers: UserOffer[] }>(({ offers }) => {
      const matchingOffers = offers.filter(({ offer_id }) => offer_id === offer.offer_id);
      const others = offers.filter(({ offer_id }) => offer_id !== offer.offer_id);
      return {
        offers: [
          ...Array.from({ length: 14 }, (_, at) => ({
            ...(others[at % others.length] as UserOffer),
            offer_id: 100_000 + at,
          })),
          ...matchingOffers,
        ],
      };
    }),
  );
  await page.goto(product.appOrigin);
  const card = offerCard(page, offer.title);
  await card.scrollIntoViewIfNeeded();
  const opening = context.waitForEvent('page');
  await card.getByRole('button', { name: 'Start Offer' }).click();
  const partner = await opening;
  await partner.waitForURL(/click_id=/);
  const click_id = new URL(partner.url()).searchParams.get('click_id') ?? '';
  await expect(card.getByText(/^Started/)).toBeVisible();
  const getPlace = async () => ({ y: (await card.boundingBox())?.y, scrolled: await page.evaluate(() => scrollY) });
  const before = await getPlace();

  expect((await report(product, { click_id })).status).toBe(200);
  await partner.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(card.getByText('Ready to Spin')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Your spin is ready' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect(await getPlace()).toEqual(before);

  await bar.getByRole('button', { name: 'Spin Wheel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The wheel is turning...');
  expect(await page.evaluate(() => scrollY)).toBe(before.scrolled);
});

test('keeps the bar of a ready spin after a reload and after a visit to another screen, until the spin is used', {
  tag: narrow,
}, async ({ page, context, product }) => {
  const person = await registerPerson(product);
  const offer = await createOffer(product, await getSharedAdmin(product), [{ amount: 1, probability: 0.1 }]);
  const click_id = await clickOffer(person, offer.offer_id);
  await enterAs(context, product, person);
  await page.goto(product.appOrigin);
  await expect(offerCard(page, offer.title).getByText(/^Started/)).toBeVisible();
  expect((await report(product, { click_id })).status).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const bar = page.getByRole('region', { name: 'Your spin is ready' });
  await expect(bar).toBeVisible();
  await page.reload();
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(bar).toBeVisible();

  await settleSpin(product, person.id, offer.offer_id, LOSING_ROLL);
  await bar.getByRole('button', { name: 'Spin Wheel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await skipTurning(dialog);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
});
