import { test as base, expect } from '@playwright/test';
import type { Product } from './product.ts';
import { runningProduct } from './running-product.ts';

/** Journeys know where the product is, and fail on any error that a page did not handle or that a policy stopped. */
export const test = base.extend<{ quiet: undefined }, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      await use(runningProduct());
    },
    { scope: 'worker' },
  ],
  quiet: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(String(fault.error())));
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) faults.push(message.text());
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
