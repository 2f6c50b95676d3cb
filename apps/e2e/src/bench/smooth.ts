/**
 * `pnpm --filter @inaam/e2e smooth`: what a cheap phone feels, on the built product at a quarter of this machine's
 * processor. The wheel while it turns: the longest task of the main thread, and frames a second. A list of 1,000
 * offers: until it is up, and the longest task of it, of a search, and of scrolling. A measure of its own, no part of
 * the tests: its figures depend on what else the machine does. Ends with 1 when a turning wheel has a task over 50 ms.
 */
import type { UserOfferList } from '@inaam/contracts/offers/offers';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { intercept, rewrite } from '../support/intercept.ts';
import { startProduct } from '../support/product.ts';
import { personReadyToSpin } from '../support/ready-to-spin.ts';
import { enterAs, openWheel } from '../support/user-screens.ts';

const SLOWER = 4;
const LONGEST_MS = 50;
const OFFERS = 1000;

interface Smoothness {
  /** In ms. */
  longestTask: number;
  tasksOver50: number;
  framesPerSecond: number;
}

/** Watches the main thread from now on, until {@link seen}. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const state = { tasks: [] as number[], frames: 0, from: performance.now(), on: true };
    Object.assign(window, { smooth: state });
    new PerformanceObserver((list) => {
      for (const { duration, startTime } of list.getEntries()) if (startTime >= state.from) state.tasks.push(duration);
    }).observe({ type: 'longtask' });
    const frame = () => {
      state.frames += 1;
      if (state.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

const seen = (page: Page): Promise<Smoothness> =>
  page.evaluate(() => {
    const { smooth } = window as unknown as { smooth: { tasks: number[]; frames: number; from: number; on: boolean } };
    smooth.on = false;
    return {
      longestTask: Math.round(Math.max(0, ...smooth.tasks)),
      tasksOver50: smooth.tasks.length,
      framesPerSecond: Math.round((1000 * smooth.frames) / (performance.now() - smooth.from)),
    };
  });

const slow = (session: CDPSession, rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
const say = (what: string, { longestTask, tasksOver50, framesPerSecond }: Smoothness) =>
  console.log(
    `${what}: longest task ${longestTask === 0 ? 'under 50' : longestTask} ms (${tasksOver50} over 50 ms), ` +
      `${framesPerSecond} frames a second`,
  );

const { product, stop } = await startProduct();
const { executablePath, env } = await findBrowser();
// Given at all, it replaces the whole environment.
const browser = await chromium.launch({ executablePath, ...(Object.keys(env).length > 0 && { env }) });
try {
  const { person, offer } = await personReadyToSpin(product);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await enterAs(context, product, person);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(product.appOrigin);
  const dialog = await openWheel(page, offer.title);
  await page.waitForTimeout(1000);
  await slow(session, SLOWER);
  await dialog.getByRole('button', { name: 'Spin Now' }).click();
  await page.waitForTimeout(300);
  await watch(page);
  // Landed after 4 s: what is looked at is a turning wheel.
  await page.waitForTimeout(3500);
  const turning = await seen(page);
  say('The wheel while it turns', turning);
  if (turning.longestTask > LONGEST_MS) process.exitCode = 1;

  await slow(session, 1);
  await intercept(
    page,
    'user.offers.list',
    rewrite<UserOfferList>(({ offers }) => ({
      offers: Array.from({ length: OFFERS }, (_, index) => ({
        ...(offers[index % offers.length] as UserOfferList['offers'][number]),
        offer_id: 100_000 + index,
        title: `Offer number ${index}`,
        completed: false,
        spinner_used: false,
        started_at: null,
      })),
    })),
  );
  await page.goto('about:blank');
  await slow(session, SLOWER);
  await page.goto(product.appOrigin, { waitUntil: 'commit' });
  const began = Date.now();
  await page.getByRole('article').first().waitFor();
  console.log(`${OFFERS} offers: the first card ${Date.now() - began} ms after the document began to come`);
  await page.waitForTimeout(1500);
  await watch(page);
  await page.getByRole('searchbox', { name: 'Search offers' }).pressSequentially('number 777', { delay: 120 });
  await page.getByRole('article', { name: 'Offer number 777' }).waitFor();
  say('A search among them', await seen(page));
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.waitForTimeout(500);
  await watch(page);
  for (let step = 0; step < 30; step++) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(60);
  }
  say('Scrolling through them', await seen(page));
} finally {
  await browser.close();
  await stop();
}
