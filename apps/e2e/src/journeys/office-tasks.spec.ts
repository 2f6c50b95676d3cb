import type { ApprovalList } from '@inaam/contracts/approvals/approvals';
import {
  addVouchers,
  bodyOf,
  clickOffer,
  createOffer,
  getSharedAdmin,
  newCodes,
  registerPerson,
  unique,
} from '../support/actors.ts';
import { newAddress, newDevice, registerFrom } from '../support/addresses.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { expect, test, wide } from '../support/journey.ts';
import { longRequest } from '../support/long-rows.ts';
import { countPresses, press, pressesOf, returnToDashboard, search, write } from '../support/presses.ts';
import type { Product } from '../support/product.ts';

/** Data of the tasks. Each task has its own, so that other journeys do not change it. */
async function makeWork(product: Product) {
  const admin = await getSharedAdmin(product);
  const odds = await createOffer(product, admin, [{ amount: 5, probability: 10 }]);
  const [ip, device] = [newAddress(), newDevice()];
  const suspect = await registerFrom(product, { ip, device, lastName: 'One' });
  await registerFrom(product, { ip, device, lastName: 'Two' });
  const clicker = await registerPerson(product);
  await clickOffer(clicker, odds.offer_id);
  const asker = await registerPerson(product);
  await clickOffer(asker, odds.offer_id);
  bodyOf(await asker.client.post('/trpc/user.cases.open', { offer_id: odds.offer_id, message: 'I did it' }));
  const brand = unique('Brand');
  await addVouchers(admin, 35, newCodes(1), brand);
  return { odds, ip, suspect, clicker, asker, brand };
}

/**
 * Twelve tasks of an operator, each from the dashboard. `byMenus` lists the presses by the sidebar, lists and forms:
 * the way before the search could start actions and the dashboard linked to what needs attention.
 */
test('takes no more presses for twelve tasks than by menus, and fewer for seven', { tag: wide }, async ({
  page,
  product,
}) => {
  const { odds, ip, suspect, clicker, asker, brand } = await makeWork(product);
  const question = page.getByRole('alertdialog');
  const form = (name: string) => page.getByRole('dialog', { name });
  const field = (name: string, label: string) => form(name).getByLabel(label, { exact: true });
  const tab = () => page.keyboard.press('Tab');

  const tasks: Record<string, { byMenus: string[]; isFewer?: true; now: () => Promise<void> }> = {
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
      now: async () => {
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
    'change the odds of an offer': {
      byMenus: ['Offers', 'search field', 'Edit', 'Probability', 'Save changes'],
      isFewer: true,
      now: async () => {
        await search(page, `odds ${odds.external_offer_id}`, new RegExp(`Edit ${odds.title}`));
        await page.keyboard.press('Enter');
        await press(field('Edit offer', 'Probability (%)'));
        await field('Edit offer', 'Probability (%)').fill('12');
        await form('Edit offer').getByRole('button', { name: 'Save changes' }).click();
        await expect(page.getByText('Offer updated successfully').first()).toBeVisible();
      },
    },
    'import vouchers': {
      byMenus: ['Vouchers', 'Create Vouchers', 'Upload CSV', 'File', 'Add'],
      isFewer: true,
      now: async () => {
        await search(page, 'import vouchers', /Import vouchers/);
        await page.keyboard.press('Enter');
        const lines = ['code,brand,amount,expiry', ...newCodes(2).map((code) => `${code},${brand},36,2099-12-31`)];
        const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
        const chooser = page.waitForEvent('filechooser');
        await form('Create vouchers').getByLabel('File of voucher codes').click();
        await (await chooser).setFiles(file);
        await press(form('Create vouchers').getByRole('button', { name: 'Add 2 vouchers' }));
        await expect(page.getByText('2 new, 0 repeats').first()).toBeVisible();
      },
    },
    'find a user by e-mail': {
      byMenus: ['Users', 'search field', 'the row', 'View profile'],
      isFewer: true,
      now: async () => {
        await search(page, clicker.email, /Asha Rao/);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${product.adminOrigin}/admin/users/${clicker.id}`);
      },
    },
    'flag a user': {
      byMenus: ['Fraud Detection', 'search field', 'Search', 'Flag User', 'Flag User'],
      isFewer: true,
      now: async () => {
        await search(page, `flag ${suspect.email}`, /Flag Ravi One/);
        await page.keyboard.press('Enter');
        await press(question.getByRole('button', { name: 'Flag User' }));
        await expect(page.getByText('User flagged and blocked from app successfully').first()).toBeVisible();
      },
    },
    'credit by hand': {
      byMenus: ['Users', 'search field', 'the row', 'View profile', 'Credit manually', 'Credit'],
      isFewer: true,
      now: async () => {
        await search(page, `credit ${clicker.email}`, /Credit manually: Asha Rao/);
        await page.keyboard.press('Enter');
        await write(page, question.getByLabel('Reason'), 'A screenshot by mail');
        await question.getByRole('button', { name: 'Credit', exact: true }).click();
        await expect(page.getByText('Completion credited').first()).toBeVisible();
      },
    },
    'answer a missing-credit case': {
      byMenus: ['Missing Credit', 'filter by status', 'Evidence', 'Close with a reason', 'Close the case'],
      isFewer: true,
      now: async () => {
        await press(page.getByRole('link', { name: /missing credit cases? open/ }));
        await press(page.getByRole('button', { name: `Evidence of ${asker.email}` }).first());
        await press(page.getByRole('dialog').getByRole('button', { name: 'Close with a reason' }));
        await write(page, question.getByLabel('Reason'), 'A customer there before');
        await question.getByRole('button', { name: 'Close the case' }).click();
        await expect(page.getByText('Case closed').first()).toBeVisible();
      },
    },
    'block an address': {
      byMenus: ['Fraud Detection', 'Suspicious IPs', 'search field', 'Search', 'Block IP', 'Block IP'],
      isFewer: true,
      now: async () => {
        await search(page, `block ${ip}`, new RegExp(`Block or unblock ${ip}`));
        await page.keyboard.press('Enter');
        await press(page.getByRole('dialog', { name: ip }).getByRole('button', { name: 'Block IP', exact: true }));
        await question.getByRole('button', { name: 'Block IP' }).click();
        await expect(page.getByText(`IP address ${ip} blocked successfully`).first()).toBeVisible();
      },
    },
    'approve a request': {
      byMenus: ['Requests', 'Approve', 'Approve'],
      now: async () => {
        // A real request needs a second owner, who would bind all other journeys to two people.
        await intercept(
          page,
          'admin.approvals.list',
          rewrite<ApprovalList>((list) => ({ ...list, requests: [{ ...longRequest, title: 'Credit a quiz' }] })),
        );
        await intercept(page, 'admin.approvals.approve', (route) =>
          route.fulfill({ json: [{ result: { data: { message: 'Approved and executed' } } }] }),
        );
        await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Requests/ }));
        await press(page.getByRole('button', { name: /^Approve ?: Credit a quiz/ }));
        await question.getByRole('button', { name: 'Approve' }).click();
        await expect(page.getByText('Approved and executed').first()).toBeVisible();
      },
    },
    'export conversions': {
      byMenus: ['Conversions', 'Export CSV'],
      now: async () => {
        await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Conversions/ }));
        const download = page.waitForEvent('download');
        await press(page.getByRole('link', { name: /^Export CSV/ }));
        expect((await download).suggestedFilename()).toMatch(/^conversions.*\.csv$/);
      },
    },
    'pause spins': {
      byMenus: ['Operations', 'Pause', 'Pause'],
      now: async () => {
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
      now: async () => {
        await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Admin Settings/ }));
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
  for (const [task, { byMenus, isFewer, now }] of Object.entries(tasks)) {
    await returnToDashboard(page, product.adminOrigin);
    const start = await pressesOf(page);
    await now();
    const presses = (await pressesOf(page)) - start;
    expect(presses, `${task} is counted`).toBeGreaterThan(0);
    if (presses > byMenus.length - (isFewer ? 1 : 0))
      tooMany.push(`${task}: ${presses} presses, ${byMenus.length} by menus`);
  }
  expect(tooMany).toEqual([]);
  expect(Object.keys(tasks)).toHaveLength(12);
  expect(Object.values(tasks).filter(({ isFewer }) => isFewer)).toHaveLength(7);
});
