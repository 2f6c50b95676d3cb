import type { Difference, StatementSummary } from '@inaam/contracts/networks/statements';

export const aStatement: StatementSummary = {
  statement_id: 7,
  month: '2026-10',
  file_name: 'october.csv',
  lines: 12,
  uploaded_at: '2026-11-02T06:00:00.000Z',
  uploaded_by: 'root',
  compared_at: '2026-11-02T06:00:00.000Z',
  open: 1,
  accepted: 0,
  totals: [
    { currency: 'INR', their_count: 10, their_amount: '241', our_count: 9, our_amount: '216.5', our_rupees: 216.5 },
  ],
};

export const aDifference: Difference = {
  difference_id: 70,
  kind: 'other_amount',
  day: '2026-10-15',
  line: 3,
  offer: 'Tea survey',
  offer_id: 4,
  transaction_id: 'T-3',
  click_id: 'c-3',
  their_amount: '25',
  their_currency: 'INR',
  their_rupees: 25,
  their_status: 'approved',
  their_goal: '',
  our_amount: '24',
  our_currency: 'INR',
  our_rupees: 24,
  our_status: 'approved',
  our_goal: '',
  our_at: '2026-10-15T06:00:00.000Z',
  completion_id: 5,
  postback_id: null,
  reason: null,
  accepted_at: null,
  accepted_by: null,
  accepted_reason: null,
};
