import { sql } from 'drizzle-orm';
import { boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { instant, paise, reference } from '../columns.ts';
import { completions } from './completions.ts';

/**
 * What lists of completions filter and sort by, in one row: the feed's consumer `figures` copies it from the facts,
 * about a second behind them, and counts what it changes in the aggregates. `completionRowsNow` reads what it has not
 * copied yet from the facts. See functions/completion-rows.sql.
 */
export const completionRows = pgTable(
  'completion_rows',
  {
    completionId: reference('completion_id')
      .primaryKey()
      .references(() => completions.id, { onDelete: 'cascade' }),
    userId: reference('user_id').notNull(),
    offerId: reference('offer_id').notNull(),
    /** Of a user who signs in through the identity provider. */
    google: boolean('google').notNull(),
    completedAt: instant('completed_at').notNull(),
    /**
     * When the click was that led to it: lists of clicks have their days of those. Null for what was completed more
     * than 31 days before it was kept here, which no list of days asks for.
     */
    clickedAt: instant('clicked_at'),
    /** What the network pays, as it said last. */
    payoutPaise: paise('payout_paise').notNull(),
    /** The same while it counts: confirmed and not reversed. */
    revenuePaise: paise('revenue_paise').notNull(),
    spun: boolean('spun').notNull(),
    /** What was won; null after a loss and before the spin. */
    wonPaise: paise('won_paise'),
    /** The network has confirmed it, whether or not its hold is over. */
    approved: boolean('approved').notNull().default(true),
    /** The network took it back. */
    reversed: boolean('reversed').notNull().default(false),
    /** Figures count a spin on its day. */
    spunAt: instant('spun_at'),
  },
  (t) => [
    index('completion_rows_completed_at_idx').on(t.completedAt, t.completionId),
    index('completion_rows_payout_idx').on(t.payoutPaise, t.completionId),
    index('completion_rows_offer_idx').on(t.offerId, t.completedAt, t.completionId),
    index('completion_rows_user_idx').on(t.userId, t.completionId),
    // Few among many: a page would walk over the others.
    index('completion_rows_won_idx').on(t.completedAt, t.completionId).where(sql`${t.wonPaise} is not null`),
    index('completion_rows_won_payout_idx').on(t.payoutPaise, t.completionId).where(sql`${t.wonPaise} is not null`),
    index('completion_rows_unspun_idx').on(t.completedAt, t.completionId).where(sql`not ${t.spun}`),
    index('completion_rows_unspun_payout_idx').on(t.payoutPaise, t.completionId).where(sql`not ${t.spun}`),
    // Whose they are: the list of users who won vouchers of ₹100 and more asks each, or reads all.
    index('completion_rows_high_value_idx').on(t.userId).where(sql`${t.wonPaise} >= 10000`),
    index('completion_rows_unapproved_idx').on(t.google, t.completedAt, t.completionId).where(sql`not ${t.approved}`),
    index('completion_rows_unapproved_offer_idx')
      .on(t.offerId, t.completedAt, t.completionId)
      .where(sql`not ${t.approved}`),
    // How many of an offer's were confirmed and taken back.
    index('completion_rows_reversed_idx').on(t.offerId).where(sql`${t.reversed} and ${t.approved}`),
    index('completion_rows_withheld_idx')
      .on(t.completedAt, t.completionId, t.offerId)
      .where(sql`not ${t.spun} and ${t.reversed}`),
  ],
);
