import { makeScratch } from '@inaam/testing/scratch';
import { startProduct } from './product.ts';
import { handOver } from './running-product.ts';

/** One product for all journeys; what is returned ends it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct({}, makeScratch('journeys'));
  handOver(product);
  return stop;
}
