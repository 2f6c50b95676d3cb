import type { Product } from './product.ts';

/** Workers start after the global set-up and inherit its environment. There is no other way to pass values to them. */
const VARIABLE = 'E2E_PRODUCT';

export const shareRunningProduct = (product: Product): void => {
  process.env[VARIABLE] = JSON.stringify(product);
};

export function getRunningProduct(): Product {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error(
      'The product was not started. Run the journeys with playwright.config.ts: its global set-up starts the product',
    );
  return JSON.parse(text) as Product;
}
