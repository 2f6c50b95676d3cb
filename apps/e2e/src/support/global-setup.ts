import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import { startProduct } from './product.ts';
import { shareRunningProduct } from './running-product.ts';

/** Starts one product for all journeys. The returned function ends it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct({}, createTemporaryFolder('journeys'));
  shareRunningProduct(product);
  return stop;
}
