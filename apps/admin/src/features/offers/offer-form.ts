import { oddsOrDefault, permilleToPercent, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { type AdminOffer, categories, models, offerCreateInput } from '@inaam/contracts/offers/offers';
import { z } from 'zod';
import { findWord } from '../../lists/filters.ts';
import { defaultRewards, parseTypedOdds, type TypedReward, validateRows } from './typed-odds.ts';

const typedReward = z.object({ amount: z.string(), probability: z.string() }).superRefine((row, ctx) => {
  for (const [field, message] of Object.entries(validateRows(row))) {
    ctx.addIssue({ code: 'custom', path: [field], message });
  }
});

/** The procedure's own schema, with odds as rows instead of JSON text. */
export const offerForm = z.object({
  ...offerCreateInput.omit({ spinner_config: true }).shape,
  rewards: z.array(typedReward),
});

type Input = z.input<typeof offerCreateInput>;
/** The procedure's input as form fields. */
export type OfferValues = {
  [Field in Exclude<
    keyof Input,
    'spinner_config' | 'goals_in_order' | 'offer_goals' | 'country_quotas'
  >]-?: true extends Input[Field] ? boolean : Extract<Input[Field], string>;
} & { rewards: TypedReward[]; goals_in_order: boolean; offer_goals: TypedGoal[]; country_quotas: TypedQuota[] };

export interface TypedGoal {
  goal_id: string;
  name: string;
  name_hi: string;
  payout_amount: string;
  gives_spin: boolean;
}

export interface TypedQuota {
  country: string;
  daily_cap: string;
}

/** Initial values: the values of the offer, or the specification's defaults for a new offer. */
export function offerValues(offer: AdminOffer | undefined): OfferValues {
  if (!offer) {
    return {
      title: '',
      external_offer_id: '',
      description: '',
      task: '',
      title_hi: '',
      description_hi: '',
      task_hi: '',
      offer_url: '',
      preview_url: '',
      picture_url: '',
      steps: '',
      steps_hi: '',
      category: 'Survey',
      model: 'CPR',
      targeting: 'ALL',
      reward_amount: '0',
      is_active: true,
      daily_cap: '',
      starts_on: '',
      ends_on: '',
      offer_goals: [],
      goals_in_order: false,
      country_quotas: [],
      network_id: '',
      rewards: defaultRewards.map((reward) => ({ ...reward })),
    };
  }
  return {
    title: offer.title,
    external_offer_id: offer.external_offer_id,
    description: offer.description,
    task: offer.task ?? '',
    title_hi: offer.title_hi ?? '',
    description_hi: offer.description_hi ?? '',
    task_hi: offer.task_hi ?? '',
    offer_url: offer.offer_url,
    preview_url: offer.preview_url ?? '',
    picture_url: offer.picture_url ?? '',
    steps: offer.steps.join('\n'),
    steps_hi: offer.steps_hi.join('\n'),
    category: findWord(categories, offer.category) ?? 'Survey',
    model: findWord(models, offer.model) ?? 'CPR',
    targeting: offer.targeting,
    reward_amount: String(offer.reward_amount),
    is_active: offer.is_active,
    daily_cap: offer.daily_cap === null ? '' : String(offer.daily_cap),
    starts_on: offer.starts_on ?? '',
    ends_on: offer.ends_on ?? '',
    offer_goals: offer.offer_goals.map(({ payout_amount, ...goal }) => ({
      ...goal,
      name_hi: goal.name_hi ?? '',
      payout_amount: payout_amount === null ? '' : String(payout_amount),
    })),
    goals_in_order: offer.goals_in_order,
    country_quotas: offer.country_quotas.map(({ country, daily_cap }) => ({ country, daily_cap: String(daily_cap) })),
    network_id: offer.network_id === null ? '' : String(offer.network_id),
    rewards: oddsOrDefault(offer.spinner_config).map(({ amount, permille }) => ({
      amount: String(amount),
      probability: String(permilleToPercent(permille)),
    })),
  };
}

/** Initial values for a copy: inactive, and with an empty ID. */
export const duplicateValues = (offer: AdminOffer): OfferValues => ({
  ...offerValues(offer),
  title: `${offer.title} (copy)`,
  external_offer_id: '',
  is_active: false,
});

/** The procedure's input: the typed fields, with the odds as the documented JSON text. */
export function offerInput({ rewards, ...fields }: OfferValues): Input {
  return { ...fields, spinner_config: toSpinnerConfig(parseTypedOdds(rewards).odds) };
}

/** The labels of the fields, for messages about them. */
export const offerLabels: Readonly<Record<keyof OfferValues, string>> = {
  title: 'Title',
  external_offer_id: 'External offer ID',
  description: 'Description',
  task: 'Task',
  title_hi: 'Title in Hindi',
  description_hi: 'Description in Hindi',
  task_hi: 'Task in Hindi',
  offer_url: 'Offer URL',
  preview_url: 'Preview URL',
  picture_url: 'Picture',
  steps: 'Steps',
  steps_hi: 'Steps in Hindi',
  category: 'Category',
  model: 'Model',
  targeting: 'Targeting',
  reward_amount: 'Reward amount',
  is_active: 'Active',
  daily_cap: 'Daily cap',
  starts_on: 'First day',
  ends_on: 'Last day',
  offer_goals: 'Goals',
  goals_in_order: 'Goals in order',
  country_quotas: 'Country quotas',
  network_id: 'Network',
  rewards: 'Odds',
};
