import { randomInt } from 'node:crypto';
import type { ApprovalList } from '@inaam/contracts/approvals/approvals';
import type { adminPaths } from '@inaam/contracts/common/paths';
import type { ConversionList } from '@inaam/contracts/completions/conversions';
import type { PostbackList } from '@inaam/contracts/postbacks/inbox';
import type { DeliveryList } from '@inaam/contracts/webhooks/webhooks';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import {
  addVouchers,
  clickOffer,
  createEndpoint,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  report,
  requireBody,
  unique,
} from '../support/actors.ts';
import { newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { newAmount } from '../support/amounts.ts';
import { drawOne } from '../support/choose-layout.ts';
import { settleSpin } from '../support/database.ts';
import { findViolations } from '../support/expect-accessible.ts';
import { findSmallTargets } from '../support/find-small-targets.ts';
import { findTruncatedFigures } from '../support/find-truncated-figures.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, test, wide } from '../support/journey.ts';
import { LONG_NAME, LONG_TEXT, longAlert, longDelivery, longRequest } from '../support/long-rows.ts';
import type { Product } from '../support/product.ts';
import { WINNING_ROLL } from '../support/ready-to-spin.ts';
import { type Reply, RestClient } from '../support/rest.ts';
import { SAMPLE, setWideFont } from '../support/wide-font.ts';

/** Fills every list and panel of the back-office with long and large values. Nothing may be cut at any width. */

const PHONE = 360;
const WIDER = [768, 1280, 1920] as const;
/**
 * The width in pixels at which axe checks tables. At a phone's width, axe checks cards and panels. Other widths need
 * no check: tables are the same there, a page without a table only gets more space, and a panel is as wide as a phone.
 */
const TABLE = 1280;

const SANDBOX_NETWORK = 1;

/** A search without results, for checks of a panel. The panel is drawn sooner if the list behind it is empty. */
const NO_ROWS = 'search=nothing-is-called-so';

/** The created rows, whose ids are part of the URLs of the pages. */
type LongRows = Awaited<ReturnType<typeof createLongRows>>;

async function createLongRows(product: Product) {
  const admin = await getSharedAdmin(product);
  // A wide amount, larger than the amounts of other journeys.
  const amount = 900_000 + newAmount();
  const fields = { title: unique(LONG_TEXT), reward_amount: 98_765 };
  const offer = await createOffer(product, admin, [{ amount, probability: 50 }], fields);
  await addVouchers(admin, amount, [`${newCodes(1)[0]}${'W'.repeat(50)}`, ...newCodes(1)]);
  const person = await registerPerson(product, LONG_NAME);
  await report(product, { click_id: await clickOffer(person, offer.offer_id), payout: 98_765.43 });
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  const missing = await createOffer(product, admin, [{ amount: 5, probability: 10 }], { title: unique(LONG_TEXT) });
  await clickOffer(person, missing.offer_id);
  const message = 'I opened the account on Monday and paid ₹10,000 into it.';
  const { case_id } = getResult<{ case_id: number }>(
    await person.client.post('/trpc/user.cases.open', { offer_id: missing.offer_id, message }),
  );
  const group = () => randomInt(0x1000, 0xffff).toString(16);
  const ip = ['2001', 'db8', ...Array.from({ length: 6 }, group)].join(':');
  const device = newDevice().padEnd(64, 'f');
  for (const lastName of ['One', 'Two', 'Three'])
    await registerFrom(product, { ip, device, lastName: `${LONG_NAME.lastName.slice(0, 60)} ${lastName}` });
  const [{ completion_id } = { completion_id: 0 }] = requireBody<ConversionList>(
    await admin.get(`/api/admin/conversions.php?search=${person.email}`),
  ).conversions;
  const inbox = encodeURIComponent(JSON.stringify({ network_id: SANDBOX_NETWORK }));
  const { postbacks } = getResult<PostbackList>(await admin.get(`/trpc/admin.postbacks.list?input=${inbox}`));
  const postback_id = postbacks[0]?.postback_id ?? 0;
  const url = `https://hooks.example.com/${'inaam-events/'.repeat(8)}`;
  await createEndpoint(admin, unique('Warehouse of conversions and vouchers'), url);
  // The security events of this refused sign-in contain the long username.
  const username = `${unique('nobody')}${'w'.repeat(40)}`;
  await new RestClient(product.adminOrigin).post('/api/admin/login.php', { username, password: 'wrong password 1' });
  return { amount, offer, person, ip, device, completion_id, case_id, postback_id };
}

const getResult = <T>(reply: Reply): T => requireBody<{ result: { data: T } }>(reply).result.data;

/** One page to check, and what to wait for. */
interface Look {
  /** The path after `/admin`, with the query. */
  at: string;
  /** The heading of the page. */
  heading: string | RegExp;
  /** A text in the panel to check, which appears when the panel has loaded. */
  panel?: string | RegExp;
  /** The button that opens the panel, if the URL does not open it. */
  press?: string | RegExp;
}

/** Each page with its lists, tabs and panels. The compiler rejects a missing page. */
const pages: Record<keyof typeof adminPaths, (rows: LongRows) => Look[]> = {
  login: () => [],
  register: () => [],
  dashboard: () => [
    { at: '', heading: 'Dashboard' },
    { at: '?view=table', heading: 'Dashboard' },
  ],
  offers: ({ offer }) => [
    { at: '/offers?limit=10', heading: 'Offer Management' },
    { at: `/offers?${NO_ROWS}&panel=view-${offer.offer_id}`, heading: 'Offer Management', panel: /click_id=SAMPLE/ },
    { at: `/offers?${NO_ROWS}&panel=${offer.offer_id}`, heading: 'Offer Management', panel: 'External offer ID' },
    { at: `/offers?${NO_ROWS}&panel=new`, heading: 'Offer Management', panel: 'External offer ID' },
  ],
  users: ({ person }) => [
    { at: '/users?limit=10', heading: 'User Management' },
    { at: `/users?${NO_ROWS}&panel=${person.id}`, heading: 'User Management', panel: LONG_TEXT.slice(0, 40) },
  ],
  user: ({ person }) => [{ at: `/users/${person.id}`, heading: /^Venkata/ }],
  vouchers: ({ amount }) => [
    { at: '/vouchers?limit=25', heading: 'Brand Voucher Management' },
    { at: `/vouchers?${NO_ROWS}&panel=new-${amount}`, heading: 'Brand Voucher Management', panel: 'Expiry date' },
    { at: `/vouchers?${NO_ROWS}`, heading: 'Brand Voucher Management', press: 'All figures', panel: 'By type, brand' },
    { at: `/vouchers?${NO_ROWS}&panel=reorder`, heading: 'Brand Voucher Management', panel: /./ },
    { at: `/vouchers?${NO_ROWS}&panel=brands`, heading: 'Brand Voucher Management', panel: 'Amazon' },
  ],
  conversions: () => [{ at: '/conversions?limit=25', heading: 'All Conversions' }],
  conversion: ({ completion_id }) => [{ at: `/conversions/${completion_id}`, heading: `Conversion ${completion_id}` }],
  offerClicks: () => [{ at: '/offer-clicks?limit=10', heading: 'Offer Clicks & Conversions' }],
  cases: ({ case_id }) => [
    { at: '/cases?limit=25', heading: 'Missing Credit' },
    { at: `/cases?${NO_ROWS}&panel=${case_id}`, heading: 'Missing Credit', panel: 'on Monday' },
  ],
  fraud: ({ person, ip, device }) => [
    ...['users', 'ips', 'devices'].map((tab) => ({
      at: `/fraud-detection?limit=10&tab=${tab}`,
      heading: 'Fraud Detection',
    })),
    ...[`users&panel=user-${person.id}`, `ips&panel=ip-${ip}`, `devices&panel=device-${device}`].map((tab) => ({
      at: `/fraud-detection?${NO_ROWS}&tab=${tab}`,
      heading: 'Fraud Detection',
      panel: 'Timeline',
    })),
  ],
  networks: () => [{ at: '/networks', heading: 'Networks' }],
  addNetwork: () => [{ at: '/networks/new', heading: 'Add network' }],
  networkSetup: () =>
    ['address', 'offers', 'call'].map((step) => ({
      at: `/networks/${SANDBOX_NETWORK}/setup?step=${step}`,
      heading: /^Set up/,
    })),
  network: ({ postback_id }) => [
    ...['health', 'inbox', 'feed', 'statements', 'settings', 'test'].map((tab) => ({
      at: `/networks/${SANDBOX_NETWORK}?tab=${tab}`,
      heading: /./,
    })),
    { at: `/networks/${SANDBOX_NETWORK}?tab=inbox&panel=${postback_id}`, heading: /./, panel: '98765.43' },
  ],
  admins: () => [{ at: '/admins', heading: 'Admin Settings' }],
  approvals: () => [{ at: '/approvals', heading: 'Requests' }],
  audit: () => [{ at: '/audit?limit=25', heading: 'Audit Log' }],
  securityEvents: () => [{ at: '/security-events?limit=25', heading: 'Security Events' }],
  operations: () => [{ at: '/operations', heading: 'Operations' }],
  messages: () => [{ at: '/messages?limit=25', heading: 'Messages' }],
  webhooks: () => [
    { at: '/webhooks?limit=25', heading: 'Webhooks' },
    { at: '/webhooks?limit=25', heading: 'Webhooks', press: /^Open Warehouse/, panel: 'inaam-events' },
    { at: '/webhooks?limit=25', heading: 'Webhooks', press: /^Open evt/, panel: 'unavailable' },
    { at: '/webhooks?limit=25', heading: 'Webhooks', press: 'Add endpoint', panel: 'Name' },
  ],
};

/** Serialises a text or pattern for `findLoadedTabs`, which runs in the page. */
const serialisePattern = (text: string | RegExp | undefined) =>
  text === undefined ? null : typeof text === 'string' ? { text } : { source: text.source, flags: text.flags };
interface Wanted {
  heading: ReturnType<typeof serialisePattern>;
  panel: ReturnType<typeof serialisePattern>;
  tab: string | null;
}

/** Runs in the page. Returns the page's tabs when it shows the wanted content and has finished loading, else false. */
function findLoadedTabs({ heading, panel, tab }: Wanted): { tabs: string[]; active: string[] } | false {
  const isIn = (wanted: Wanted['panel'], text: string) =>
    wanted === null ||
    ('source' in wanted
      ? new RegExp(wanted.source ?? '', wanted.flags).test(text)
      : text.toLowerCase().includes(wanted.text.toLowerCase()));
  const headings = [...document.querySelectorAll('main h1')].filter((each) => isIn(heading, each.textContent ?? ''));
  if (headings.length !== 1) return false;
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')];
  if (panel ? !dialogs.some((each) => isIn(panel, each.textContent ?? '')) : dialogs.length > 0) return false;
  // Grey shapes stand in for missing content, and a dimmed table shows earlier content.
  const unfinished = [...document.querySelectorAll('.animate-pulse, [aria-busy="true"]')];
  if (unfinished.some((each) => each.checkVisibility())) return false;
  const tabsAt = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ id }) => id.replace(/^.*-trigger-/, ''));
  const active = tabsAt('main [role=tab][data-state=active]');
  return (tab === null || active.includes(tab)) && { tabs: tabsAt('main [role=tab]'), active };
}

/**
 * Goes to another page of the running app. Nothing is reloaded, and open panels are closed.
 * @returns the tabs of the page, and the active tab
 */
async function goTo(page: Page, product: Product, { at, heading, panel, press }: Look) {
  await goWithinApp(page, `${product.adminOrigin}/admin${at}`);
  const dialog = page.getByRole('dialog');
  if (press) {
    // The previous check may have opened another panel.
    if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: press }).first().click();
  }
  const tab = /[?&]tab=(\w+)/.exec(at)?.[1] ?? null;
  const wanted: Wanted = { heading: serialisePattern(heading), panel: serialisePattern(panel), tab };
  const found = await page
    .waitForFunction(findLoadedTabs, wanted, { polling: 'raf', timeout: 30_000 })
    .catch((cause: unknown) => {
      throw new Error(`${at} does not show ${panel ?? heading}`, { cause });
    });
  return (await found.jsonValue()) || { tabs: [], active: [] };
}

/** Whether the previous check ended at the phone's width. If so, the next check begins there, to save a resize. */
let isOnPhone = false;

/**
 * Finds accessibility faults, cut texts and targets that are too small, in a page or its panel. Checks the phone's
 * width and wider ones.
 * @param seed of the run, which chooses one of the wider widths; 0 checks all of them
 */
async function findFaults(page: Page, { at, press, panel }: Look, seed: number): Promise<string[]> {
  const faults: string[] = [];
  const within = panel ? '[role=dialog]' : 'body';
  const widths = [PHONE, ...(seed === 0 ? WIDER : [drawOne(WIDER, `${at} ${press}`, seed)])];
  if (!isOnPhone) widths.reverse();
  isOnPhone = !isOnPhone;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const isTable = width === TABLE && !panel && (await page.locator('table').first().isVisible());
    // This journey checks only the loaded page; other journeys check its other states.
    const found = await Promise.all([
      findTruncatedFigures(page, within, width),
      findSmallTargets(page, within),
      width === PHONE || isTable ? findViolations(page, panel ? within : 'html', { isContrastKnown: isTable }) : [],
    ]);
    faults.push(...found.flat().map((fault) => `${at}${press ? ` ${press}` : ''} at ${width}: ${fault}`));
  }
  return faults;
}

/** Finds tabs that no check opens. */
function findUnopenedTabs(seen: { page: string; tabs: string[]; active: string[] }[]): string[] {
  const opened = new Set(seen.flatMap(({ page, active }) => active.map((tab) => `${page}: ${tab}`)));
  const all = new Set(seen.flatMap(({ page, tabs }) => tabs.map((tab) => `${page}: ${tab}`)));
  return [...all].filter((tab) => !opened.has(tab)).map((tab) => `no check opens the tab ${tab}`);
}

test('cuts no text, keeps targets in tables large enough and is accessible in lists and panels at any width', {
  tag: wide,
}, async ({ page, product, layoutSeed }) => {
  const rows = await createLongRows(product);
  await intercept(
    page,
    'admin.approvals.list',
    rewrite<ApprovalList>((list) => ({
      ...list,
      requests: [longRequest, { ...longRequest, request_id: 2, status: 'done' }],
      alerts: [longAlert],
    })),
  );
  await intercept(
    page,
    'admin.webhooks.deliveries',
    rewrite<DeliveryList>((list) => ({ ...list, deliveries: [longDelivery, ...list.deliveries] })),
  );
  await intercept(page, 'admin.webhooks.delivery\\?', (route) =>
    route.fulfill({ json: [{ result: { data: longDelivery } }] }),
  );
  // Signs in as an owner, who sees all of each page.
  await enterAdminAt(page, product, '/admin');
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await page.evaluate(axe.source);
  const cut: string[] = [];
  const seen: Parameters<typeof findUnopenedTabs>[0] = [];
  for (const [name, looks] of Object.entries(pages)) {
    for (const look of looks(rows)) {
      seen.push({ page: name, ...(await goTo(page, product, look)) });
      cut.push(...(await findFaults(page, look, layoutSeed)));
    }
  }
  expect([...cut, ...findUnopenedTabs(seen)]).toEqual([]);

  const panel = pages.cases(rows).find((look) => look.panel);
  if (!panel) throw new Error('The list of cases has no panel to check');
  await goTo(page, product, panel);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('main h1'), 'the list behind a panel is not printed').toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  // This page is checked last, because leaving unsaved settings opens a confirmation.
  const settings = { at: `/networks/${SANDBOX_NETWORK}?tab=settings`, heading: /./ };
  await goTo(page, product, settings);
  await page.getByRole('button', { name: /^Status words/ }).click();
  await page.getByRole('button', { name: 'Add a word' }).click();
  await page
    .getByRole('textbox', { name: /^Word \d+$/ })
    .last()
    .fill('hold');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/would change/)
      .first(),
  ).toBeVisible();
  expect(await findFaults(page, { ...settings, panel: 'Dry run' }, layoutSeed)).toEqual([]);
});

test('reports a tab that no check opens', { tag: wide }, () => {
  const seen = [
    { page: 'fraud', tabs: ['users', 'ips'], active: ['users'] },
    { page: 'fraud', tabs: ['users', 'ips'], active: ['ips'] },
    { page: 'network', tabs: ['health', 'users'], active: ['health'] },
  ];
  expect(findUnopenedTabs(seen)).toEqual(['no check opens the tab network: users']);
});

test('reports cut text, a page that is wider than the screen, and a screen of an unexpected width', {
  tag: wide,
}, async ({ page }) => {
  const width = page.viewportSize()?.width ?? 0;
  const findFaultsIn = async (html: string) => {
    await page.setContent(html);
    return findTruncatedFigures(page, 'body', width);
  };
  const row = (cell: string) => `<table><tbody><tr><td>${cell}</td></tr></tbody></table>`;
  const narrow = 'width: 40px; overflow: hidden; white-space: nowrap';
  expect(await findFaultsIn(row('₹12,34,567.89'))).toEqual([]);
  expect(await findFaultsIn(row(`<div style="${narrow}">₹12,34,567.89</div>`))).toContain(
    'cut figure: "₹12,34,567.89"',
  );
  const dotted = `<dl><dd title="₹12,34,567.89" style="${narrow}; text-overflow: ellipsis">₹12,34,567.89</dd></dl>`;
  expect(await findFaultsIn(dotted)).toEqual(['cut figure: "₹12,34,567.89"']);
  expect(await findFaultsIn(`<p style="height: 10px; overflow: hidden">A title</p>`)).toEqual([
    'cut off in height: "A title"',
  ]);
  expect((await findFaultsIn(`<p style="width: 3000px; text-align: right">aside</p>`)).join()).toContain('the page is');
  expect(await findTruncatedFigures(page, 'body', width + 1)).toContain(`still ${width} px wide`);
});

test('reports a link in a table that is too small to press', { tag: wide }, async ({ page }) => {
  const findIn = async (style: string) => {
    await page.setContent(
      `<table><tr><td style="font: 14px/1.5 sans-serif"><a style="${style}">House</a></td></tr></table>`,
    );
    return findSmallTargets(page, 'body');
  };
  expect(await findIn('padding-block: 5px')).toEqual([]);
  expect(await findIn('')).toEqual([expect.stringContaining('small target: "House"')]);
});

test('widens the text of a page to the width of a wide font', { tag: wide }, async ({ page }) => {
  const text = (weight: number) =>
    `<strong style="font: ${weight} 100px sans-serif; white-space: nowrap">${SAMPLE}</strong>`;
  await page.setContent(`<body style="font-family: sans-serif"><h1>${text(600)}</h1></body>`);
  const perCharacter = () =>
    page
      .locator('strong')
      .evaluate((each) => each.getBoundingClientRect().width / 100 / (each.textContent.length || 1));
  const before = await perCharacter();
  await setWideFont(page, { normal: before, semibold: before + 0.05 });
  expect(await perCharacter()).toBeCloseTo(before + 0.05, 2);
});
