import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, instant, paise } from '../columns.ts';

/** The view of payments with their events, always current. See functions/payments.sql. */
export const paymentStates = pgTable('payment_states', {
  id: bigintId('id').notNull(),
  completionId: bigintId('completion_id').notNull(),
  clickId: bigintId('click_id').notNull(),
  networkId: bigintId('network_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  goalId: text('goal_id'),
  payoutPaise: paise('payout_paise').notNull(),
  payoutMicros: bigint('payout_micros', { mode: 'bigint' }).notNull(),
  currency: text('currency').notNull(),
  rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
  status: text('status').$type<'pending' | 'approved' | 'reversed'>().notNull(),
  approvedAt: instant('approved_at'),
  at: instant('at').notNull(),
  reversedAt: instant('reversed_at'),
});
