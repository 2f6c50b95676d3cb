import { test as base, expect } from '@playwright/test';
import { isWalked } from './drawn-width.ts';
import { endInterceptions } from './intercept.ts';
import type { Product } from './product.ts';
import { runningProduct } from './running-product.ts';

/**
 * For a journey in which nothing depends on the width, or whose screens another journey looks at on the other width: it
 * runs on the phone alone, or for what is done by keyboard on the desktop alone.
 */
export const narrow = '@narrow';
export const wide = '@wide';
/** For a journey with the same steps on both widths: `npm test` walks it on one of them, drawn by the run's seed. */
export const drawn = '@drawn';

export interface Options {
  /** Whether the app's service worker is let in. Most journeys go without: fetching the whole app costs them. */
  installs: boolean;
  /** The run's seed, where it draws a width of drawn journeys and a theme to look at; 0 where it takes both. */
  drawnBy: number;
}

/** Journeys know where the product is, and fail on any error that a page did not handle or that a policy stopped. */
export const test = base.extend<
  Options & { walked: undefined; quiet: undefined; interceptions: undefined },
  { product: Product }
>({
  installs: [false, { option: true }],
  drawnBy: [0, { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      await use(runningProduct());
    },
    { scope: 'worker' },
  ],
  // Before the one that needs a page: a journey that is left out opens none.
  walked: [
    async ({ drawnBy }, use, { tags, title, project, skip }) => {
      skip(tags.includes(drawn) && !isWalked(title, project.name, drawnBy), 'walked on the other width');
      await use(undefined);
    },
    { auto: true },
  ],
  quiet: [
    async ({ context, installs }, use) => {
      if (!installs)
        await context.addInitScript(() => {
          // Absent on plain http beyond localhost.
          if ('serviceWorker' in navigator)
            navigator.serviceWorker.register = () => Promise.reject(new Error('Not in this journey'));
        });
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(String(fault.error())));
      context.on('console', (message) => {
        if (/content security policy|document requires '?Trusted/i.test(message.text())) faults.push(message.text());
      });
      await use(undefined);
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
