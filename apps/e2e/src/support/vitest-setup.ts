import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import type { TestProject } from 'vitest/node';
import { type Product, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

/** Starts one product for all black-box tests, on the empty database at `BLACKBOX_DATABASE_URL` if that is set. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['BLACKBOX_DATABASE_URL'];
  const settings = url === undefined ? {} : { DATABASE_URL: url };
  const { product, stop } = await startProduct(settings, createTemporaryFolder('blackbox'));
  project.provide('product', product);
  return stop;
}
