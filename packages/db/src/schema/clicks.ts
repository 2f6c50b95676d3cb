import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, instant, primaryId, transactionIdColumn } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

export const clicks = pgTable(
  'clicks',
  {
    id: primaryId(),
    /** 128 random bits, base64url. The partner network sends it back in its postbacks. */
    clickId: text('click_id').notNull(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id),
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    ip: text('ip'),
    device: text('device'),
    /** Two-letter country code: derived from the IP address, else as the caller sent it. */
    country: text('country'),
    userAgent: text('user_agent'),
    /** SHA-256 of a text that the client keeps for the draw, see completions. */
    clientSeedHash: bytes('client_seed_hash'),
    xid: transactionIdColumn(),
  },
  (t) => [
    uniqueIndex('clicks_click_id_key').on(t.clickId),
    // For the time at which a user started an offer: the newest click per offer.
    index('clicks_user_offer_idx').on(t.userId, t.offerId, t.createdAt),
    index('clicks_created_at_idx').on(t.createdAt, t.id),
    // For lists of an offer's clicks. Without this index, a list for an offer with few clicks would read all clicks.
    index('clicks_offer_idx').on(t.offerId, t.createdAt, t.id),
    index('clicks_xid_idx').on(t.xid),
  ],
);

/**
 * Search copy of clicks. A consumer of the change feed makes the copy, so that recording a click does not update the
 * index. Clicks that are not copied yet are searched directly.
 */
export const clickSearch = pgTable(
  'click_search',
  {
    id: bigintId('id')
      .primaryKey()
      .references(() => clicks.id, { onDelete: 'cascade' }),
    clickId: text('click_id').notNull(),
  },
  (t) => [index('click_search_trigrams').using('gin', t.clickId.op('gin_trgm_ops'))],
);
