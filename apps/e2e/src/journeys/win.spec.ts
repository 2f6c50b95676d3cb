import { formatRupees } from '@inaam/contracts/common/format';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { addVouchers, createOffer, getSharedAdmin, newCodes, type Reward, unique } from '../support/actors.ts';
import { newAmount } from '../support/amounts.ts';
import { findExpectedReward, rewardAtAngle, wheelFaults } from '../support/draw.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { anyWidth, expect, test } from '../support/journey.ts';
import { createAccount, offerCard, startOffer } from '../support/user-screens.ts';
import { angleBetween, followWheel, readLandedAngle } from '../support/wheel.ts';

/** Rewards with a total chance of 99.9 %, the highest possible, in amounts that no other journey stocks. */
const newRewards = (): Reward[] => [30, 25, 20, 15, 9.9].map((probability) => ({ amount: newAmount(), probability }));

test('signs up, verifies the e-mail address, completes an offer, spins, and uses the voucher', {
  tag: anyWidth,
}, async ({ page, product }) => {
  const admin = await getSharedAdmin(product);
  const rewards = newRewards();
  const title = unique('Open a savings account');
  await createOffer(product, admin, rewards, { title });
  const stock = newCodes(15);
  for (const [index, { amount }] of rewards.entries()) {
    await addVouchers(admin, amount, stock.slice(index * 3, index * 3 + 3));
  }

  await page.goto(`${product.appOrigin}/login`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expectAccessible(page);
  await createAccount(page, product);
  await expectAccessible(page);

  const card = offerCard(page, title);
  const partner = await startOffer(page, title);
  await expectAccessible(partner);
  await partner.getByRole('button', { name: 'Complete' }).click();
  await expect(partner.getByRole('status')).toContainText('accepted the completion');
  await expectAccessible(partner);
  await partner.close();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card.getByText('Ready to Spin')).toBeVisible();
  await card.getByRole('button', { name: 'Spin Wheel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Spin Now' })).toBeVisible();
  await expectAccessible(page);

  await followWheel(page);
  const answering = page.waitForResponse((response) => response.url().includes('user.spins.spin'));
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  const result = await readSpinResult(await answering);
  if (result.rewardType === 'none') {
    await expect(dialog.getByRole('status')).toContainText(result.message);
    expect(angleBetween(await readLandedAngle(page), result.landingAngle)).toBeLessThan(0.1);
    test
      .info()
      .annotations.push({ type: 'loss', description: 'one roll in a thousand loses, so there was no voucher' });
    return;
  }

  await expect(page.getByRole('dialog', { name: /congratulations/i })).toBeVisible();
  expect(
    angleBetween(await readLandedAngle(page), result.landingAngle),
    'the wheel shows the result of the server',
  ).toBeLessThan(0.1);
  expect(result.rewardType).toBe(findExpectedReward(rewards, result.proof.roll));
  expect(wheelFaults(rewards, result.wheel)).toEqual([]);
  expect(rewardAtAngle(result.wheel, result.landingAngle)).toBe(result.rewardType);

  const { voucher } = result;
  if (!voucher) throw new Error('The win has no voucher although its amount was in stock');
  expect(stock).toContain(voucher.code);
  await expect(dialog.getByText(voucher.code)).toBeVisible();
  await expect(dialog.getByText(formatRupees(voucher.amount)).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Awesome' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('button', { name: `Won ${formatRupees(voucher.amount)} Voucher` })).toBeDisabled();
  await expect(card.getByText(voucher.code)).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(`${product.appOrigin}/profile`);
  const findFact = (label: string) => page.getByRole('term').filter({ hasText: label });
  await expect(findFact('Total Vouchers')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(title);
  await expectAccessible(page);
  const won = page.getByRole('listitem').filter({ hasText: title });
  await expect(won.getByText(voucher.code)).toBeHidden();
  await won.getByRole('button', { name: /Show code/ }).click();
  await expect(won.getByText(voucher.code)).toBeVisible();
  await won.getByRole('button', { name: 'Mark as used' }).click();
  await expect(won.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Waits until the use can no longer be undone.
  await expect(won.getByText('Used', { exact: true })).toBeVisible();
  await expect(won.getByRole('button', { name: 'Mark as used' })).toBeHidden();
});

async function readSpinResult(response: { json: () => Promise<unknown> }): Promise<SpinResult> {
  const body = (await response.json()) as { result: { data: SpinResult } } | [{ result: { data: SpinResult } }];
  return (Array.isArray(body) ? body[0] : body).result.data;
}
