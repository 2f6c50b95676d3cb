import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { allOf, instant, paise, primaryId, reference, transactionIdColumn } from '../columns.ts';
import { clicks } from './clicks.ts';
import { completions } from './completions.ts';
import { networks } from './networks.ts';

/**
 * What a network pays for further goals of an offer, beside the completion that gives the spin: a level that was
 * reached, a purchase. Facts, inserted and not changed; the view `payment_states` puts them together with their events.
 */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    completionId: reference('completion_id')
      .notNull()
      .references(() => completions.id),
    clickId: reference('click_id')
      .notNull()
      .references(() => clicks.id),
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    /** The network's own id; `click:{click}:{goal}` where it sends none. */
    transactionId: text('transaction_id').notNull(),
    /** The goal that was reached: another one than the completion's. */
    goalId: text('goal_id').notNull(),
    /** In paise at the rate of then. */
    payoutPaise: paise('payout_paise').notNull(),
    /** As the network sent it, in millionths of the currency's unit. */
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** When the network confirmed it, if it did so at once; else its event does. */
    approvedAt: instant('approved_at'),
    at: instant('at').notNull().defaultNow(),
    xid: transactionIdColumn(),
  },
  (t) => [
    uniqueIndex('payments_transaction_key').on(t.networkId, t.transactionId),
    // A goal of an offer is paid once to a user.
    uniqueIndex('payments_goal_key').on(t.completionId, t.goalId),
    index('payments_click_idx').on(t.clickId),
    index('payments_xid_idx').on(t.xid),
    check('payments_payout', sql`${t.payoutPaise} >= 0`),
  ],
);

/** What followed a payment, each kind once: it was confirmed later, or taken back. Inserted and not changed. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    paymentId: reference('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<'approved' | 'reversed'>().notNull(),
    at: instant('at').notNull().defaultNow(),
    /** What takes the place of the payment's own from then on; null where it stays. */
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
      allOf(
        sql`(${t.payoutPaise} is null or ${t.payoutPaise} >= 0 and ${t.kind} = 'approved')`,
        sql`(${t.payoutPaise} is null) = (${t.payoutMicros} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.currency} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.rateMicros} is null)`,
      ),
    ),
  ],
);
