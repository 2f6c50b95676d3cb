import type { DeliveryList, WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import type { Page } from '@playwright/test';
import {
  addVouchers,
  clickOffer,
  completeOffer,
  createEndpoint,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  requireBody,
  unique,
} from '../support/actors.ts';
import { newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt, newAdmin } from '../support/admin-screens.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, narrow, test, wide } from '../support/journey.ts';
import { longDelivery } from '../support/long-rows.ts';
import type { Product } from '../support/product.ts';
import type { RestClient } from '../support/rest.ts';

/** Lists of the back-office: how far down their rows begin, and how long they are on a phone. */

/** The path of every list, after `/admin/`. */
const LISTS = [
  'offers',
  'users',
  'vouchers',
  'conversions',
  'offer-clicks',
  'cases',
  'networks',
  'networks/1?tab=inbox',
  'networks/1?tab=statements',
  'fraud-detection',
  'fraud-detection?tab=ips',
  'fraud-detection?tab=devices',
  'audit',
  'security-events',
  'messages',
  'webhooks',
];

/** A page without a list, which opens the app fast. */
const WITHOUT_ROWS = '/admin/approvals';

/** Creates at least one row for each list that may be empty. @returns the name of the new webhook endpoint */
async function makeRows(product: Product): Promise<string> {
  const admin = await getSharedAdmin(product);
  const offer = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  const person = await registerPerson(product);
  await completeOffer(product, person, offer.offer_id);
  const missing = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  await clickOffer(person, missing.offer_id);
  await person.client.post('/trpc/user.cases.open', { offer_id: missing.offer_id, message: 'I did it' });
  const [ip, device] = [newAddress(), newDevice()];
  for (const lastName of ['One', 'Two']) await registerFrom(product, { ip, device, lastName: unique(lastName) });
  const endpoint = unique('Orders');
  await createEndpoint(admin, endpoint);
  await createStatement(admin);
  return endpoint;
}

/** Uploads a statement of a month that no other journey compares, with lines that are missing in the ledger. */
async function createStatement(admin: RestClient): Promise<void> {
  const post = (procedure: string, input: object) => admin.post(`/trpc/admin.networks.statements.${procedure}`, input);
  const format = { columns: { transaction: 'id', amount: 'amount' }, dayOrder: 'day first', zone: 'UTC' };
  const begun = await post('begin', { network_id: 1, month: '2026-01', file_name: 'january.csv', format, lines: 2 });
  const { statement_id } = requireBody<{ result: { data: { statement_id: number } } }>(begun).result.data;
  const lines = [2, 3].map((line) => ({
    line,
    day: '2026-01-15',
    transaction_id: unique('txn'),
    goal_id: '',
    click_id: unique('click'),
    offer: 'survey',
    micros: '123456000000',
    currency: 'INR',
    status: 'approved',
  }));
  requireBody(await post('addLines', { statement_id, lines }));
  requireBody(await post('compare', { statement_id }));
}

/** Goes to a list of the running app, without a reload. @returns the distance of its first row from the page's top */
async function goToList(page: Page, product: Product, path: string): Promise<number> {
  await expect(page.locator('main h1')).toBeVisible();
  await page.evaluate(() => {
    for (const row of document.querySelectorAll('main [data-row]')) row.setAttribute('data-left', '');
  });
  await goWithinApp(page, `${product.adminOrigin}/admin/${path}`);
  return topOfFirstRow(page);
}

/**
 * The distance of the first row from the top of the page, once nothing loads any more and no row of the previous list
 * is left.
 */
async function topOfFirstRow(page: Page): Promise<number> {
  const top = await page.waitForFunction(() => {
    const loads = [...document.querySelectorAll('.animate-pulse, [aria-busy="true"]')];
    const row = document.querySelector('main [data-row]');
    const isLeft = document.querySelector('main [data-left]') !== null;
    if (!row || isLeft || loads.some((each) => each.checkVisibility())) return false;
    return row.getBoundingClientRect().top + scrollY;
  });
  return (await top.jsonValue()) || 0;
}

/** Creates rows for every list. Then opens the app at the given width for a new admin, who has collapsed nothing. */
async function enterWithRows(page: Page, product: Product, width: number): Promise<void> {
  const endpoint = await makeRows(product);
  // Shows one working endpoint, because failing or disabled ones take more lines. Shows one delivery, because there may
  // be none yet.
  await intercept(
    page,
    'admin.webhooks.endpoints',
    rewrite<{ endpoints: WebhookEndpoint[] }>(({ endpoints }) => ({
      endpoints: endpoints
        .filter(({ name }) => name === endpoint)
        .map((each) => ({ ...each, name: 'Orders', failing_since: null })),
    })),
  );
  await intercept(
    page,
    'admin.webhooks.deliveries',
    rewrite<DeliveryList>((list) => ({ ...list, deliveries: [longDelivery] })),
  );
  await page.setViewportSize({ width, height: 800 });
  await enterAdminAt(page, product, WITHOUT_ROWS, await newAdmin(product));
}

/** Opens lists in turn. @returns the lists that begin lower than their limit */
async function findLowLists(
  page: Page,
  product: Product,
  paths: readonly string[],
  getLimit: (path: string) => number,
) {
  const low: string[] = [];
  for (const path of paths) {
    const top = await goToList(page, product, path);
    if (top > getLimit(path)) low.push(`${path} at ${page.viewportSize()?.width}: ${Math.round(top)} px`);
  }
  return low;
}

test('begins every list within 300 pixels of the top on a laptop and a tablet, and keeps hidden figures hidden', {
  tag: wide,
}, async ({ page, product }) => {
  await enterWithRows(page, product, 768);
  const findLow = (paths: readonly string[]) => findLowLists(page, product, paths, () => 300);
  expect(await findLow(LISTS)).toEqual([]);
  // Opens the app again, because its width at that time decides whether the sidebar is collapsed.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.adminOrigin}${WITHOUT_ROWS}`);
  expect(await findLow(LISTS)).toEqual([]);
  await page.setViewportSize({ width: 1920, height: 800 });
  expect(await findLow(['offers', 'networks/1?tab=statements'])).toEqual([]);

  // Hidden figures stay hidden for this person after a reload.
  await page.setViewportSize({ width: 1280, height: 800 });
  const topWithFigures = await goToList(page, product, 'conversions');
  await page.getByRole('button', { name: 'Hide figures' }).click();
  await expect(page.getByText('Voucher Wins')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show figures' })).toBeVisible();
  expect(await topOfFirstRow(page)).toBeLessThan(topWithFigures - 40);
});

test('begins each list near the top of a phone’s screen, and shows “Clear filters” without scrolling', {
  tag: narrow,
}, async ({ page, product }) => {
  await enterWithRows(page, product, 360);
  const limits: Record<string, number> = {
    users: 320,
    'networks/1?tab=inbox': 320,
    'networks/1?tab=statements': 400,
    conversions: 400,
  };
  const low: string[] = [];
  for (const path of LISTS.filter((each) => each !== 'networks')) {
    low.push(...(await findLowLists(page, product, [path], () => limits[path] ?? 480)));
    await expect(page.getByRole('button', { name: /^Clear filters$/i })).toBeInViewport({ ratio: 1 });
  }
  expect(low).toEqual([]);
});

test('shows the whole sidebar on a small laptop', { tag: wide }, async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAdminAt(page, product, '/admin');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: /^Admin Settings/ })).toBeInViewport({ ratio: 1 });
  expect(await main.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
});

test('shows fifty vouchers on a phone in two lines each', { tag: narrow }, async ({ page, product }) => {
  const brand = unique('Brand');
  await addVouchers(await getSharedAdmin(product), 45, newCodes(50), brand);
  await enterAdminAt(page, product, `/admin/vouchers?brand=${brand}&limit=50`, await newAdmin(product));
  const rows = page.locator('main [data-row]');
  await expect(rows).toHaveCount(50);
  await topOfFirstRow(page);
  const box = await page.getByRole('region', { name: 'Brand Voucher Management' }).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(4000);
  // The details of a row show its other fields.
  await rows.first().getByText('₹45').click();
  await expect(page.getByRole('dialog').getByText('Expiry', { exact: true })).toBeVisible();
});
