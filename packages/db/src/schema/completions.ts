import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  allOf,
  bothNullOrNeither,
  bytes,
  instant,
  paise,
  primaryId,
  reference,
  transactionIdColumn,
} from '../columns.ts';
import { clicks } from './clicks.ts';
import { users } from './identity.ts';
import { networks } from './networks.ts';
import { offerOdds } from './offers.ts';

/**
 * That a user did what an offer asks for, as it was first reported: a fact, inserted and not changed. What came of it
 * later lies in `completionEvents` and `spins`; `completionStates` puts them together.
 */
export const completions = pgTable(
  'completions',
  {
    id: primaryId(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id),
    offerId: reference('offer_id').notNull(),
    /** The version of the offer's odds that the spin is drawn from. */
    oddsVersion: integer('odds_version').notNull(),
    clickId: reference('click_id')
      .notNull()
      .references(() => clicks.id),
    networkId: reference('network_id')
      .notNull()
      .references(() => networks.id),
    /** The network's own id; `click:{click}:{goal}` where it sends none; `manual-…` for a credit by hand. */
    transactionId: text('transaction_id').notNull(),
    /** The step of the offer that was completed, where the network names one. */
    goalId: text('goal_id'),
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
    /** When the network confirmed it, if it did so at once; else its event does. */
    approvedAt: instant('approved_at').defaultNow(),
    /** Its spin waits until then: the network's hold time at that approval. */
    heldUntil: instant('held_until'),
    /** Who reported it: the network by a postback, or an admin who credited it by hand. */
    source: text('source').notNull().default('network'),
    completedAt: instant('completed_at').notNull().defaultNow(),
    /**
     * What the roll is computed from, sealed: 32 random bytes, secret until the spin.
     */
    seed: bytes('seed').notNull(),
    /** SHA-256 of the seed: what the user is shown before the spin. */
    commitment: bytes('commitment').notNull(),
    /** SHA-256 of the text that the client keeps for the draw, as the click brought it; null without one. */
    clientSeedHash: bytes('client_seed_hash'),
    /**
     * The goal that gives the spin, where an earlier one of the offer was reached first: until the network reports it
     * (an event `adopted`) the offer is not completed, and the row holds the money of the others together.
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
    // One transaction is counted once; one offer is completed once by a user.
    uniqueIndex('completions_transaction_key').on(t.networkId, t.transactionId),
    uniqueIndex('completions_user_offer_key').on(t.userId, t.offerId),
    index('completions_completed_at_idx').on(t.completedAt, t.id),
    index('completions_xid_idx').on(t.xid),
    // Not confirmed at once: few among many.
    index('completions_unapproved_idx').on(t.offerId, t.userId).where(sql`${t.approvedAt} is null`),
    check('completions_source', sql`${t.source} in ('network', 'admin')`),
    check('completions_held', sql`${t.heldUntil} is null or ${t.approvedAt} is not null`),
    check('completions_payout', sql`${t.payoutPaise} >= 0`),
    check('completions_seed', sql`length(${t.commitment}) = 32`),
    check('completions_client_seed_hash', sql`length(${t.clientSeedHash}) = 32`),
  ],
);

/**
 * What followed a completion, each kind once: the network confirmed it later (`approved`), its own transaction took the
 * place of a credit by hand (`adopted`), or it was taken back (`reversed`). Inserted and not changed.
 */
export const completionEvents = pgTable(
  'completion_events',
  {
    completionId: reference('completion_id')
      .notNull()
      .references(() => completions.id),
    kind: text('kind').$type<'approved' | 'adopted' | 'reversed'>().notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Its spin waits until then: the network's hold time at the approval. */
    heldUntil: instant('held_until'),
    /** What takes the place of the completion's own from then on; null where it stays. */
    networkId: reference('network_id'),
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
    // Few among many: without it a plan that looks for the adopted of a few completions reads the key of all events.
    index('completion_events_adopted_idx').on(t.completionId).where(sql`${t.kind} = 'adopted'`),
    index('completion_events_reversed_idx').on(t.at, t.completionId).where(sql`${t.kind} = 'reversed'`),
    check('completion_events_kind', sql`${t.kind} in ('approved', 'adopted', 'reversed')`),
    check('completion_events_held', sql`${t.heldUntil} is null or ${t.kind} = 'approved'`),
    check(
      'completion_events_transaction',
      allOf(
        sql`(${t.kind} = 'adopted') = (${t.transactionId} is not null)`,
        bothNullOrNeither(t.transactionId, t.networkId),
      ),
    ),
    check(
      'completion_events_payout',
      allOf(
        sql`(${t.payoutPaise} is null or ${t.payoutPaise} >= 0)`,
        sql`(${t.payoutPaise} is null) = (${t.currency} is null)`,
        sql`(${t.payoutPaise} is null) = (${t.rateMicros} is null)`,
        sql`(${t.kind} <> 'reversed' or ${t.payoutPaise} is null)`,
      ),
    ),
  ],
);
