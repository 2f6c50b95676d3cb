import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { bigintId } from '../columns.ts';
import { offers } from './offers.ts';

/**
 * How many users started an offer, and how many of them completed it, by the user's experience. Recomputed hourly from
 * clicks and completions of the last months. Contains no data about a single person.
 */
export const offerRates = pgTable(
  'offer_rates',
  {
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    /** Offers completed before the start: 0, 1 (one or two), 2 (more). */
    experience: smallint('experience').notNull(),
    /** Whether one of these offers had the same category. */
    familiar: boolean('familiar').notNull(),
    starts: integer('starts').notNull(),
    finished: integer('finished').notNull(),
  },
  (t) => [
    primaryKey({ name: 'offer_rates_pkey', columns: [t.offerId, t.experience, t.familiar] }),
    check('offer_rates_counts', sql`0 <= ${t.finished} and ${t.finished} <= ${t.starts}`),
  ],
);

/**
 * Nine in ten of an offer's recent completions were confirmed within this many seconds after the click. No row if there
 * were too few completions.
 */
export const offerCompletionTimes = pgTable('offer_completion_times', {
  offerId: bigintId('offer_id')
    .primaryKey()
    .references(() => offers.id),
  usualSeconds: integer('usual_seconds').notNull(),
});
