import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Locator, Page } from '@playwright/test';
import { registerPerson } from '../support/actors.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, narrow, test, wide } from '../support/journey.ts';
import { enterAs, offerCard, openDone } from '../support/user-screens.ts';

/** Positions of elements, which only a browser knows. */

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('The element has no box');
  return box;
};
const leftOf = async (what: Locator): Promise<number> => Math.round((await boxOf(what)).x);

/** The offers, with the first ones in other states. */
const withOffers = (page: Page, states: Partial<UserOffer>[]) =>
  intercept(
    page,
    'user.offers.list',
    rewrite<{ offers: UserOffer[] }>(({ offers }) => {
      const unspun = offers.filter(({ completed }) => !completed);
      return { offers: unspun.map((offer, at) => ({ ...offer, ...states[at] })) };
    }),
  );

test('shows on a phone the order of the offers, and that there are more chips', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(product.appOrigin);
  const order = page.getByLabel('Sort by');
  await order.scrollIntoViewIfNeeded();
  await expect(order).toBeInViewport({ ratio: 1 });
  const heading = await boxOf(page.getByRole('heading', { name: 'For you' }));
  const { y, height } = await boxOf(order);
  expect(Math.abs(heading.y + heading.height / 2 - (y + height / 2))).toBeLessThan(2);
  await order.selectOption('Largest prize');
  await expect(order).toHaveValue('prize');
  const chips = page.getByRole('group', { name: 'Categories' }).locator('..');
  expect(await boxOf(chips)).toMatchObject({ x: 0, width: 360 });
});

test('reserves one line for the cost of an offer, and keeps a code on one line next to a long Copy', {
  tag: narrow,
}, async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  const code = 'DEMO-FE82F865F2';
  const spun = { completed: true, spinner_used: true, reward_type: 'voucher_10', voucher_code: code } as const;
  await withOffers(page, [
    { ...spun, title: 'Won' },
    { title: 'To do', started_at: null },
  ]);
  await page.goto(product.appOrigin);
  // Letter widths depend on the phone, so this checks the available space.
  const facts = offerCard(page, 'To do')
    .getByText(/% chance$/)
    .locator('..');
  expect((await boxOf(facts)).width).toBeGreaterThan(200);

  await intercept(
    page,
    'user.account.overview',
    rewrite<object>((account) => ({ ...account, language: 'hi' })),
  );
  await context.addCookies([{ name: 'language', value: 'hi', url: product.appOrigin }]);
  await page.reload();
  await openDone(page);
  const won = offerCard(page, 'Won');
  expect((await boxOf(won.getByText(code))).height).toBeLessThan(30);
  expect((await boxOf(won.getByText('कॉपी करें'))).height).toBeLessThan(50);
});

test('keeps other cards in place when a card is opened', { tag: wide }, async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  await withOffers(page, []);
  await page.goto(product.appOrigin);
  const cards = page.getByRole('list', { name: 'For you' }).getByRole('article');
  const [first, second] = [cards.nth(0), cards.nth(1)];
  const before = await boxOf(second);
  await first.getByText('Details').click();
  await expect(first.getByText('What it takes')).toBeVisible();
  expect((await boxOf(first)).height).toBeGreaterThan(before.height + 50);
  expect((await boxOf(second)).height).toBeLessThanOrEqual(before.height);

  const completion = (id: number, over: object) => ({
    completion_id: id,
    offer_id: id,
    title: `Offer ${id}`,
    category: 'Survey',
    completed_at: '2026-11-01T10:00:00.000Z',
    spinner_used: true,
    reward_type: 'none',
    voucher: null,
    ...over,
  });
  await intercept(
    page,
    'user.insights.stats',
    rewrite<object>((answer) => ({
      ...answer,
      completions: [completion(1, {}), completion(2, { spinner_used: false, pending: true, held_until: null })],
    })),
  );
  await page.goto(`${product.appOrigin}/profile?tab=history`);
  const [lost, confirming] = ['Offer 1', 'Offer 2'].map((name) => page.getByRole('listitem').filter({ hasText: name }));
  if (!lost || !confirming) throw new Error('The history is empty');
  expect((await boxOf(lost)).height).not.toBe((await boxOf(confirming)).height);
});

test('moves nothing when a place or a tab is chosen', { tag: wide }, async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(`${product.appOrigin}/profile`);
  const main = page.getByRole('navigation', { name: 'Main' });
  const places = ['Dashboard', 'Vouchers', 'Profile'].map((name) => main.getByRole('link', { name, exact: true }));
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Overview', 'History0']);
  const now = async () => Promise.all([...places, tabs.nth(0), tabs.nth(1)].map(leftOf));
  const before = await now();
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('data-state', 'active');
  expect(await now()).toEqual(before);
  await places[1]?.click();
  await expect(page.getByRole('heading', { name: 'Vouchers', exact: true })).toBeVisible();
  expect(await Promise.all(places.map(leftOf))).toEqual(before.slice(0, 3));
});

test('aligns texts and actions of the account page on one edge', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(`${product.appOrigin}/account`);
  const edge = await leftOf(page.getByRole('heading', { name: 'Your data' }));
  for (const name of ['Change name', 'Download as JSON'])
    expect(await leftOf(page.getByRole('button', { name }))).toBe(edge);
  // Its words, since it has no background.
  expect(await leftOf(page.getByText('Delete my account'))).toBe(edge - 12);
  expect(await leftOf(page.getByRole('listitem').getByText('This device').locator('..'))).toBe(edge);
});
