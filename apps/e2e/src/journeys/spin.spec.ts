import type { SpinResult } from '@inaam/contracts/spins/spins';
import type { APIResponse } from '@playwright/test';
import { fetchOffer } from '../support/actors.ts';
import { countSpinsAndVouchers, settleSpin } from '../support/database.ts';
import { rewardAtAngle } from '../support/draw.ts';
import { dropAnswer, hold, intercept, readResult } from '../support/intercept.ts';
import { expect, test } from '../support/journey.ts';
import { createPersonReadyToSpin, LOSING_ROLL, WINNING_ROLL } from '../support/ready-to-spin.ts';
import { enterAs, offerCard, openDone, openWheel, skipTurning } from '../support/user-screens.ts';
import { angleBetween, followWheel, readLandedAngle } from '../support/wheel.ts';

/** Tests the wheel when the server is slow or unreachable, and when two tabs spin. A completion has only one spin. */

test.skip(({ isMobile }) => !isMobile, 'nothing here depends on the width');

test('reports a lost answer and shows the stored result at the next spin', async ({ page, context, product }) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await followWheel(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('user.spins.spin')) requested.push(request.postData() ?? '');
  });
  await intercept(page, 'user.spins.spin', dropAnswer, 1);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Spin failed. Please try again.');
  const { wheel } = await fetchOffer(person, offer.offer_id);
  expect(rewardAtAngle(wheel, await readLandedAngle(page))).toBe('none');
  expect(await countSpinsAndVouchers(product, person.id)).toMatchObject({ spins: 1 });

  const answering = page.waitForResponse(/user\.spins\.spin/);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  const result = await readResult<SpinResult>(await answering);
  expect(requested).toHaveLength(2);
  expect(requested[0], 'drawn with the seed of the call whose answer was lost').toContain(result.proof.clientSeed);
  await skipTurning(dialog);
  if (result.voucher) await expect(dialog.getByText(result.voucher.code)).toBeVisible();
  else await expect(dialog.getByRole('status')).toHaveText(result.message);
  expect(await countSpinsAndVouchers(product, person.id)).toEqual({ spins: 1, vouchers: result.voucher ? 1 : 0 });
});

test('shows one result in two tabs that spin at once', async ({ page, context, product }) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  const pages = [page, await context.newPage()];
  const dialogs = [];
  for (const each of pages) {
    await each.goto(product.appOrigin);
    dialogs.push(await openWheel(each, offer.title));
  }
  const answers = pages.map((each) => each.waitForResponse(/user\.spins\.spin/));
  await Promise.all(dialogs.map((dialog) => dialog.getByRole('button', { name: 'Spin Now' }).click()));
  const [one, other] = await Promise.all(answers.map(async (answer) => readResult<SpinResult>(await answer)));
  if (!one) throw new Error('no answer');
  expect(other).toEqual(one);
  for (const [index, dialog] of dialogs.entries()) {
    await pages[index]?.bringToFront();
    await skipTurning(dialog);
    if (one.voucher) await expect(dialog.getByText(one.voucher.code)).toBeVisible();
    else await expect(dialog.getByRole('status')).toHaveText(one.message);
  }
  expect(await countSpinsAndVouchers(product, person.id)).toEqual({ spins: 1, vouchers: one.voucher ? 1 : 0 });
});

test('shows the stored result after a reload during a spin', async ({ page, context, product }) => {
  const { person, offer, reward } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  // The server answers, and the answer is still in flight when the page reloads.
  const answered = Promise.withResolvers<APIResponse>();
  await intercept(page, 'user.spins.spin', async (route) => answered.resolve(await route.fetch()), 1);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  const { voucher } = await readResult<SpinResult>(await answered.promise);
  if (!voucher) throw new Error('The win has no voucher although its amount was in stock');
  await expect(dialog.getByRole('status')).toHaveText('The wheel is turning...');
  await page.reload();
  // The wheel returns with the stored result, and does not open again after it was closed.
  await expect(dialog.getByText(voucher.code)).toBeVisible();
  await dialog.getByRole('button', { name: 'Awesome' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await openDone(page);
  const card = offerCard(page, offer.title);
  await expect(card.getByText(voucher.code)).toBeVisible();
  await expect(card.getByRole('button', { name: /^Won ₹/ })).toBeDisabled();
  await expect(dialog).toBeHidden();
  expect(voucher.amount).toBe(reward.amount);
  expect(await countSpinsAndVouchers(product, person.id)).toEqual({ spins: 1, vouchers: 1 });
});

test('turns the wheel until the answer arrives, then lands on its result', async ({ page, context, product }) => {
  const { person, offer } = await createPersonReadyToSpin(product);
  await enterAs(context, product, person);
  // Timers run normally and can be fast-forwarded.
  await page.clock.install();
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await settleSpin(product, person.id, offer.offer_id, WINNING_ROLL);
  await followWheel(page);
  const forward = await hold(page, 'user.spins.spin');
  const confetti = page.waitForSelector('canvas', { state: 'attached' });
  const answering = page.waitForResponse(/user\.spins\.spin/);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  // The phone's back button does nothing during the spin.
  await page.goBack();
  // With an answer, which is held here, the wheel would show the result within 6 seconds.
  await page.clock.fastForward(6500);
  const early = await readLandedAngle(page);
  await expect.poll(async () => angleBetween(await readLandedAngle(page), early)).toBeGreaterThan(5);
  await expect(dialog.getByRole('status')).toHaveText('The wheel is turning...');
  forward();
  const result = await readResult<SpinResult>(await answering);
  await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toBeVisible();
  expect(angleBetween(await readLandedAngle(page), result.landingAngle)).toBeLessThan(0.1);
  await confetti;
});

for (const { outcome, roll } of [
  { outcome: 'win', roll: WINNING_ROLL },
  { outcome: 'loss', roll: LOSING_ROLL },
]) {
  test(`shows a ${outcome} without rotation or confetti for reduced motion`, async ({ page, context, product }) => {
    const { person, offer } = await createPersonReadyToSpin(product);
    await enterAs(context, product, person);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(product.appOrigin);
    const dialog = await openWheel(page, offer.title);
    await settleSpin(product, person.id, offer.offer_id, roll);
    // Records every position of the wheel, and every canvas.
    await page.evaluate(() => {
      const positions = new Set<string>();
      let canvases = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node instanceof HTMLCanvasElement) canvases += 1;
      }).observe(document.body, { childList: true, subtree: true });
      const recordTransform = () => {
        const disc = document.querySelector('[role="dialog"] [data-testid="wheel-disc"]');
        if (disc) positions.add(getComputedStyle(disc).transform);
        Object.assign(document.documentElement.dataset, {
          positionCount: String(positions.size),
          canvases: String(canvases),
        });
        requestAnimationFrame(recordTransform);
      };
      recordTransform();
    });
    await dialog.getByRole('button', { name: 'Spin Now' }).click();
    if (outcome === 'win') {
      await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Awesome' }).click();
    } else {
      await expect(dialog.getByRole('status')).toHaveText('Better luck next time!');
      await dialog.getByRole('button', { name: 'Close' }).first().click();
    }
    await expect(dialog).toBeHidden();
    const { positionCount, canvases } = await page.evaluate(() => {
      const { dataset } = document.documentElement;
      return { positionCount: dataset.positionCount, canvases: dataset.canvases };
    });
    // The wheel has at most two positions: before and after the spin.
    expect(Number(positionCount)).toBeGreaterThan(0);
    expect(Number(positionCount)).toBeLessThanOrEqual(2);
    expect(canvases).toBe('0');
  });
}
