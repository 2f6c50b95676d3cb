import { test as base, expect } from '@playwright/test';
import type { Product } from './product.ts';
import { runningProduct } from './running-product.ts';

/**
 * For a journey in which nothing depends on the width, or whose screens another journey looks at on the other width: it
 * runs on the phone alone, or for what is done by keyboard on the desktop alone.
 */
export const narrow = '@narrow';
export const wide = '@wide';

/** Journeys know where the product is, and fail on any error that a page did not handle or that a policy stopped. */
export const test = base.extend<{ quiet: undefined; installs: boolean }, { product: Product }>({
  /**
   * Whether the app's service worker is let in. Most journeys go without: fetching the whole app costs each of them.
   */
  installs: [false, { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      await use(runningProduct());
    },
    { scope: 'worker' },
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
});

export { expect };
