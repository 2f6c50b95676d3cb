import type { CompletionState } from '@inaam/contracts/completions/states';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, paise, reference } from '../columns.ts';

/**
 * Completions with what followed them: a view, exact at every moment. It alone decides their state, their payout and
 * their revenue. See functions/completions.sql.
 */
export const completionStates = pgTable('completion_states', {
  id: reference('id').notNull(),
  userId: reference('user_id').notNull(),
  offerId: reference('offer_id').notNull(),
  oddsVersion: integer('odds_version').notNull(),
  clickId: reference('click_id').notNull(),
  networkId: reference('network_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  goalId: text('goal_id'),
  payoutPaise: paise('payout_paise').notNull(),
  payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
  currency: text('currency').notNull(),
  rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
  /** What the network says. Pending: it has not confirmed it; then it is in no figures and cannot be spun. */
  status: text('status').$type<'pending' | 'approved' | 'reversed'>().notNull(),
  /** When the network confirmed it; null for one that never was, also when it was reversed. Figures count by this. */
  approvedAt: instant('approved_at'),
  /** The end of the hold that came with the confirmation, also when it is over. */
  heldUntil: instant('held_until'),
  source: text('source').notNull(),
  completedAt: instant('completed_at').notNull(),
  reversedAt: instant('reversed_at'),
  /** The goal that is still to be reached before it is completed; null where it is. */
  awaitedGoal: text('awaited_goal'),
  spunAt: instant('spun_at'),
  /** What its spin won; null after a loss and before the spin. */
  wonPaise: paise('won_paise'),
  /** Whether it may be spun but for a reversal: `ready` alone may. See `spin_status`. */
  spinStatus: text('spin_status').notNull(),
  /** When `spinStatus` changes by itself; null for never. */
  spinChangesAt: instant('get_spin_change_time'),
  /** When its hold ends, while it lasts. */
  onHoldUntil: instant('on_hold_until'),
  state: text('state').$type<CompletionState>().notNull(),
  /** Paise that count as revenue now, with those of its further goals. */
  revenuePaise: paise('revenue_paise').notNull(),
});
