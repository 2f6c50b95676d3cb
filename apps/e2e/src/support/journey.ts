import { test as base, expect, type Response } from '@playwright/test';
import { runsAtWidth } from './choose-layout.ts';
import { endInterceptions } from './intercept.ts';
import type { Product } from './product.ts';
import { getRunningProduct } from './running-product.ts';

/**
 * Tags of journeys that do not depend on the width, or whose screens another journey checks at the other width:
 * `narrow` runs on the phone only, `wide` on the desktop only.
 */
export const narrow = '@narrow';
export const wide = '@wide';
/** Tag of a journey with the same steps at both widths. `npm test` runs it at one of them, chosen by the run's seed. */
export const anyWidth = '@any-width';

export interface Options {
  /**
   * Whether the app's service worker is allowed. Most journeys run without the worker, because it would fetch the whole
   * app.
   */
  installs: boolean;
  /** The run's seed, which chooses a width and a theme for each journey; 0 uses all widths and themes. */
  layoutSeed: number;
}

/**
 * Statuses that journeys cause on purpose: 401 by an ended session, 403 by a missing permission or a suspension, and
 * 404 by a missing record.
 */
const PROVOKED_STATUSES = [401, 403, 404];

/** The refusals in an answer to a screen's own query, such as `400 admin.insights.dashboard`. */
async function findRefusals(response: Response): Promise<string[]> {
  const url = new URL(response.url());
  // Queries are GET requests. A refused mutation is not a fault, because a person's input can cause the refusal.
  if (response.request().method() !== 'GET' || !url.pathname.startsWith('/trpc/') || response.status() < 207) return [];
  // The page may be closed before the body is read.
  const body: unknown = await response.json().catch(() => []);
  return [body].flat().flatMap((answer) => {
    const error = (answer as { error?: { data?: { httpStatus?: number; path?: string } } } | null)?.error;
    const status = error?.data?.httpStatus ?? 0;
    return status >= 400 && status < 500 && !PROVOKED_STATUSES.includes(status)
      ? [`${status} ${error?.data?.path ?? url.pathname}`]
      : [];
  });
}

/**
 * Passes the product to journeys. A journey fails on an unhandled error in a page, on a violation of the content
 * security policy, and on a screen's query that the server refuses.
 */
export const test = base.extend<
  Options & { width: undefined; quiet: undefined; interceptions: undefined },
  { product: Product }
>({
  installs: [false, { option: true }],
  layoutSeed: [0, { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      await use(getRunningProduct());
    },
    { scope: 'worker' },
  ],
  // Runs before the fixture that opens a page, so that a skipped journey opens no page.
  width: [
    async ({ layoutSeed }, use, { tags, title, project, skip }) => {
      skip(tags.includes(anyWidth) && !runsAtWidth(title, project.name, layoutSeed), 'runs at the other width');
      await use(undefined);
    },
    { auto: true },
  ],
  quiet: [
    async ({ context, installs }, use) => {
      if (!installs)
        await context.addInitScript(() => {
          // `serviceWorker` is missing on plain http, except on localhost.
          if ('serviceWorker' in navigator)
            navigator.serviceWorker.register = () => Promise.reject(new Error('Not in this journey'));
        });
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(String(fault.error())));
      context.on('console', (message) => {
        if (/content security policy|document requires '?Trusted/i.test(message.text())) faults.push(message.text());
      });
      const read: Promise<string[]>[] = [];
      context.on('response', (response) => read.push(findRefusals(response)));
      await use(undefined);
      faults.push(...(await Promise.all(read)).flat());
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  interceptions: [
    async ({ context }, use) => {
      await use(undefined);
      await endInterceptions(context);
    },
    { auto: true },
  ],
});

export { expect };
