import { oddsOrDefault, tenthsToPercent, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { type AdminOffer, offerCreateInput } from '@inaam/contracts/offers/offers';
import { z } from 'zod';
import { defaultRewards, rowProblems, type TypedReward, typedOdds } from './typed-odds.ts';

const typedReward = z.object({ amount: z.string(), probability: z.string() }).superRefine((row, ctx) => {
  for (const [field, message] of Object.entries(rowProblems(row))) {
    ctx.addIssue({ code: 'custom', path: [field], message });
  }
});

/** The procedure's own checks on what was typed; the odds as rows instead of JSON text. */
export const offerForm = z.object({
  ...offerCreateInput.omit({ spinner_config: true }).shape,
  rewards: z.array(typedReward),
});

export interface OfferValues {
  title: string;
  external_offer_id: string;
  description: string;
  offer_url: string;
  preview_url: string;
  category: string;
  model: string;
  targeting: string;
  reward_amount: string;
  is_active: boolean;
  /** Empty: not chosen. */
  network_id: string;
  rewards: TypedReward[];
}

/** What the form starts with: the offer, or the specification's defaults for a new one. */
export function offerValues(offer: AdminOffer | undefined): OfferValues {
  if (!offer) {
    return {
      title: '',
      external_offer_id: '',
      description: '',
      offer_url: '',
      preview_url: '',
      category: 'Survey',
      model: 'CPR',
      targeting: 'ALL',
      reward_amount: '0',
      is_active: true,
      network_id: '',
      rewards: defaultRewards.map((reward) => ({ ...reward })),
    };
  }
  return {
    title: offer.title,
    external_offer_id: offer.external_offer_id,
    description: offer.description,
    offer_url: offer.offer_url,
    preview_url: offer.preview_url ?? '',
    category: offer.category,
    model: offer.model,
    targeting: offer.targeting,
    reward_amount: String(offer.reward_amount),
    is_active: offer.is_active,
    network_id: offer.network_id === null ? '' : String(offer.network_id),
    rewards: oddsOrDefault(offer.spinner_config).map(({ amount, tenths }) => ({
      amount: String(amount),
      probability: String(tenthsToPercent(tenths)),
    })),
  };
}

/** What is sent: the fields as typed, the odds as the documented JSON text. */
export function offerInput({ rewards, ...fields }: OfferValues) {
  return { ...fields, spinner_config: toSpinnerConfig(typedOdds(rewards).odds) } as z.input<typeof offerCreateInput>;
}
