import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, paise, primaryId, reference } from '../columns.ts';
import { clicks } from './clicks.ts';
import { users } from './identity.ts';
import { networks } from './networks.ts';
import { offers } from './offers.ts';

/** Every call to `/postback/:network`, as it came, before anything is decided about it. */
export const postbacks = pgTable(
  'postbacks',
  {
    id: primaryId(),
    networkId: reference('network_id').references(() => networks.id),
    slug: text('slug').notNull(),
    /** Drawn for each call, so that storing it again after a lost connection finds the first row. */
    retryKey: text('retry_key').notNull(),
    method: text('method').notNull(),
    rawQuery: text('raw_query').notNull(),
    rawBody: text('raw_body').notNull(),
    contentType: text('content_type'),
    ip: text('ip'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** null while it is being judged: a crash in between leaves it so, and the sweep judges it again. */
    outcome: text('outcome'),
    reason: text('reason'),
    judgedAt: instant('judged_at'),
    /** What was understood, copied out of the raw call so that parked ones can be matched. */
    kind: text('kind'),
    clickId: text('click_id'),
    transactionId: text('transaction_id'),
    completionId: reference('completion_id'),
  },
  (t) => [
    uniqueIndex('postbacks_retry_key').on(t.retryKey),
    index('postbacks_received_at_idx').on(t.receivedAt.desc(), t.id.desc()),
    // The sweep, and the look for a reversal that came before its completion.
    index('postbacks_unjudged_idx').on(t.receivedAt).where(sql`${t.outcome} is null`),
    index('postbacks_parked_idx').on(t.networkId, t.transactionId).where(sql`${t.outcome} = 'parked'`),
    check('postbacks_outcome', sql`${t.outcome} in ('accepted', 'repeat', 'reversed', 'parked', 'refused')`),
    check('postbacks_kind', sql`${t.kind} in ('approve', 'reverse')`),
  ],
);

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
    transactionId: text('transaction_id').notNull(),
    /** What the network pays, in paise at the rate of that moment. */
    payoutPaise: paise('payout_paise').notNull(),
    /** As the network said it: millionths of the currency's unit, and the rate that was used. Null: the offer's own amount. */
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency').notNull(),
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    status: text('status').notNull().default('approved'),
    /** Who said that it was completed: the network's postback, or an admin who credited it by hand. */
    source: text('source').notNull().default('network'),
    completedAt: instant('completed_at').notNull().defaultNow(),
    reversedAt: instant('reversed_at'),
  },
  (t) => [
    // One transaction is counted once; one offer is completed once by a user.
    uniqueIndex('completions_transaction_key').on(t.networkId, t.transactionId),
    uniqueIndex('completions_user_offer_key').on(t.userId, t.offerId),
    index('completions_completed_at_idx').on(t.completedAt.desc(), t.id.desc()),
    index('completions_offer_idx').on(t.offerId, t.completedAt.desc()),
    check('completions_source', sql`${t.source} in ('network', 'admin')`),
    check('completions_status', sql`${t.status} in ('approved', 'reversed')`),
    check('completions_reversed', sql`(${t.status} = 'reversed') = (${t.reversedAt} is not null)`),
    check('completions_payout', sql`${t.payoutPaise} >= 0`),
  ],
);
