import { createHash } from 'node:crypto';
import { clickOffer, createOffer, getSharedAdmin, registerPerson, unique } from '../support/actors.ts';
import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFits } from '../support/expect-fits.ts';
import { anyWidth, expect, test } from '../support/journey.ts';

const SECRET = 'the wall’s own key';

/** Builds a postback of the offer wall, signed over three of its fields and the secret. */
function buildWallPostback(address: string, click: string, status: string): string {
  const transaction = unique('txn');
  const signature = createHash('md5').update(`${click}${transaction}250${SECRET}`).digest('hex');
  const query = new URLSearchParams({
    subId: click,
    transId: transaction,
    reward: '250',
    payout: '1.25',
    status,
    signature,
  });
  return `${address}?${query}`;
}

test('adds a network from a preset, explains its postbacks, and maps another status word', { tag: anyWidth }, async ({
  page,
  product,
}) => {
  const slug = unique('wall');
  await enterAdminAt(page, product, '/admin/networks');
  await expect(page.getByRole('heading', { name: 'Networks', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Add network' }).click();
  const main = page.getByRole('main');
  await main.getByLabel('Search presets').fill('white');
  await expectAccessible(page);
  await main.getByRole('button', { name: /^White-label wall/ }).click();
  await expect(main.getByRole('region', { name: 'Please check' })).toBeVisible();
  await main.getByLabel('Slug').fill(slug);
  await main.getByLabel('Name').fill(slug);
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByText('Secret key is required')).toBeVisible();
  await expectAccessible(page);
  await main.getByLabel('Secret key').fill(SECRET);
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByText('₹110.00')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Add network' }).click();
  const shown = main.getByRole('status', { name: 'Postback URL' });
  await expect(shown).toContainText(`/postback/${slug}?subId={subId}`);
  await expect(main.getByRole('button', { name: 'Copy postback URL' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const [address = ''] = ((await shown.textContent()) ?? '').split('?');
  const networkId = Number(new URL(page.url()).pathname.split('/').at(-2));
  await page.goto(`${product.adminOrigin}/admin/networks/${networkId}`);
  await expect(main.getByRole('link', { name: 'Continue set-up' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const panel = page.getByRole('dialog');

  const rest = await getSharedAdmin(product);
  const offer = await createOffer(product, rest, [{ amount: 5, probability: 10 }], { network_id: networkId });
  const people = await Promise.all([registerPerson(product), registerPerson(product)]);
  const [first = '', second = ''] = await Promise.all(people.map((person) => clickOffer(person, offer.offer_id)));
  const answer = await fetch(buildWallPostback(address, first, '1'));
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
  await fetch(buildWallPostback(address, second, 'hold'));

  await page.reload();
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Accepted');
  const waiting = page.getByRole('row').filter({ hasText: second });
  await expect(waiting).toContainText('Parked');
  await expectAccessible(page);
  await page.getByLabel('Outcome', { exact: true }).selectOption('Parked');
  await expect(page).toHaveURL(/outcome=parked/);
  await expect(page.getByRole('row').filter({ hasText: first })).toBeHidden();
  await waiting.getByRole('button').click();
  await expect(panel.getByRole('region', { name: 'Request as received' })).toContainText(`subId=${second}`);
  await expect(panel.getByRole('region', { name: 'Processed again' })).toContainText(
    'The outcome has not changed since the postback arrived.',
  );
  expect(await panel.textContent()).not.toContain(SECRET);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Match to a click' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Click ID').fill('nobody');
  await question.getByRole('button', { name: 'Match' }).click();
  await expect(question.getByText('There is no such click')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await panel.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expectAccessible(page);
  await expectFits(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  // The settings take at most two screens, because rarely used groups are collapsed.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2 * 800);
  if (size) await page.setViewportSize(size);
  await page.getByRole('button', { name: /^Status words/ }).click();
  await page.getByRole('button', { name: 'Add a word' }).click();
  await page.getByRole('textbox', { name: 'Word 3' }).fill('hold');
  await page.getByLabel('Means 3').selectOption('Approval');
  await expect(page.getByText('1 setting changed, not saved')).toBeVisible();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(panel.getByText('1 outcome would change')).toBeVisible();
  const difference = panel.getByRole('table').getByRole('row').nth(1);
  await expect(difference.getByRole('cell').nth(1)).toContainText('Parked');
  await expect(difference.getByRole('cell').nth(2)).toContainText('Accepted');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  // The bar with the button Save is shown only while a change is not saved.
  await expect(page.getByText('1 setting changed, not saved')).toBeHidden();

  // “Test this network” plays sample postbacks against the saved settings. They must not reach the inbox, which lists
  // only 2 postbacks below.
  await page.getByRole('tab', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'Test this network' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('of 100');
  await expect(result).toContainText('using White-label wall’s format');
  await expect(page.getByRole('region', { name: 'Repeats, wrong order and forgeries' })).toContainText(
    'The reversal before its conversion',
  );
  await expectAccessible(page);

  // The parked postback was processed again after the save, so a replay of all postbacks changes nothing.
  await page.goto(`${product.adminOrigin}/admin/networks/${networkId}?tab=inbox`);
  await expect(waiting).toContainText('Accepted');
  await page.getByRole('button', { name: 'Replay 2 postbacks' }).click();
  await expect(question).toContainText('Replay 2 postbacks?');
  await question.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(panel.getByText('Nothing changed.')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Done' }).click();
  await waiting.getByRole('button').click();
  await expect(panel.getByRole('region', { name: 'Processed again' })).toContainText('Settings changed');
  await panel.getByRole('link', { name: 'View conversion' }).click();
  await expect(page).toHaveURL(/\/admin\/conversions\/\d+$/);
  await page.goto(`${product.adminOrigin}/admin/networks`);
  await expect(page.getByRole('row').filter({ hasText: slug })).toContainText('2');
});
