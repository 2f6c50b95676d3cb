import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { allOf, instant, paise, primaryId, reference } from '../columns.ts';
import { clicks } from './clicks.ts';
import { users } from './identity.ts';
import { networks } from './networks.ts';
import { offers } from './offers.ts';

export const completions = pgTable(
  'completions',
  {
    id: primaryId(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id),
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    clickId: reference('click_id')
      .notNull()
      .references(() => clicks.id),
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    /** The network's own id; `click:{click}:{goal}` where it sends none; `manual-…` for a credit by hand. */
    transactionId: text('transaction_id').notNull(),
    /** What the network pays, in paise at the rate of then. */
    payoutPaise: paise('payout_paise').notNull(),
    /**
     * As the network sent it, in millionths of the currency's unit.
     * Null when it sent none: then the offer's reward counts.
     */
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency').notNull(),
    /** The rate that was used: rupees per unit of the currency, in millionths. */
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** Pending: the network has not confirmed it. It is in no figures and cannot be spun. */
    status: text('status').notNull().default('approved'),
    /** When the network confirmed it; null for one that never was, also when it was reversed. Figures count by this. */
    approvedAt: instant('approved_at').defaultNow(),
    /** Its spin waits until then: the network's hold time at the approval. */
    heldUntil: instant('held_until'),
    /** The step of the offer that was completed, where the network names one. */
    goalId: text('goal_id'),
    /** Who reported it: the network by a postback, or an admin who credited it by hand. */
    source: text('source').notNull().default('network'),
    completedAt: instant('completed_at').notNull().defaultNow(),
    reversedAt: instant('reversed_at'),
  },
  (t) => [
    // One transaction is counted once; one offer is completed once by a user.
    uniqueIndex('completions_transaction_key').on(t.networkId, t.transactionId),
    uniqueIndex('completions_user_offer_key').on(t.userId, t.offerId),
    index('completions_completed_at_idx').on(t.completedAt, t.id),
    index('completions_offer_idx').on(t.offerId, t.completedAt),
    // Sorted by payout.
    index('completions_payout_idx').on(t.payoutPaise, t.id),
    // Not confirmed yet: few among many, and in no counter.
    index('completions_unapproved_idx').on(t.offerId, t.userId).where(sql`${t.approvedAt} is null`),
    check('completions_source', sql`${t.source} in ('network', 'admin')`),
    check('completions_status', sql`${t.status} in ('pending', 'approved', 'reversed')`),
    check('completions_reversed', sql`(${t.status} = 'reversed') = (${t.reversedAt} is not null)`),
    check(
      'completions_approved',
      allOf(
        sql`(${t.status} <> 'approved' or ${t.approvedAt} is not null)`,
        sql`(${t.status} <> 'pending' or ${t.approvedAt} is null)`,
      ),
    ),
    check('completions_held', sql`${t.heldUntil} is null or ${t.approvedAt} is not null`),
    check('completions_payout', sql`${t.payoutPaise} >= 0`),
  ],
);
