import { boolean, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId, instant, paise, transactionIdColumn } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

/**
 * Aggregates of clicks, completions, payments and spins. The change feed's consumer `figures` updates them about a
 * second after each change. Reads add what is not included yet: see functions/figures.sql. `recount()` rebuilds the
 * aggregates.
 */

/**
 * Figures of a user. Indexed columns change only with completions and spins, which are rare. Clicks and sign-ins change
 * only the clicks and the last activity, which have no index, so these updates stay HOT (they write no index).
 */
export const userStats = pgTable(
  'user_stats',
  {
    userId: bigintId('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    completions: integer('completions').notNull().default(0),
    /** Completions that the network has not confirmed. `completions` does not include them. */
    unapproved: integer('unapproved').notNull().default(0),
    spins: integer('spins').notNull().default(0),
    vouchersWon: integer('vouchers_won').notNull().default(0),
    voucherValuePaise: paise('voucher_value_paise').notNull().default(0),
    /** Network payouts for this user's completions, without reversed completions. */
    revenuePaise: paise('revenue_paise').notNull().default(0),
    /** Revenue from spun completions, split into lost and won. */
    lostRevenuePaise: paise('lost_revenue_paise').notNull().default(0),
    wonRevenuePaise: paise('won_revenue_paise').notNull().default(0),
    clicks: integer('clicks').notNull().default(0),
    lastCompletionAt: instant('last_completion_at'),
    /** The newest sign-in, click or spin. Sign-ins update it directly. */
    lastActivityAt: instant('last_activity_at').notNull().defaultNow(),
  },
  (t) => [
    index('user_stats_completions_idx').on(t.completions, t.userId),
    // The index contains the columns that lists filter by, so a filter skips users within the index.
    index('user_stats_spins_filters_idx').on(t.spins, t.userId, t.completions, t.vouchersWon),
    index('user_stats_won_idx').on(t.vouchersWon, t.userId),
    index('user_stats_revenue_filters_idx').on(t.revenuePaise, t.userId, t.completions, t.vouchersWon),
  ],
);

/**
 * The hour of each user's last activity, updated by a trigger on `user_stats`. The list by last activity reads hours in
 * order and sorts within each. A row is written at most once an hour; an index on the activity itself would be written
 * with each click. No foreign key: users are never deleted.
 */
export const userActivityHours = pgTable(
  'user_activity_hours',
  { userId: bigintId('user_id').primaryKey(), hour: instant('hour').notNull() },
  (t) => [index('user_activity_hours_hour_idx').on(t.hour)],
);

/** An offer's figures per day in Indian time. Revenue counts on the day of the completion. */
export const offerDays = pgTable(
  'offer_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    clicks: integer('clicks').notNull().default(0),
    completions: integer('completions').notNull().default(0),
    spins: integer('spins').notNull().default(0),
    wins: integer('wins').notNull().default(0),
    wonPaise: paise('won_paise').notNull().default(0),
    revenuePaise: paise('revenue_paise').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'offer_days_pkey', columns: [t.offerId, t.day] })],
);

/** Columns of figures of completions, by offer and kind of user. */
const conversionFigures = () => ({
  offerId: bigintId('offer_id')
    .notNull()
    .references(() => offers.id),
  /** Whether the users' accounts are linked to Google, the identity provider. */
  google: boolean('google').notNull(),
  completions: integer('completions').notNull().default(0),
  /** Completions with a lost or won spin. All other completions wait for their spins. */
  lost: integer('lost').notNull().default(0),
  won: integer('won').notNull().default(0),
  /** Network payouts of all completions, of those with a lost spin, and of those with a won spin. */
  revenuePaise: paise('revenue_paise').notNull().default(0),
  lostRevenuePaise: paise('lost_revenue_paise').notNull().default(0),
  wonRevenuePaise: paise('won_revenue_paise').notNull().default(0),
  wonPaise: paise('won_paise').notNull().default(0),
});

/**
 * Figures of completions by their day in Indian time. Includes unconfirmed completions; a spin counts on its
 * completion's day.
 */
export const conversionDays = pgTable(
  'conversion_days',
  { day: date('day', { mode: 'string' }).notNull(), ...conversionFigures() },
  (t) => [
    primaryKey({ name: 'conversion_days_pkey', columns: [t.offerId, t.day, t.google] }),
    // For lists of the last days over all offers.
    index('conversion_days_day_idx').on(t.day),
  ],
);

/**
 * The figures of `conversionDays` over all days, with the number of confirmed completions. A list without a date range
 * reads two rows per offer instead of two per offer and day.
 */
export const conversionTotals = pgTable(
  'conversion_totals',
  { ...conversionFigures(), approved: integer('approved').notNull().default(0) },
  (t) => [primaryKey({ name: 'conversion_totals_pkey', columns: [t.offerId, t.google] })],
);

/** Clicks of an offer over all days, for click lists without a date range. */
export const clickTotals = pgTable('click_totals', {
  offerId: bigintId('offer_id')
    .primaryKey()
    .references(() => offers.id),
  clicks: integer('clicks').notNull().default(0),
});

/**
 * When an account was linked to the identity provider (Google) or unlinked from it. A trigger on `users` writes the
 * rows, because figures separate users with and without Google. An account without a row was never linked.
 */
export const userProviderChanges = pgTable(
  'user_provider_changes',
  {
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** True: linked. False: unlinked. */
    joined: boolean('joined').notNull(),
    at: instant('at').notNull().defaultNow(),
    xid: transactionIdColumn(),
  },
  (t) => [
    primaryKey({ name: 'user_provider_changes_pkey', columns: [t.userId, t.xid] }),
    index('user_provider_changes_xid_idx').on(t.xid),
  ],
);
