import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
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
    userAgent: text('user_agent'),
  },
  (t) => [
    uniqueIndex('clicks_click_id_key').on(t.clickId),
    // Searches for a part of one.
    index('clicks_click_id_trigrams').using('gin', t.clickId.op('gin_trgm_ops')),
    // "Started at" on the user's offers: the newest click of each offer.
    index('clicks_user_offer_idx').on(t.userId, t.offerId, t.createdAt),
  ],
);
