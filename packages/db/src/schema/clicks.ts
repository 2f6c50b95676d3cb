import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, primaryId, reference, transactionIdColumn } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

export const clicks = pgTable(
  'clicks',
  {
    id: primaryId(),
    /** 128 random bits, base64url: what the partner network sends back. */
    clickId: text('click_id').notNull(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id),
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    ip: text('ip'),
    device: text('device'),
    /** Two letters, by the address; else what the caller said. */
    country: text('country'),
    userAgent: text('user_agent'),
    /** SHA-256 of a text that the client keeps for the draw, see completions. */
    clientSeedHash: bytes('client_seed_hash'),
    xid: transactionIdColumn(),
  },
  (t) => [
    uniqueIndex('clicks_click_id_key').on(t.clickId),
    // "Started at" on the user's offers: the newest click of each offer.
    index('clicks_user_offer_idx').on(t.userId, t.offerId, t.createdAt),
    index('clicks_created_at_idx').on(t.createdAt, t.id),
    // A list of one offer: those of an offer that few have clicked would be looked for among all.
    index('clicks_offer_idx').on(t.offerId, t.createdAt, t.id),
    index('clicks_xid_idx').on(t.xid),
  ],
);

/**
 * What clicks are searched by: a consumer of the feed copies it, so that no click pays for its index. What it has not
 * copied yet is found among the clicks themselves.
 */
export const clickSearch = pgTable(
  'click_search',
  {
    id: reference('id')
      .primaryKey()
      .references(() => clicks.id, { onDelete: 'cascade' }),
    clickId: text('click_id').notNull(),
  },
  (t) => [index('click_search_trigrams').using('gin', t.clickId.op('gin_trgm_ops'))],
);
