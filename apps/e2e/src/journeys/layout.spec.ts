import type { UserOffer } from '@inaam/contracts/offers/offers';
import type { Locator, Page } from '@playwright/test';
import { registerPerson } from '../support/actors.ts';
import { settleSpin } from '../support/database.ts';
import { LARGE_TEXT } from '../support/expect-fits.ts';
import { endInterceptions, hold, intercept, rewrite } from '../support/intercept.ts';
import { expect, narrow, test, wide } from '../support/journey.ts';
import { createPersonReadyToSpin, LOSING_ROLL, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, fillRegistration, offerCard, openDone, openWheel, skipTurning } from '../support/user-screens.ts';
import { setWideFont } from '../support/wide-font.ts';

/** Tests positions of elements, which only a browser computes. */

const getBox = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('The element has no box');
  return box;
};
const getLeft = async (what: Locator): Promise<number> => Math.round((await getBox(what)).x);

/** Rewrites the list to the offers that are not completed, and overrides fields of the first ones with `states`. */
const withOffers = (page: Page, states: Partial<UserOffer>[]) =>
  intercept(
    page,
    'user.offers.list',
    rewrite<{ offers: UserOffer[] }>(({ offers }) => {
      const unspun = offers.filter(({ completed }) => !completed);
      return { offers: unspun.map((offer, at) => ({ ...offer, title_hi: null, ...states[at] })) };
    }),
  );

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

/** Rewrites the list to fifteen offers, whatever other journeys created. */
const withFifteenOffers = (page: Page, ...first: Partial<UserOffer>[]) =>
  intercept(
    page,
    'user.offers.list',
    // The oldest offers are the demo's own. Other journeys create offers with longer texts.
    rewrite<{ offers: UserOffer[] }>(({ offers }) => ({
      offers: Array.from({ length: 15 }, (_, at) => ({
        ...(offers.toSorted((a, b) => a.offer_id - b.offer_id)[at % 8] as UserOffer),
        offer_id: 1000 + at,
        title: `Savings account ${at}`,
        ...first[at],
      })),
    })),
  );

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A title of two lines at 360 px. */
const LONG_TITLE = 'Open a savings account with a zero balance and a free debit card';
const BEST_ODDS = '{"rewards":[{"amount":900,"probability":42}]}';
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const ready = { title: LONG_TITLE, completed: true, started_at: minutesAgo(60) } as const;
const started = { title: LONG_TITLE, task: 'Spend ₹299 in the app', started_at: minutesAgo(3) } as const;
const goals = [
  { name: 'Install the app', name_hi: null, reached: true },
  { name: 'Reach level 20 within seven days of the install', name_hi: null, reached: false },
];
/** Three offers with a spin to use, and started offers in each way that their cards can look. */
const WAITING: Partial<UserOffer>[] = [
  ready,
  ready,
  ready,
  { ...started, usual_seconds: 900 },
  { ...started, goals, steps: [], usual_seconds: 86_400 },
  { ...started, started_at: minutesAgo(60 * 24 * 9), usual_seconds: 900 },
  { ...started, completed: true, pending: true },
];

for (const { who, top, isVerified, first } of [
  { who: 'a verified person with a spin', top: 420, isVerified: true, first: [ready] },
  { who: 'a verified person with spins and started offers', top: 420, isVerified: true, first: WAITING },
  { who: 'a newcomer who must verify', top: 480, isVerified: false, first: [] },
  { who: 'an unverified person with spins and started offers', top: 480, isVerified: false, first: WAITING },
]) {
  test(`begins the list of offers near the top of a phone’s screen for ${who}`, { tag: narrow }, async ({
    page,
    context,
    product,
  }) => {
    await enterAs(context, product, await registerPerson(product));
    // This offer has the best value, so the recommended sort order lists it first.
    const long = { title: LONG_TITLE, finish_rate: 1, spinner_config: BEST_ODDS };
    await withFifteenOffers(page, ...first, long);
    if (!isVerified)
      await intercept(
        page,
        'user.account.overview',
        rewrite<object>((account) => ({ ...account, must_verify: true, mail: true })),
      );
    await page.goto(product.appOrigin);
    if (!isVerified) await expect(page.getByRole('button', { name: 'Enter code' })).toBeVisible();
    if (first.length === 0) await expect(page.getByText('Most spins win nothing.')).toBeVisible();
    const rows = page.getByRole('list', { name: 'For you' }).getByRole('article');
    await expect(rows.nth(0)).toContainText(LONG_TITLE);
    const [one, two] = [await getBox(rows.nth(0)), await getBox(rows.nth(1))];
    expect(one.y).toBeLessThanOrEqual(top);
    for (const { height } of [one, two]) expect(height).toBeLessThanOrEqual(145);
    const { y: end } = await getBox(bottomBar(page));
    // Two whole rows fit above the bar, or one row while the page asks the person to verify the e-mail address.
    if (isVerified) expect(two.y + two.height).toBeLessThanOrEqual(end);
    else expect(one.y + one.height).toBeLessThanOrEqual(end);
    if (first !== WAITING) return;
    const waiting = page.getByRole('list', { name: 'Waiting for you' }).getByRole('article');
    await expect(waiting).toHaveCount(WAITING.length);
    await expect(waiting.getByRole('img', { name: '1 of 2 steps done' })).toBeVisible();
    await expect(waiting.getByText('Next: Reach level 20')).toBeVisible();
    await expect(waiting.getByRole('button', { name: /Didn't get it/ })).toHaveCount(1);
    for (const card of await waiting.all()) expect((await getBox(card)).height).toBeLessThanOrEqual(140);
  });
}

for (const width of [320, 360])
  test(`moves no offer at ${width} px when “How it works” loads later, or fresh offers replace stored ones`, {
    tag: narrow,
  }, async ({ page, context, product }) => {
    await page.setViewportSize({ width, height: 740 });
    await enterAs(context, product, await registerPerson(product));
    await withFifteenOffers(page);
    const first = page.getByRole('list', { name: 'For you' }).getByRole('article').first();
    const getTop = async () => Math.round((await getBox(first)).y);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/how-it-works/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(product.appOrigin);
    await expect(first).toBeVisible();
    const before = await getTop();
    release();
    await expect(page.getByText('Most spins win nothing.')).toBeVisible();
    // In a wide font the text may take one more line.
    expect(Math.abs((await getTop()) - before)).toBeLessThanOrEqual(24);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const forward = await hold(page, 'user.offers.list');
    await page.reload();
    await expect(first).toBeVisible();
    const topBefore = await getTop();
    const answered = page.waitForResponse(/user\.offers\.list/);
    forward();
    await answered;
    await expect(page.getByText(/These are your offers as of/)).toHaveCount(0);
    expect(await getTop()).toBe(topBefore);
  });

test('moves no offer when the bar that asks for verification appears later', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const first = page.getByRole('list', { name: 'For you' }).getByRole('article').first();
  const expectSteady = async (forward: () => void) => {
    await expect(first).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enter code' })).toHaveCount(0);
    const { y } = await getBox(first);
    forward();
    await expect(page.getByRole('button', { name: 'Enter code' })).toBeVisible();
    expect((await getBox(first)).y).toBe(y);
  };
  await withFifteenOffers(page, started);
  await page.goto(`${product.appOrigin}/register`);
  const forward = await hold(page, 'user.account.overview');
  await fillRegistration(page);
  await expectSteady(forward);
  await endInterceptions(context);
  await withFifteenOffers(page, started);
  const forwardAgain = await hold(page, 'user.account.overview');
  await page.reload();
  await expectSteady(forwardAgain);
});

test('reserves space for the wheel of a ready offer while the wheel’s script loads', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await withFifteenOffers(page, { ...ready, title: 'Handloom store' });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/waiting-wheel/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(product.appOrigin);
  const card = offerCard(page, 'Handloom store');
  const [title, wheel] = [card.getByRole('heading'), card.locator('svg text').first()];
  await expect(title).toBeVisible();
  await expect(wheel).toHaveCount(0);
  // Without the reserved space the text would begin at the edge, and wrap when the wheel appears.
  const before = await getBox(title);
  release();
  await expect(wheel).toBeAttached();
  expect(await getBox(title)).toEqual(before);
});

test('shows wheel and Spin Now without scrolling on a phone in landscape', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await settleSpin(product, person.id, offer.offer_id, LOSING_ROLL);
  await expect(dialog.getByTestId('wheel-disc')).toBeInViewport({ ratio: 1 });
  const spin = dialog.getByRole('button', { name: 'Spin Now' });
  await expect(spin).toBeInViewport({ ratio: 1 });
  await spin.click();
  await expect(dialog.getByRole('status')).toBeInViewport({ ratio: 1 });
  await skipTurning(dialog);
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 });
});

test('shows a won code and its buttons without scrolling on a phone in landscape', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  // With another wheel waiting there are three buttons.
  await createPersonReadyToSpin(product, { person });
  await enterAs(context, product, person);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await expect(dialog.locator('.code').first()).toBeInViewport({ ratio: 1 });
  for (const name of ['Copy Code', 'Awesome', 'Spin the next (1 left)'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('leaves enough width for texts at twice their size', { tag: narrow }, async ({ page, context, product }) => {
  await page.setViewportSize(LARGE_TEXT);
  await page.goto(`${product.appOrigin}/login`);
  const form = await getBox(page.getByRole('main'));
  expect((await getBox(page.getByText('Complete offers.'))).width).toBeGreaterThan(form.width / 2);

  await enterAs(context, product, await registerPerson(product));
  await withFifteenOffers(page, ready, ready);
  await intercept(
    page,
    'user.insights.stats',
    rewrite<object>((answer) => ({ ...answer, completions: [completion(1, {})] })),
  );
  await page.goto(product.appOrigin);
  for (const name of ['Waiting for you', 'For you']) {
    const card = page.getByRole('list', { name }).getByRole('article').first();
    const [{ width }, title] = [await getBox(card), await getBox(card.getByRole('heading'))];
    expect(title.width).toBeGreaterThan(width / 2);
  }
  await page.goto(`${product.appOrigin}/profile`);
  const days = page.getByRole('list').filter({ hasText: 'no offer completed' }).getByRole('listitem');
  await expect(days).toHaveCount(7);
  for (const day of await days.all()) {
    const marks = await Promise.all((await day.locator('[aria-hidden]').all()).map(getBox));
    for (const { width } of marks) expect(width).toBeLessThanOrEqual((await getBox(day)).width);
  }
});

test('shows the button for the other language without scrolling, on the sign-in and the sign-up', {
  tag: narrow,
}, async ({ page, product }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(product.appOrigin + path);
    await expect(page.getByRole('button', { name: 'हिन्दी' })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('button', { name: 'English' })).toBeInViewport({ ratio: 1 });
});

test('leaves enough width for the brand of a voucher with a large amount', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  const voucher = {
    voucher_id: 1,
    type: 'other',
    brand: 'Maharashtra State Handloom Emporium',
    amount: 100_000,
    code: 'CODE-1',
    pin: null,
    status: 'assigned',
    expiry_date: '2099-12-31',
    description: null,
    terms: null,
    use_url: null,
    how_to_use: null,
    mark_url: null,
  };
  await intercept(
    page,
    'user.insights.stats',
    rewrite<object>((answer) => ({ ...answer, completions: [completion(1, { voucher })] })),
  );
  await page.goto(`${product.appOrigin}/vouchers`);
  await setWideFont(page);
  expect((await getBox(page.getByText(voucher.brand, { exact: true }))).width).toBeGreaterThanOrEqual(112);
});

test('hides the search and the sort order of the offers until “Filter” is pressed', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await withFifteenOffers(page, { title: 'Chai quiz' });
  await page.goto(product.appOrigin);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.getByRole('button', { name: 'Filter' }).click();
  const order = page.getByLabel('Sort by');
  await order.selectOption('Largest prize');
  await expect(order).toHaveValue('prize');
  await page.getByRole('searchbox').fill('chai');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('keeps a code on one line next to the long Hindi label of the Copy button', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  const code = 'DEMO-FE82F865F2';
  const spun = { completed: true, spinner_used: true, reward_type: 'voucher_10', voucher_code: code } as const;
  await withOffers(page, [{ ...spun, title: 'Won' }]);
  await intercept(
    page,
    'user.account.overview',
    rewrite<object>((account) => ({ ...account, language: 'hi' })),
  );
  await context.addCookies([{ name: 'language', value: 'hi', url: product.appOrigin }]);
  await page.goto(product.appOrigin);
  await openDone(page);
  const won = offerCard(page, 'Won');
  expect((await getBox(won.getByText(code))).height).toBeLessThan(30);
  expect((await getBox(won.getByText('कॉपी करें'))).height).toBeLessThan(50);
});

test('does not stretch a card or a history entry to the height of its neighbour', { tag: wide }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await withOffers(page, []);
  await page.goto(product.appOrigin);
  const cards = page.getByRole('list', { name: 'For you' }).getByRole('article');
  const [first, second] = [cards.nth(0), cards.nth(1)];
  const before = await getBox(second);
  await first.getByRole('button', { expanded: false }).click();
  await expect(first.getByText('What it takes')).toBeVisible();
  expect((await getBox(first)).height).toBeGreaterThan(before.height + 50);
  expect((await getBox(second)).height).toBeLessThanOrEqual(before.height);

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
  expect((await getBox(lost)).height).not.toBe((await getBox(confirming)).height);
});

test('keeps links and tabs in place when one of them is chosen', { tag: wide }, async ({ page, context, product }) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(`${product.appOrigin}/profile`);
  const main = page.getByRole('navigation', { name: 'Main' });
  const links = ['Dashboard', 'Vouchers', 'Profile'].map((name) => main.getByRole('link', { name, exact: true }));
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Overview', 'History0']);
  const getPositions = async () => Promise.all([...links, tabs.nth(0), tabs.nth(1)].map(getLeft));
  const before = await getPositions();
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('data-state', 'active');
  expect(await getPositions()).toEqual(before);
  await links[1]?.click();
  await expect(page.getByRole('heading', { name: 'Vouchers', exact: true })).toBeVisible();
  expect(await Promise.all(links.map(getLeft))).toEqual(before.slice(0, 3));
});

test('aligns texts and actions of the account page on one edge', { tag: narrow }, async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, await registerPerson(product));
  await page.goto(`${product.appOrigin}/account`);
  const edge = await getLeft(page.getByRole('heading', { name: 'Your data' }));
  for (const name of ['Change name', 'Download as JSON'])
    expect(await getLeft(page.getByRole('button', { name }))).toBe(edge);
  // This button has no background, so its text is aligned instead of its box, which begins 12 px before the text.
  expect(await getLeft(page.getByText('Delete my account'))).toBe(edge - 12);
  expect(await getLeft(page.getByRole('listitem').getByText('This device').locator('..'))).toBe(edge);
});
