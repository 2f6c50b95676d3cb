import { makeScratch } from '@inaam/testing/scratch';
import type { TestProject } from 'vitest/node';
import { type Product, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

/** One product for all black-box files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct({}, makeScratch('blackbox'));
  project.provide('product', product);
  return stop;
}
