import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import type { TestProject } from 'vitest/node';
import { type Product, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

/** Starts one product for all black-box files. `BLACKBOX_DATABASE_URL` names an empty database of another server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['BLACKBOX_DATABASE_URL'];
  const settings = url === undefined ? {} : { DATABASE_URL: url };
  const { product, stop } = await startProduct(settings, createTemporaryFolder('blackbox'));
  project.provide('product', product);
  return stop;
}
