import type { OfferFields } from '@inaam/contracts/offers/offers';
import type { offers } from '@inaam/db/schema/offers';
import type { ColumnMap } from '../../kernel/columns.ts';

/**
 * The column of each field that admins set, used to create, update and audit offers. Odds are in a versioned table.
 */
export const offerColumns = {
  title: 'title',
  description: 'description',
  task: 'task',
  title_hi: 'titleHi',
  description_hi: 'descriptionHi',
  task_hi: 'taskHi',
  offer_url: 'offerUrl',
  preview_url: 'previewUrl',
  picture_url: 'pictureUrl',
  steps: 'steps',
  steps_hi: 'stepsHi',
  external_offer_id: 'externalOfferId',
  category: 'category',
  model: 'model',
  targeting: 'targeting',
  reward_amount: 'rewardPaise',
  is_active: 'active',
  daily_cap: 'dailyCap',
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  offer_goals: 'goals',
  goals_in_order: 'goalsInOrder',
  country_quotas: 'countryQuotas',
  network_id: 'networkId',
} as const satisfies ColumnMap<Omit<OfferFields, 'spinner_config'>, typeof offers.$inferSelect>;
