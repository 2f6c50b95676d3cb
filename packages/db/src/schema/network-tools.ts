import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { admins } from './identity.ts';
import { networks } from './networks.ts';
import { offers } from './offers.ts';

/**
 * The offers that are or once were in a network's feed. A row has the values last read from the feed, and the values
 * last applied to our offer.
 */
export const feedOffers = pgTable(
  'feed_offers',
  {
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    externalId: text('external_id').notNull(),
    /** The values that the field map read from the feed. */
    snapshot: jsonb('snapshot').$type<unknown>().notNull(),
    /** The snapshot last applied to our offer; null until one is applied. */
    applied: jsonb('applied').$type<unknown>(),
    offerId: bigintId('offer_id').references(() => offers.id),
    firstSeen: instant('first_seen').notNull().defaultNow(),
    lastSeen: instant('last_seen').notNull().defaultNow(),
    goneAt: instant('gone_at'),
    /**
     * When our offer was paused because the feed no longer listed it. The offer becomes active again when the feed
     * lists it again.
     */
    pausedAt: instant('paused_at'),
  },
  (t) => [
    primaryKey({ name: 'feed_offers_pkey', columns: [t.networkId, t.externalId] }),
    index('feed_offers_offer_id_idx').on(t.offerId),
  ],
);

/** The results of 'Test this network'. */
export const networkTestRuns = pgTable(
  'network_test_runs',
  {
    id: primaryId(),
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    at: instant('at').notNull().defaultNow(),
    adminId: bigintId('admin_id').references(() => admins.id),
    /** Percent. */
    score: integer('score').notNull(),
    report: jsonb('report').$type<unknown>().notNull(),
  },
  (t) => [
    index('network_test_runs_network_idx').on(t.networkId, t.at),
    check('network_test_runs_score', sql`${t.score} between 0 and 100`),
  ],
);
