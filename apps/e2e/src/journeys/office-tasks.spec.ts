import type { ApprovalList } from '@inaam/contracts/approvals/approvals';
import {
  addVouchers,
  clickOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  nowInSeconds,
  type Person,
  registerPerson,
  requireBody,
  sign,
  unique,
} from '../support/actors.ts';
import { newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { settleSpin } from '../support/database.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, test, wide } from '../support/journey.ts';
import { longRequest } from '../support/long-rows.ts';
import { countPresses, press, readPressCount, returnToDashboard, search, write } from '../support/presses.ts';
import type { Product } from '../support/product.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { RestClient } from '../support/rest.ts';

/** Sends a signed postback of the sandbox network that is refused, because its transaction ID is an unfilled macro. */
async function sendRefused(product: Product): Promise<void> {
  const fields = { click_id: unique('nobody'), transaction_id: '{transaction_id}', payout: '1', currency: 'INR' };
  const query = new URLSearchParams({ ...fields, status: 'approved', timestamp: String(nowInSeconds()) }).toString();
  const signature = sign(query, product.sandboxSecret);
  await new RestClient(product.appOrigin).get(`/postback/sandbox?${query}&signature=${signature}`);
}

/** Creates data that only the tasks of this journey use, so that no other journey changes it. */
async function makeWork(product: Product) {
  const admin = await getSharedAdmin(product);
  const [code = ''] = newCodes(1);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const details = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 44, expiry_date: soon };
  requireBody(await admin.post('/api/admin/vouchers.php', { ...details, voucher_codes: [code] }));
  const brand = unique('Brand');
  await addVouchers(admin, 35, newCodes(1), brand);
  const { person: winner, offer } = await createPersonReadyToSpin(product);
  await settleSpin(product, winner.id, offer.offer_id, WINNING_ROLL);
  const clicker = await registerPerson(product);
  const started = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  await clickOffer(clicker, started.offer_id);
  // The case belongs to another person than the user whom a task credits by hand, because the credit closes cases.
  const asker = await registerPerson(product);
  await clickOffer(asker, started.offer_id);
  requireBody(await asker.client.post('/trpc/user.cases.open', { offer_id: started.offer_id, message: 'I did it' }));
  await sendRefused(product);

  const [ip, device] = [newAddress(), newDevice()];
  const ring: Person[] = [];
  for (const lastName of ['One', 'Two', 'Three']) ring.push(await registerFrom(product, { ip, device, lastName }));
  const old = unique('Old');
  for (const n of [1, 2, 3, 4, 5])
    await createOffer(product, admin, [{ amount: 5, probability: 10 }], { title: `${old} ${n}` });
  return { code, brand, winner, clicker, asker, started, ip, device, ring, old };
}

/** How many presses a task may take, compared with the way through menus: at most half, fewer, or at most as many. */
type Limit = 'half' | 'fewer' | 'equal';
const getLimit = (limit: Limit, byMenus: number) =>
  limit === 'half' ? byMenus / 2 : limit === 'fewer' ? byMenus - 1 : byMenus;

/**
 * Tasks of an operator, each started at the dashboard. `byMenus` lists the presses that a task takes through the
 * sidebar, lists and forms, without the search, the selection of several rows and the links of the dashboard. Typing
 * does not count.
 */
test('takes at most as many presses for a task as the menus, and at most half for the most frequent tasks', {
  tag: wide,
}, async ({ page, product }) => {
  const { code, brand, winner, clicker, asker, started, ip, device, ring, old } = await makeWork(product);
  const question = page.getByRole('alertdialog');
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const form = (name: string) => page.getByRole('dialog', { name });
  const field = (name: string, label: string) => form(name).getByLabel(label, { exact: true });
  const link = (name: RegExp) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const tab = () => page.keyboard.press('Tab');

  const tasks: Record<string, { byMenus: string[]; limit: Limit; perform: () => Promise<void> }> = {
    'find a user by e-mail': {
      byMenus: ['Users', 'search field', 'the row', 'View profile'],
      limit: 'half',
      perform: async () => {
        await search(page, winner.email, /Asha Rao/);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${product.adminOrigin}/admin/users/${winner.id}`);
      },
    },
    'credit a user by hand': {
      byMenus: ['Users', 'search field', 'the row', 'View profile', 'Credit manually', 'Credit'],
      limit: 'half',
      perform: async () => {
        await search(page, `credit ${clicker.email}`, /Credit manually: Asha Rao/);
        await page.keyboard.press('Enter');
        await write(page, question.getByLabel('Reason'), 'A screenshot by mail');
        await question.getByRole('button', { name: 'Credit', exact: true }).click();
        await expect(page.getByText('Completion credited').first()).toBeVisible();
      },
    },
    'resend a voucher code to its winner': {
      byMenus: ['Users', 'search field', 'name', 'View', 'Resend code', 'Reason', 'Resend code'],
      limit: 'half',
      perform: async () => {
        await search(page, `resend ${winner.email}`, /Resend a code to Asha Rao/);
        await page.keyboard.press('Enter');
        await write(page, question.getByLabel('Reason'), 'The mail was lost');
        await question.getByRole('button', { name: 'Resend code' }).click();
        await expect(page.getByText('Voucher code resent').first()).toBeVisible();
      },
    },
    'restock an amount': {
      byMenus: [
        'Vouchers',
        'Create Vouchers',
        'Multiple codes',
        'brand',
        'amount',
        'expiry date',
        'codes',
        'Create Vouchers',
      ],
      limit: 'half',
      perform: async () => {
        await search(page, 'restock 44', /Add ₹44 vouchers/);
        await page.keyboard.press('Enter');
        await expect(field('Create vouchers', 'Expiry date')).toBeFocused();
        await field('Create vouchers', 'Expiry date').fill('2099-12-31');
        await write(page, form('Create vouchers').getByLabel('Voucher codes'), newCodes(2).join('\n'));
        await form('Create vouchers').getByRole('button', { name: 'Create Vouchers' }).click();
        await expect(page.getByText('Voucher(s) created successfully').first()).toBeVisible();
      },
    },
    'find a voucher code and its status': {
      byMenus: ['Vouchers', 'search field'],
      limit: 'half',
      perform: () => search(page, code, new RegExp(`${code.slice(-4)}.*available`, 'i')),
    },
    'flag a ring of three': {
      byMenus: [
        'Fraud Detection',
        'Suspicious Devices',
        'the device',
        ...ring.flatMap(() => ['Flag User', 'Flag User']),
      ],
      limit: 'half',
      perform: async () => {
        await search(page, device, new RegExp(device));
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Flag all 3' }).click();
        await question.getByRole('button', { name: 'Flag Selected' }).click();
        await expect(page.getByText('3 users flagged and blocked').first()).toBeVisible();
      },
    },
    'archive five offers': {
      byMenus: ['Offers', 'search field', ...[1, 2, 3, 4, 5].flatMap(() => ['Deactivate', 'Deactivate'])],
      limit: 'half',
      perform: async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('o');
        await expect(title('Offer Management')).toBeVisible();
        await page.keyboard.press('/');
        await expect(page.getByRole('searchbox', { name: 'Search offers' })).toBeFocused();
        await page.keyboard.insertText(old);
        await expect(page.getByText('5 offers', { exact: true })).toBeVisible();
        await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
        await page.getByRole('region', { name: 'Selected offers' }).getByRole('button', { name: 'Archive' }).click();
        await question.getByRole('button', { name: 'Archive' }).click();
        await expect(page.getByText('No offers match')).toBeVisible();
      },
    },
    'read the refused postbacks of a network': {
      byMenus: ['Networks', 'the network', 'Inbox', 'filter by outcome'],
      limit: 'half',
      perform: async () => {
        await press(page.getByRole('link', { name: /refused since yesterday/ }).first());
        await expect(page).toHaveURL(/tab=inbox.*outcome=refused|outcome=refused.*tab=inbox/);
        await expect(page.getByRole('row').filter({ hasText: 'Refused' }).first()).toBeVisible();
      },
    },
    'see which vouchers expire next': {
      byMenus: ['Vouchers', 'filter by status', 'filter by expiry', 'order by expiry'],
      limit: 'half',
      perform: async () => {
        await press(page.getByRole('link', { name: /vouchers? expires? within 14 days/ }));
        await expect(page).toHaveURL(/sortBy=expiry_date/);
        await expect(page.getByRole('row').nth(1)).toBeVisible();
      },
    },
    'answer a missing-credit case': {
      byMenus: ['Missing Credit', 'filter by status', 'Evidence', 'Close with a reason', 'Close the case'],
      limit: 'fewer',
      perform: async () => {
        await press(page.getByRole('link', { name: /missing credit cases? open/ }));
        await expect(page).toHaveURL(/\/admin\/cases\?status=open/);
        await expect(title('Missing Credit')).toBeVisible();
        await press(page.getByRole('button', { name: `Evidence of ${asker.email}` }).first());
        await press(page.getByRole('dialog').getByRole('button', { name: 'Close with a reason' }));
        await write(page, question.getByLabel('Reason'), 'A customer there before');
        await question.getByRole('button', { name: 'Close the case' }).click();
        await expect(page.getByText('Case closed').first()).toBeVisible();
      },
    },
    'change the odds of an offer': {
      byMenus: ['Offers', 'search field', 'Edit', 'Probability', 'Save changes'],
      limit: 'fewer',
      perform: async () => {
        await search(page, `odds ${started.external_offer_id}`, new RegExp(`Edit ${started.title}`));
        await page.keyboard.press('Enter');
        await press(field('Edit offer', 'Probability (%)'));
        await field('Edit offer', 'Probability (%)').fill('12');
        await form('Edit offer').getByRole('button', { name: 'Save changes' }).click();
        await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
      },
    },
    'import vouchers': {
      byMenus: ['Vouchers', 'Create Vouchers', 'Upload CSV', 'File', 'Add'],
      limit: 'fewer',
      perform: async () => {
        await search(page, 'import vouchers', /Import vouchers/);
        await page.keyboard.press('Enter');
        const lines = ['code,brand,amount,expiry', ...newCodes(2).map((each) => `${each},${brand},36,2099-12-31`)];
        const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
        const chooser = page.waitForEvent('filechooser');
        await form('Create vouchers').getByLabel('File of voucher codes').click();
        await (await chooser).setFiles(file);
        await press(form('Create vouchers').getByRole('button', { name: 'Add 2 vouchers' }));
        await expect(page.getByText('2 new, 0 repeats').first()).toBeVisible();
      },
    },
    'flag a user': {
      byMenus: ['Fraud Detection', 'search field', 'Search', 'Flag User', 'Flag User'],
      limit: 'fewer',
      perform: async () => {
        await search(page, `flag ${clicker.email}`, /Flag Asha Rao/);
        await page.keyboard.press('Enter');
        await press(question.getByRole('button', { name: 'Flag User' }));
        await expect(page.getByText('User flagged and blocked from app successfully').first()).toBeVisible();
      },
    },
    'block an IP address': {
      byMenus: ['Fraud Detection', 'Suspicious IPs', 'search field', 'Search', 'Block IP', 'Block IP'],
      limit: 'fewer',
      perform: async () => {
        await search(page, `block ${ip}`, new RegExp(`Block or unblock ${ip}`));
        await page.keyboard.press('Enter');
        await press(form(ip).getByRole('button', { name: 'Block IP', exact: true }));
        await question.getByRole('button', { name: 'Block IP' }).click();
        await expect(page.getByText(`IP address ${ip} blocked successfully`).first()).toBeVisible();
      },
    },
    'add an offer': {
      byMenus: [
        'Offers',
        'Create Offer',
        'External offer ID',
        'Description',
        'Offer URL',
        'Reward amount',
        'Create Offer',
      ],
      limit: 'equal',
      perform: async () => {
        await search(page, 'new offer', /Create an offer/);
        await page.keyboard.press('Enter');
        await write(page, field('Create offer', 'Title'), unique('Offer'));
        await tab();
        await page.keyboard.insertText(unique('ext'));
        await tab();
        await page.keyboard.insertText('Ten questions.');
        await write(page, field('Create offer', 'Offer URL'), 'https://partner.example/?s={click_id}');
        await press(field('Create offer', 'Reward amount (₹)'));
        await field('Create offer', 'Reward amount (₹)').fill('40');
        await form('Create offer').getByRole('button', { name: 'Create Offer' }).click();
        await expect(page.getByText('Offer created successfully').first()).toBeVisible();
      },
    },
    'approve a request': {
      byMenus: ['Requests', 'Approve', 'Approve'],
      limit: 'equal',
      perform: async () => {
        // A real request needs a second owner, and with two owners all other journeys would need approvals.
        await intercept(
          page,
          'admin.approvals.list',
          rewrite<ApprovalList>((list) => ({ ...list, requests: [{ ...longRequest, title: 'Credit a quiz' }] })),
        );
        await intercept(page, 'admin.approvals.approve', (route) =>
          route.fulfill({ json: [{ result: { data: { message: 'Approved and executed' } } }] }),
        );
        await press(link(/^Requests/));
        await press(page.getByRole('button', { name: /^Approve ?: Credit a quiz/ }));
        await question.getByRole('button', { name: 'Approve' }).click();
        await expect(page.getByText('Approved and executed').first()).toBeVisible();
      },
    },
    'export conversions': {
      byMenus: ['Conversions', 'Export CSV'],
      limit: 'equal',
      perform: async () => {
        await press(link(/^Conversions/));
        const download = page.waitForEvent('download');
        await press(page.getByRole('link', { name: /^Export CSV/ }));
        expect((await download).suggestedFilename()).toMatch(/^conversions.*\.csv$/);
      },
    },
    'pause spins': {
      byMenus: ['Operations', 'Pause', 'Pause'],
      limit: 'equal',
      perform: async () => {
        // A real pause would stop the spins of all other journeys.
        await intercept(page, 'admin.spending.pause', (route) =>
          route.fulfill({ json: [{ result: { data: { message: 'Spins are paused' } } }] }),
        );
        await search(page, 'pause spins', /Pause or resume spins/);
        await page.keyboard.press('Enter');
        await question.getByRole('button', { name: 'Pause' }).click();
        await expect(page.getByText('Spins are paused').first()).toBeVisible();
      },
    },
    'add an admin': {
      byMenus: ['Admin Settings', 'Username', 'E-mail', 'Password', 'Confirm password', 'Create Admin'],
      limit: 'equal',
      perform: async () => {
        await press(link(/^Admin Settings/));
        const name = unique('clerk');
        await write(page, page.getByLabel('Username'), name);
        await tab();
        await page.keyboard.insertText(`${name}@example.com`);
        await write(page, page.getByLabel('Password', { exact: true }), 'a long clerk word 7');
        await write(page, page.getByLabel('Confirm password', { exact: true }), 'a long clerk word 7');
        await page.keyboard.press('Enter');
        await expect(page.getByText('Admin user created successfully!')).toBeVisible();
        await expect(page).toHaveURL(`${product.adminOrigin}/admin`);
      },
    },
  };

  await countPresses(page);
  await enterAdminAt(page, product, '/admin');
  const tooMany: string[] = [];
  for (const [task, { byMenus, limit, perform }] of Object.entries(tasks)) {
    await returnToDashboard(page, product.adminOrigin);
    const start = await readPressCount(page);
    await perform();
    const presses = (await readPressCount(page)) - start;
    expect(presses, `${task} is counted`).toBeGreaterThan(0);
    if (presses > getLimit(limit, byMenus.length))
      tooMany.push(`${task}: ${presses} presses, ${byMenus.length} by menus`);
  }
  expect(tooMany).toEqual([]);
  const limits = Object.values(tasks).map(({ limit }) => limit);
  const countLimits = (wanted: Limit) => limits.filter((limit) => limit === wanted).length;
  expect([countLimits('half'), countLimits('fewer'), countLimits('equal')]).toEqual([9, 5, 5]);
});
