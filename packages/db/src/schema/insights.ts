import { boolean, date, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { instant, paise, reference } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

/**
 * Counters that lists sort and filter by, kept in the same transaction as what they count. A table of their own,
 * without sort indexes, so that its updates stay HOT. `recount()` makes them again from the facts.
 */
export const userStats = pgTable('user_stats', {
  userId: reference('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  completions: integer('completions').notNull().default(0),
  spins: integer('spins').notNull().default(0),
  vouchersWon: integer('vouchers_won').notNull().default(0),
  voucherValuePaise: paise('voucher_value_paise').notNull().default(0),
  /** What networks paid for this user's completions, reversed ones excluded. */
  revenuePaise: paise('revenue_paise').notNull().default(0),
  lastCompletionAt: instant('last_completion_at'),
});

/**
 * What happened to an offer on a day in India. Each day of an offer has up to eight rows, one for each shard, so that
 * transactions at the same time seldom wait for each other. Readers sum them.
 */
export const offerDays = pgTable(
  'offer_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    shard: smallint('shard').notNull(),
    clicks: integer('clicks').notNull().default(0),
    completions: integer('completions').notNull().default(0),
    spins: integer('spins').notNull().default(0),
    wins: integer('wins').notNull().default(0),
    wonPaise: paise('won_paise').notNull().default(0),
    revenuePaise: paise('revenue_paise').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'offer_days_pkey', columns: [t.offerId, t.day, t.shard] })],
);

/**
 * The figures of completions by the day in India on which they were completed, kept by triggers. Completions that are
 * not confirmed count as well, and a spin counts for its completion's day. In shards, as above.
 */
export const conversionDays = pgTable(
  'conversion_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    offerId: reference('offer_id')
      .notNull()
      .references(() => offers.id),
    /** Of users who sign in through the identity provider. */
    google: boolean('google').notNull(),
    shard: smallint('shard').notNull(),
    completions: integer('completions').notNull().default(0),
    /** Spun, and lost or won; the rest waits for its spin. */
    lost: integer('lost').notNull().default(0),
    won: integer('won').notNull().default(0),
    /** What networks pay for them: for all, for the lost and for the won. */
    revenuePaise: paise('revenue_paise').notNull().default(0),
    lostRevenuePaise: paise('lost_revenue_paise').notNull().default(0),
    wonRevenuePaise: paise('won_revenue_paise').notNull().default(0),
    wonPaise: paise('won_paise').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'conversion_days_pkey', columns: [t.offerId, t.day, t.google, t.shard] })],
);
