import { oddsOrDefault, tenthsToPercent, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { type AdminOffer, categories, models, offerCreateInput } from '@inaam/contracts/offers/offers';
import { z } from 'zod';
import { oneOf } from '../../lists/filters.ts';
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

type Input = z.input<typeof offerCreateInput>;
/** What the procedure takes, as fields hold it: texts, ticks and chosen words. A new field of the offer is one here. */
export type OfferValues = {
  [Field in Exclude<keyof Input, 'spinner_config'>]-?: true extends Input[Field]
    ? boolean
    : Extract<Input[Field], string>;
} & { rewards: TypedReward[] };

/** What the form starts with: the offer, or the specification's defaults for a new one. */
export function offerValues(offer: AdminOffer | undefined): OfferValues {
  if (!offer) {
    return {
      title: '',
      external_offer_id: '',
      description: '',
      offer_url: '',
      preview_url: '',
      picture_url: '',
      steps: '',
      category: 'Survey',
      model: 'CPR',
      targeting: 'ALL',
      reward_amount: '0',
      is_active: true,
      daily_cap: '',
      starts_on: '',
      ends_on: '',
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
    picture_url: offer.picture_url ?? '',
    steps: offer.steps.join('\n'),
    category: oneOf(categories, offer.category) ?? 'Survey',
    model: oneOf(models, offer.model) ?? 'CPR',
    targeting: offer.targeting,
    reward_amount: String(offer.reward_amount),
    is_active: offer.is_active,
    daily_cap: offer.daily_cap === null ? '' : String(offer.daily_cap),
    starts_on: offer.starts_on ?? '',
    ends_on: offer.ends_on ?? '',
    network_id: offer.network_id === null ? '' : String(offer.network_id),
    rewards: oddsOrDefault(offer.spinner_config).map(({ amount, tenths }) => ({
      amount: String(amount),
      probability: String(tenthsToPercent(tenths)),
    })),
  };
}

/** A new offer that begins as another one: not open to users yet, and with an id of its own to be typed. */
export const copiedValues = (offer: AdminOffer): OfferValues => ({
  ...offerValues(offer),
  title: `${offer.title} (copy)`,
  external_offer_id: '',
  is_active: false,
});

/** What is sent: the fields as typed, the odds as the documented JSON text. */
export function offerInput({ rewards, ...fields }: OfferValues): Input {
  return { ...fields, spinner_config: toSpinnerConfig(typedOdds(rewards).odds) };
}
