import type { SpinStatus } from '@inaam/contracts/completions/states';
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, paise, reference } from '../columns.ts';

/** Completions with what their events made of them: a view, exact at every moment. See functions/completions.sql. */
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
  /** Pending: the network has not confirmed it. It is in no figures and cannot be spun. */
  status: text('status').$type<'pending' | 'approved' | 'reversed'>().notNull(),
  /** When the network confirmed it; null for one that never was, also when it was reversed. Figures count by this. */
  approvedAt: instant('approved_at'),
  heldUntil: instant('held_until'),
  source: text('source').notNull(),
  completedAt: instant('completed_at').notNull(),
  reversedAt: instant('reversed_at'),
  /** The goal that is still to be reached before it is completed; null where it is. */
  awaitedGoal: text('awaited_goal'),
  /** Whether it may be spun but for a reversal: see `spin_status`. */
  spinStatus: text('spin_status').$type<SpinStatus>().notNull(),
});
