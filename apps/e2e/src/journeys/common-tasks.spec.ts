import {
  bodyOf,
  clickOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  nowInSeconds,
  type Person,
  registerPerson,
  sign,
  unique,
} from '../support/actors.ts';
import { newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt, newAdmin } from '../support/admin-screens.ts';
import { settleSpin } from '../support/database.ts';
import { expect, test, wide } from '../support/journey.ts';
import { countPresses, press, pressesOf, returnToDashboard, search, write } from '../support/presses.ts';
import type { Product } from '../support/product.ts';
import { createPersonReadyToSpin, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { RestClient } from '../support/rest.ts';

/**
 * The most frequent tasks of the back-office take at most half of the presses that they took before the search could
 * start actions and lists could select several rows. Typing did not count before either.
 */

/** A signed call of the sandbox network with an unfilled macro as its transaction. */
async function sendRefused(product: Product): Promise<void> {
  const fields = { click_id: unique('nobody'), transaction_id: '{transaction_id}', payout: '1', currency: 'INR' };
  const query = new URLSearchParams({ ...fields, status: 'approved', timestamp: String(nowInSeconds()) }).toString();
  const signature = sign(query, product.sandboxSecret);
  await new RestClient(product.appOrigin).get(`/postback/sandbox?${query}&signature=${signature}`);
}

/** Data of the tasks. Each task has its own, so that other journeys do not change it. */
async function makeWork(product: Product) {
  const admin = await getSharedAdmin(product);
  const [code = ''] = newCodes(1);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const details = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 44, expiry_date: soon };
  bodyOf(await admin.post('/api/admin/vouchers.php', { ...details, voucher_codes: [code] }));
  const { person: winner, offer } = await createPersonReadyToSpin(product);
  await settleSpin(product, winner.id, offer.offer_id, WINNING_ROLL);
  const clicker = await registerPerson(product);
  const started = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  await clickOffer(clicker, started.offer_id);
  // Another person, since a credit closes the case.
  const asker = await registerPerson(product);
  await clickOffer(asker, started.offer_id);
  bodyOf(await asker.client.post('/trpc/user.cases.open', { offer_id: started.offer_id, message: 'I did it' }));
  await sendRefused(product);

  const [ip, device] = [newAddress(), newDevice()];
  const ring: Person[] = [];
  for (const lastName of ['One', 'Two', 'Three']) ring.push(await registerFrom(product, { ip, device, lastName }));
  const old = unique('Old');
  for (const n of [1, 2, 3, 4, 5])
    await createOffer(product, admin, [{ amount: 5, probability: 10 }], { title: `${old} ${n}` });
  return { code, winner, clicker, device, ring, old };
}

test('needs half as many presses as before for ten frequent tasks', { tag: wide }, async ({ page, product }) => {
  const { code, winner, clicker, device, ring, old } = await makeWork(product);
  const question = page.getByRole('alertdialog');
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  /** Each begins on the dashboard. `before`: the presses by menus, lists and forms. */
  const tasks: Record<string, { before: string[]; now: () => Promise<void> }> = {
    'go to a person by their mail': {
      before: ['Users', 'search field', 'name', 'View'],
      now: async () => {
        await search(page, winner.email, /Asha Rao/);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${product.adminOrigin}/admin/users/${winner.id}`);
      },
    },
    'credit a user by hand': {
      before: ['Users', 'search field', 'name', 'View', 'Credit manually', 'Reason', 'Credit'],
      now: async () => {
        await search(page, `credit ${clicker.email}`, /Credit manually: Asha Rao/);
        await page.keyboard.press('Enter');
        await write(page, question.getByLabel('Reason'), 'A screenshot by mail');
        await question.getByRole('button', { name: 'Credit', exact: true }).click();
        await expect(page.getByText('Completion credited').first()).toBeVisible();
      },
    },
    'resend a code to its winner': {
      before: ['Users', 'search field', 'name', 'View', 'Resend code', 'Reason', 'Resend code'],
      now: async () => {
        await search(page, `resend ${winner.email}`, /Resend a code to Asha Rao/);
        await page.keyboard.press('Enter');
        await write(page, question.getByLabel('Reason'), 'The mail was lost');
        await question.getByRole('button', { name: 'Resend code' }).click();
        await expect(page.getByText('Voucher code resent').first()).toBeVisible();
      },
    },
    'restock an amount': {
      before: [
        'Vouchers',
        'Create Vouchers',
        'Multiple codes',
        'brand',
        'amount',
        'expiry date',
        'codes',
        'Create Vouchers',
      ],
      now: async () => {
        await search(page, 'restock 44', /Add ₹44 vouchers/);
        await page.keyboard.press('Enter');
        const form = page.getByRole('dialog', { name: 'Create vouchers' });
        await expect(form.getByLabel('Expiry date')).toBeFocused();
        await form.getByLabel('Expiry date').fill('2099-12-31');
        await write(page, form.getByLabel('Voucher codes'), newCodes(2).join('\n'));
        await form.getByRole('button', { name: 'Create Vouchers' }).click();
        await expect(page.getByText('Voucher(s) created successfully').first()).toBeVisible();
      },
    },
    'find a code, and what became of it': {
      before: ['Vouchers', 'search field'],
      now: async () => {
        await search(page, code, new RegExp(`${code.slice(-4)}.*available`, 'i'));
      },
    },
    'flag a ring of three': {
      before: [
        'Fraud Detection',
        'Suspicious Devices',
        'the device',
        ...ring.flatMap(() => ['Flag User', 'Flag User']),
      ],
      now: async () => {
        await search(page, device, new RegExp(device));
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Flag all 3' }).click();
        await question.getByRole('button', { name: 'Flag Selected' }).click();
        await expect(page.getByText('3 users flagged and blocked').first()).toBeVisible();
      },
    },
    'take five offers out of use': {
      before: ['Offers', 'search field', ...[1, 2, 3, 4, 5].flatMap(() => ['Deactivate', 'Deactivate'])],
      now: async () => {
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
    'read what a network was refused': {
      before: ['Networks', 'the network', 'Inbox', 'filter by outcome'],
      now: async () => {
        await press(page.getByRole('link', { name: /refused since yesterday/ }).first());
        await expect(page).toHaveURL(/tab=inbox.*outcome=refused|outcome=refused.*tab=inbox/);
        await expect(page.getByRole('row').filter({ hasText: 'Refused' }).first()).toBeVisible();
      },
    },
    'open the cases that wait': {
      before: ['Missing Credit', 'filter by status'],
      now: async () => {
        await press(page.getByRole('link', { name: /missing credit cases? open/ }));
        await expect(page).toHaveURL(/\/admin\/cases\?status=open/);
        await expect(title('Missing Credit')).toBeVisible();
      },
    },
    'see which vouchers expire next': {
      before: ['Vouchers', 'filter by status', 'filter by expiry', 'order by expiry'],
      now: async () => {
        await press(page.getByRole('link', { name: /vouchers? expires? within 14 days/ }));
        await expect(page).toHaveURL(/sortBy=expiry_date/);
        await expect(page.getByRole('row').nth(1)).toBeVisible();
      },
    },
  };

  await countPresses(page);
  await enterAdminAt(page, product, '/admin', await newAdmin(product));
  const needed: string[] = [];
  for (const [task, { before, now }] of Object.entries(tasks)) {
    await returnToDashboard(page, product.adminOrigin);
    const start = await pressesOf(page);
    await now();
    const presses = (await pressesOf(page)) - start;
    expect(presses, `${task} is counted`).toBeGreaterThan(0);
    if (presses > before.length / 2) needed.push(`${task}: ${presses} presses, ${before.length} before`);
  }
  expect(needed).toEqual([]);
  expect(Object.keys(tasks)).toHaveLength(10);
});
