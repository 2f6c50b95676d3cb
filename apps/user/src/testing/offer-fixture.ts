import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { computeWedges } from '@inaam/contracts/spins/wheel';

/** An unstarted offer for tests; pass what matters. */
export const anOffer = (over: Partial<UserOffer> = {}): UserOffer => ({
  wheel: computeWedges(oddsOrDefault(over.spinner_config)),
  offer_id: 12,
  title: 'Grocery survey',
  description: 'Twelve questions.',
  task: 'Survey',
  title_hi: null,
  description_hi: null,
  task_hi: null,
  category: 'Survey',
  model: 'CPR',
  targeting: 'ALL',
  preview_url: null,
  picture: null,
  steps: [],
  finish_rate: null,
  is_new: true,
  usual_seconds: null,
  milestone: null,
  completed: false,
  pending: false,
  held_until: null,
  spinner_used: false,
  reward_type: 'none',
  voucher_code: null,
  spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
  spin_commitment: null,
  reversed: false,
  owed: false,
  started_at: null,
  click_id: null,
  completed_at: null,
  ...over,
});
