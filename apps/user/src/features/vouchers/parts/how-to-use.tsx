import { vouchers as words } from '../../../words/words.ts';

/**
 * How a code of each type is redeemed. Sources, seen in November 2026: Amazon's help on gift cards (nodeId 201936950),
 * zingoy.com on Myntra Credit, Flipkart's questions on e-gift vouchers, newsbytesapp.com on Swiggy Money. The steps of
 * all other types are general.
 */
const STEPS: Record<
  string,
  'stepsAmazon' | 'stepsMyntra' | 'stepsFlipkart' | 'stepsSwiggy' | 'stepsZomato' | 'stepsPaytm'
> = {
  amazon: 'stepsAmazon',
  myntra: 'stepsMyntra',
  flipkart: 'stepsFlipkart',
  swiggy: 'stepsSwiggy',
  zomato: 'stepsZomato',
  paytm: 'stepsPaytm',
};

/** How a voucher is redeemed: the brand's own text if there is one, else our steps for the voucher's type. */
export function HowToUse({ voucher }: { voucher: { type: string; brand: string; how_to_use: string | null } }) {
  const { type, brand, how_to_use: own } = voucher;
  const usual = Object.hasOwn(STEPS, type) ? STEPS[type] : undefined;
  return <p className="whitespace-pre-line text-text">{own ?? (usual ? words[usual] : words.stepsOther({ brand }))}</p>;
}
