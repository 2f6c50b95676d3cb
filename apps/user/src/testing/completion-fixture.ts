import type { CompletionView, UserStats } from '@inaam/contracts/insights/insights';

/** An unspun completion for tests; pass only the fields that matter. */
export const aCompletion = (over: Partial<CompletionView> = {}): CompletionView => ({
  completion_id: 1,
  offer_id: 12,
  milestone: null,
  title: 'Grocery survey',
  description: 'Twelve questions.',
  task: 'Survey',
  title_hi: null,
  description_hi: null,
  task_hi: null,
  category: 'Survey',
  preview_url: null,
  completed_at: '2026-07-19T06:00:00Z',
  spinner_used: false,
  reward_type: 'none',
  voucher_code: null,
  voucher_pin: null,
  reversed: false,
  pending: false,
  held_until: null,
  owed: false,
  voucher: null,
  ...over,
});

/** The statistics of a user who has completed no offer yet. */
export const noStats: UserStats['stats'] = {
  total_completions: 0,
  spins_used: 0,
  total_vouchers_won: 0,
  total_voucher_value: 0,
  vouchers_by_amount: {},
  milestone_vouchers: 0,
  milestone_value: 0,
  milestone_progress: 0,
  next_milestone: null,
};
