import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import { startProduct } from './product.ts';
import { shareRunningProduct } from './running-product.ts';

/** One product for all journeys; what is returned ends it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct({}, createTemporaryFolder('journeys'));
  shareRunningProduct(product);
  return stop;
}
