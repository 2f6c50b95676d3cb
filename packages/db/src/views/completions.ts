import type { CompletionState } from '@inaam/contracts/completions/states';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, instant, paise } from '../columns.ts';

/**
 * The view of completions with their events, always current. Only this view decides their state, payout and revenue.
 * See functions/completions.sql.
 */
export const completionStates = pgTable('completion_states', {
  id: bigintId('id').notNull(),
  userId: bigintId('user_id').notNull(),
  offerId: bigintId('offer_id').notNull(),
  oddsVersion: integer('odds_version').notNull(),
  /** Null for milestones. */
  clickId: bigintId('click_id'),
  networkId: bigintId('network_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  goalId: text('goal_id'),
  payoutPaise: paise('payout_paise').notNull(),
  payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
  currency: text('currency').notNull(),
  rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
  /** The network's status. Pending: not confirmed yet, without revenue, and not ready to spin. */
  status: text('status').$type<'pending' | 'approved' | 'reversed'>().notNull(),
  /** When the network confirmed the completion, even if it was reversed later; null if never. */
  approvedAt: instant('approved_at'),
  /** End of the hold after the confirmation, even when it is over; null without a hold. */
  heldUntil: instant('held_until'),
  source: text('source').notNull(),
  completedAt: instant('completed_at').notNull(),
  reversedAt: instant('reversed_at'),
  /** The goal that the user must still reach to complete the offer; null if the offer is completed. */
  awaitedGoal: text('awaited_goal'),
  spunAt: instant('spun_at'),
  /** The prize; null after a loss and before the spin. */
  wonPaise: paise('won_paise'),
  /** The status of the spin without regard to a reversal: see `spin_status`. Only `ready` spins can start. */
  spinStatus: text('spin_status').notNull(),
  /** When `spinStatus` changes by itself; null: never. */
  spinChangesAt: instant('spin_changes_at'),
  /** The end of the hold while the hold lasts, else null. */
  onHoldUntil: instant('on_hold_until'),
  state: text('state').$type<CompletionState>().notNull(),
  /** Current revenue in paise, including further goals. */
  revenuePaise: paise('revenue_paise').notNull(),
});
