import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, joinConditions, paise, primaryId, transactionIdColumn } from '../columns.ts';
import { clicks } from './clicks.ts';
import { completions } from './completions.ts';
import { networks } from './networks.ts';

/**
 * Network payments in addition to the completion that gives the spin: for a further goal such as a level or a purchase,
 * or for a further transaction of an offer without goals. Rows are inserted and not changed; the view `payment_states`
 * applies their events.
 */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    completionId: bigintId('completion_id')
      .notNull()
      .references(() => completions.id),
    clickId: bigintId('click_id')
      .notNull()
      .references(() => clicks.id),
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    /** The network's own id; `click:{click}:{goal}` if the network sends no id. */
    transactionId: text('transaction_id').notNull(),
    /**
     * The reached goal, which differs from the completion's goal; null for a further transaction without a new goal.
     */
    goalId: text('goal_id'),
    /** The network's payout in paise, at the rate of that time. */
    payoutPaise: paise('payout_paise').notNull(),
    /** As sent by the network, in millionths of the currency's unit. */
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** Set if the first postback confirmed the payment; otherwise the event `approved` has the time. */
    approvedAt: instant('approved_at'),
    at: instant('at').notNull().defaultNow(),
    xid: transactionIdColumn(),
  },
  (t) => [
    uniqueIndex('payments_transaction_key').on(t.networkId, t.transactionId),
    // A goal counts at most once per completion.
    uniqueIndex('payments_goal_key').on(t.completionId, t.goalId),
    index('payments_click_idx').on(t.clickId),
    index('payments_xid_idx').on(t.xid),
    check('payments_payout', sql`${t.payoutPaise} >= 0`),
  ],
);

/** Later events of a payment, each kind once: confirmed or reversed. Inserted and not changed. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    paymentId: bigintId('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<'approved' | 'reversed'>().notNull(),
    at: instant('at').notNull().defaultNow(),
    /** From this event on, these values replace the payment's own values; null: unchanged. */
    payoutPaise: paise('payout_paise'),
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency'),
    rateMicros: bigint('rate_micros', { mode: 'bigint' }),
    xid: transactionIdColumn(),
  },
  (t) => [
    primaryKey({ name: 'payment_events_pkey', columns: [t.paymentId, t.kind] }),
    index('payment_events_xid_idx').on(t.xid),
    check('payment_events_kind', sql`${t.kind} in ('approved', 'reversed')`),
    check(
      'payment_events_payout',
      joinConditions(
        sql`(${t.payoutPaise} is null or ${t.payoutPaise} >= 0 and ${t.kind} = 'approved')`,
        sql`(${t.payoutPaise} is null) = (${t.payoutMicros} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.currency} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.rateMicros} is null)`,
      ),
    ),
  ],
);
