import { sql } from 'drizzle-orm';
import { boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { bigintId, instant, paise } from '../columns.ts';
import { completions } from './completions.ts';

/**
 * Filter and sort columns of completion lists in one row. About a second after a change of a completion or its spin,
 * the change feed's consumer `figures` copies the values to this row and counts the change in the aggregates.
 * `completionRowsNow` also has the changes that are not copied yet. See functions/completion-rows.sql.
 */
export const completionRows = pgTable(
  'completion_rows',
  {
    completionId: bigintId('completion_id')
      .primaryKey()
      .references(() => completions.id, { onDelete: 'cascade' }),
    userId: bigintId('user_id').notNull(),
    offerId: bigintId('offer_id').notNull(),
    /** Whether the user's account is linked to Google, the identity provider. */
    google: boolean('google').notNull(),
    completedAt: instant('completed_at').notNull(),
    /**
     * Time of the click that led to the completion, for click lists by day. Null if the completion was more than 31
     * days old when it was copied, because no list by day reaches that far back.
     */
    clickedAt: instant('clicked_at'),
    /** The payout that the network reported last. */
    payoutPaise: paise('payout_paise').notNull(),
    /** The payout while confirmed and not reversed, else 0. */
    revenuePaise: paise('revenue_paise').notNull(),
    spun: boolean('spun').notNull(),
    /** The prize; null after a loss and before the spin. */
    wonPaise: paise('won_paise'),
    /** Whether the network has confirmed the completion; also true during its hold. */
    approved: boolean('approved').notNull().default(true),
    /** Reversed by the network. */
    reversed: boolean('reversed').notNull().default(false),
    /** `offerDays` counts the spin on the day of this time. */
    spunAt: instant('spun_at'),
  },
  (t) => [
    index('completion_rows_completed_at_idx').on(t.completedAt, t.completionId),
    index('completion_rows_payout_idx').on(t.payoutPaise, t.completionId),
    index('completion_rows_offer_idx').on(t.offerId, t.completedAt, t.completionId),
    index('completion_rows_user_idx').on(t.userId, t.completionId),
    // These partial indexes have few rows. Without them, the query for a page would scan all rows.
    index('completion_rows_won_idx').on(t.completedAt, t.completionId).where(sql`${t.wonPaise} is not null`),
    index('completion_rows_won_payout_idx').on(t.payoutPaise, t.completionId).where(sql`${t.wonPaise} is not null`),
    index('completion_rows_unspun_idx').on(t.completedAt, t.completionId).where(sql`not ${t.spun}`),
    index('completion_rows_unspun_payout_idx').on(t.payoutPaise, t.completionId).where(sql`not ${t.spun}`),
    // For the list of users who won vouchers of ₹100 and more. Without this index, the list would read all rows.
    index('completion_rows_high_value_idx').on(t.userId).where(sql`${t.wonPaise} >= 10000`),
    index('completion_rows_unapproved_idx').on(t.google, t.completedAt, t.completionId).where(sql`not ${t.approved}`),
    index('completion_rows_unapproved_offer_idx')
      .on(t.offerId, t.completedAt, t.completionId)
      .where(sql`not ${t.approved}`),
    // For the confirmed completions of an offer that were reversed.
    index('completion_rows_reversed_idx').on(t.offerId).where(sql`${t.reversed} and ${t.approved}`),
    index('completion_rows_withheld_idx')
      .on(t.completedAt, t.completionId, t.offerId)
      .where(sql`not ${t.spun} and ${t.reversed}`),
  ],
);
