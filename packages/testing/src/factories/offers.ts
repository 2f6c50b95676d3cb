import { randomUUID } from 'node:crypto';
import { type OfferCreate, offerCreateInput } from '@inaam/contracts/offers/offers';
import { createOffer } from '@inaam/core/ledger/offers/commands';
import type { TestCore } from '../core.ts';
import { anyAdmin } from './identity.ts';

/** Creates an offer with the given odds, by default 5 rupees at 10 % and 10 rupees at 5 %. */
export async function makeOffer(
  { services }: Pick<TestCore, 'services'>,
  offer: Partial<OfferCreate> = {},
): Promise<{ offer_id: number }> {
  const input = offerCreateInput.parse({
    title: 'Morning habits survey',
    description: 'Ten short questions.',
    offer_url: 'https://partner.example/start?sub={click_id}',
    external_offer_id: `ext-${randomUUID()}`,
    reward_amount: 20,
  });
  return createOffer({ ...services, actor: anyAdmin }, { ...input, ...offer });
}

/** Odds with the highest allowed probability of one amount: 99.9 %, as two entries of 99.0 % and 0.9 %. */
export const nearlyCertainOdds = (amount: number) => [
  { amount, permille: 990 },
  { amount, permille: 9 },
];
