import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bigintId,
  bothNullOrNeither,
  bytes,
  instant,
  joinConditions,
  paise,
  primaryId,
  transactionIdColumn,
} from '../columns.ts';
import { clicks } from './clicks.ts';
import { users } from './identity.ts';
import { networks } from './networks.ts';
import { offerOdds } from './offers.ts';

/**
 * A user's completion of an offer as first reported. Rows are inserted and not changed. Later events are in
 * `completionEvents` and `spins`; `completionStates` combines all three.
 */
export const completions = pgTable(
  'completions',
  {
    id: primaryId(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id),
    offerId: bigintId('offer_id').notNull(),
    /** The version of the odds that the spin uses. */
    oddsVersion: integer('odds_version').notNull(),
    /** Null for a milestone, which the product itself completes. */
    clickId: bigintId('click_id').references(() => clicks.id),
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    /** The network's own id; `click:{click}:{goal}` if the network sends no id; `manual-…` for a credit by hand. */
    transactionId: text('transaction_id').notNull(),
    /** The completed goal, if the network names one. */
    goalId: text('goal_id'),
    /** The network's payout in paise, at the rate of that time. */
    payoutPaise: paise('payout_paise').notNull(),
    /**
     * As sent by the network, in millionths of the currency's unit. Null if the network sent no payout: then the
     * offer's reward counts.
     */
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency').notNull(),
    /** The rate used: rupees per unit of the currency, in millionths. */
    rateMicros: bigint('rate_micros', { mode: 'bigint' }).notNull(),
    /** Set if the first postback confirmed the completion; otherwise the event `approved` has the time. */
    approvedAt: instant('approved_at').defaultNow(),
    /** The spin waits until this time: approval plus the network's hold time. */
    heldUntil: instant('held_until'),
    /** `network` (by postback), `admin` (credited by hand) or `house` (a milestone that the user reached). */
    source: text('source').notNull().default('network'),
    completedAt: instant('completed_at').notNull().defaultNow(),
    /** Sealed seed of the draw: 32 random bytes, secret until the spin. */
    seed: bytes('seed').notNull(),
    /** SHA-256 of the seed, shown to the user before the spin. */
    commitment: bytes('commitment').notNull(),
    /** SHA-256 of the client's text for the draw, from the click; null without such a text. */
    clientSeedHash: bytes('client_seed_hash'),
    /**
     * The goal that gives the spin, if the user reached another goal first. Until the event `adopted` records that the
     * goal is reached, the offer is not completed, and the row only connects the payments of other goals.
     */
    awaitedGoal: text('awaited_goal'),
    xid: transactionIdColumn(),
  },
  (t) => [
    foreignKey({
      name: 'completions_odds_fk',
      columns: [t.offerId, t.oddsVersion],
      foreignColumns: [offerOdds.offerId, offerOdds.version],
    }),
    // A transaction counts at most once, and a user completes an offer at most once.
    uniqueIndex('completions_transaction_key').on(t.networkId, t.transactionId),
    uniqueIndex('completions_user_offer_key').on(t.userId, t.offerId),
    index('completions_completed_at_idx').on(t.completedAt, t.id),
    index('completions_xid_idx').on(t.xid),
    // A partial index with few rows: completions that were not confirmed at once.
    index('completions_unapproved_idx').on(t.offerId, t.userId).where(sql`${t.approvedAt} is null`),
    // Completions of milestones, which most figures leave out.
    index('completions_house_idx').on(t.userId).where(sql`${t.source} = 'house'`),
    check('completions_source', sql`${t.source} in ('network', 'admin', 'house')`),
    check('completions_click', sql`(${t.source} = 'house') = (${t.clickId} is null)`),
    check('completions_held', sql`${t.heldUntil} is null or ${t.approvedAt} is not null`),
    check('completions_payout', sql`${t.payoutPaise} >= 0`),
    check('completions_seed', sql`length(${t.commitment}) = 32`),
    check('completions_client_seed_hash', sql`length(${t.clientSeedHash}) = 32`),
  ],
);

/**
 * Later events of a completion, each kind once. `approved`: the network confirmed it. `adopted`: the network's
 * transaction replaced a credit by hand, or the awaited goal was reached. `reversed`: the network took it back. Rows
 * are inserted and not changed.
 */
export const completionEvents = pgTable(
  'completion_events',
  {
    completionId: bigintId('completion_id')
      .notNull()
      .references(() => completions.id),
    kind: text('kind').$type<'approved' | 'adopted' | 'reversed'>().notNull(),
    at: instant('at').notNull().defaultNow(),
    /** The spin waits until this time: approval plus the network's hold time. */
    heldUntil: instant('held_until'),
    /** From this event on, these values replace the completion's own values; null: unchanged. */
    networkId: bigintId('network_id'),
    transactionId: text('transaction_id'),
    goalId: text('goal_id'),
    payoutPaise: paise('payout_paise'),
    payoutMicros: bigint('payout_micros', { mode: 'bigint' }),
    currency: text('currency'),
    rateMicros: bigint('rate_micros', { mode: 'bigint' }),
    xid: transactionIdColumn(),
  },
  (t) => [
    primaryKey({ name: 'completion_events_pkey', columns: [t.completionId, t.kind] }),
    uniqueIndex('completion_events_transaction_key')
      .on(t.networkId, t.transactionId)
      .where(sql`${t.transactionId} is not null`),
    index('completion_events_xid_idx').on(t.xid),
    // This index has few rows. Without it, a query for the `adopted` events of some completions scans the primary key
    // of all events.
    index('completion_events_adopted_idx').on(t.completionId).where(sql`${t.kind} = 'adopted'`),
    index('completion_events_reversed_idx').on(t.at, t.completionId).where(sql`${t.kind} = 'reversed'`),
    check('completion_events_kind', sql`${t.kind} in ('approved', 'adopted', 'reversed')`),
    check('completion_events_held', sql`${t.heldUntil} is null or ${t.kind} = 'approved'`),
    check(
      'completion_events_transaction',
      joinConditions(
        sql`(${t.kind} = 'adopted') = (${t.transactionId} is not null)`,
        bothNullOrNeither(t.transactionId, t.networkId),
      ),
    ),
    check(
      'completion_events_payout',
      joinConditions(
        sql`(${t.payoutPaise} is null or ${t.payoutPaise} >= 0)`,
        sql`(${t.payoutPaise} is null) = (${t.currency} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.rateMicros} is null)`,
        sql`(${t.kind} <> 'reversed' or ${t.payoutPaise} is null)`,
      ),
    ),
  ],
);
