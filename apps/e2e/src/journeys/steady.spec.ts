import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Locator, Page } from '@playwright/test';
import { newEmail, PASSWORD, registerPerson, signUp } from '../support/actors.ts';
import { outdateConsent, settleSpin, writeVoucherNotice } from '../support/database.ts';
import { intercept, rewrite, stopIntercepting } from '../support/intercept.ts';
import { expect, narrow, test } from '../support/journey.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { RestClient } from '../support/rest.ts';
import { enterAs, submitSignIn } from '../support/user-screens.ts';

/** Checks that no message moves the offers after they are shown, even if the message loads later. */

/**
 * Watches the first offer in every frame of each document.
 * @returns a function that reads the offer's successive positions, in pixels from the top of the document
 */
async function watchOffers(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const look = () => {
      const card = document.querySelector('ul[aria-label="For you"] article');
      const top = card && Math.round(card.getBoundingClientRect().top + scrollY);
      if (top !== null && tops.at(-1) !== top) tops.push(top);
      requestAnimationFrame(look);
    };
    look();
    // Hides the introduction, which only new users see.
    localStorage.setItem('howItWorksSeen', '1');
  });
  return () => page.evaluate(() => (window as unknown as { tops: number[] }).tops);
}

/** Waits for the message above the offers, and expects that the offers have stayed where they were first shown. */
async function expectSteady(page: Page, readPlaces: () => Promise<number[]>, message: Locator): Promise<void> {
  await expect(message).toBeVisible();
  await page.waitForLoadState('networkidle');
  const places = await readPlaces();
  expect(places).toHaveLength(1);
  const box = await message.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(places[0] ?? 0);
}

/** Creates a person with a won voucher. */
async function createWinner(product: Parameters<typeof createPersonReadyToSpin>[0]) {
  const ready = await createPersonReadyToSpin(product);
  await settleSpin(product, ready.person.id, ready.offer.offer_id, WINNING_ROLL);
  return ready;
}

for (const { who, create, find } of [
  {
    who: 'a voucher that ends soon',
    create: async (product) => {
      const { person } = await createWinner(product);
      await writeVoucherNotice(product, person.id, 'ending');
      return person.email;
    },
    find: (page) => page.getByRole('link', { name: /1 day left|Last day/ }),
  },
  {
    who: 'a code that support sent again',
    create: async (product) => {
      const { person } = await createWinner(product);
      await writeVoucherNotice(product, person.id, 'resent');
      return person.email;
    },
    find: (page) => page.getByRole('list', { name: 'News about your vouchers' }),
  },
  {
    who: 'changed legal texts to accept',
    create: async (product) => {
      const { id, email } = await registerPerson(product);
      await outdateConsent(product, id);
      return email;
    },
    find: (page) => page.getByRole('button', { name: 'I agree' }),
  },
  {
    who: 'an e-mail address to verify',
    create: async (product) => {
      const email = newEmail();
      await signUp(new RestClient(product.appOrigin), {
        firstName: 'Asha',
        lastName: 'Rao',
        email,
        password: PASSWORD,
      });
      return email;
    },
    find: (page) => page.getByRole('button', { name: 'Enter code' }),
  },
] satisfies {
  who: string;
  create: (product: Parameters<typeof registerPerson>[0]) => Promise<string>;
  find: (page: Page) => Locator;
}[])
  test(`moves no offer for a person with ${who}`, { tag: narrow }, async ({ page, product }) => {
    const email = await create(product);
    const readPlaces = await watchOffers(page);
    await submitSignIn(page, product, email);
    await expectSteady(page, readPlaces, find(page));
    // After the reload the app shows the stored offers until the current offers are loaded.
    await page.reload();
    await expectSteady(page, readPlaces, find(page));
  });

test('moves no offer when a voucher arrives for a win whose amount was out of stock', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const { person, offer } = await createWinner(product);
  await enterAs(context, product, person);
  await intercept(
    page,
    'user.offers.list',
    rewrite<{ offers: UserOffer[] }>(({ offers }) => ({
      offers: offers.map((each) =>
        each.offer_id === offer.offer_id ? { ...each, owed: true, voucher_code: null } : each,
      ),
    })),
  );
  const readPlaces = await watchOffers(page);
  await page.goto(product.appOrigin);
  await expect(page.getByRole('list', { name: 'For you' }).getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await stopIntercepting(page, 'user.offers.list');
  await page.reload();
  const bar = page.getByRole('region', { name: 'Your voucher has arrived' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.waitForLoadState('networkidle');
  expect(await readPlaces()).toHaveLength(1);
  await bar.getByRole('button', { name: 'See my voucher' }).click();
  await expect(page.getByRole('dialog').getByText(/^CODE-/)).toBeVisible();
  await page.getByRole('button', { name: 'Awesome' }).click();
  await expect(bar).toBeHidden();
});
