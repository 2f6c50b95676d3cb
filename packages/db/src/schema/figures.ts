import { boolean, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, paise, reference, transactionIdColumn } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

/**
 * Aggregates that the feed's consumer `figures` makes of the facts, about a second behind them. What it has not folded
 * yet is added when they are read: see functions/figures.sql. `recount()` makes them again from the facts.
 */

/**
 * Figures of a user. Indexed by what completions and spins change, which are few, and not by the last activity: a click
 * or a sign-in changes that alone, so that its update stays HOT.
 */
export const userStats = pgTable(
  'user_stats',
  {
    userId: reference('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    completions: integer('completions').notNull().default(0),
    /** Completions that the network has not confirmed, which are not among those. */
    unapproved: integer('unapproved').notNull().default(0),
    spins: integer('spins').notNull().default(0),
    vouchersWon: integer('vouchers_won').notNull().default(0),
    voucherValuePaise: paise('voucher_value_paise').notNull().default(0),
    /** What networks paid for this user's completions, reversed ones excluded. */
    revenuePaise: paise('revenue_paise').notNull().default(0),
    /** The same for what was spun, and lost or won. */
    lostRevenuePaise: paise('lost_revenue_paise').notNull().default(0),
    wonRevenuePaise: paise('won_revenue_paise').notNull().default(0),
    clicks: integer('clicks').notNull().default(0),
    lastCompletionAt: instant('last_completion_at'),
    /** The newest sign-in, click or spin. A sign-in writes it by itself. */
    lastActivityAt: instant('last_activity_at').notNull().defaultNow(),
  },
  (t) => [
    index('user_stats_completions_idx').on(t.completions, t.userId),
    // With what lists filter by: users that a filter leaves out are passed over in the index.
    index('user_stats_spins_filters_idx').on(t.spins, t.userId, t.completions, t.vouchersWon),
    index('user_stats_won_idx').on(t.vouchersWon, t.userId),
    index('user_stats_revenue_filters_idx').on(t.revenuePaise, t.userId, t.completions, t.vouchersWon),
  ],
);

/**
 * The hour of each user's last activity, which a trigger on `user_stats` keeps: the list by last activity goes through
 * the hours in their order, and sorts within each. It is written once an hour of a user who is there, where an index of
 * the activity itself would be written with each click. Nothing refers to it, and users are never deleted.
 */
export const userActivityHours = pgTable(
  'user_activity_hours',
  { userId: reference('user_id').primaryKey(), hour: instant('hour').notNull() },
  (t) => [index('user_activity_hours_hour_idx').on(t.hour)],
);

/** What happened to an offer on a day in India. A completion's revenue is of the day of the completion. */
export const offerDays = pgTable(
  'offer_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    offerId: reference('offer_id')
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

/** Of whose completions, and what is counted of them. */
const conversionFigures = () => ({
  offerId: reference('offer_id')
    .notNull()
    .references(() => offers.id),
  /** Of users who sign in through the identity provider. */
  google: boolean('google').notNull(),
  completions: integer('completions').notNull().default(0),
  /** Spun, and lost or won; the rest waits for its spin. */
  lost: integer('lost').notNull().default(0),
  won: integer('won').notNull().default(0),
  /** What networks pay for them: for all, for the lost and for the won. */
  revenuePaise: paise('revenue_paise').notNull().default(0),
  lostRevenuePaise: paise('lost_revenue_paise').notNull().default(0),
  wonRevenuePaise: paise('won_revenue_paise').notNull().default(0),
  wonPaise: paise('won_paise').notNull().default(0),
});

/**
 * The figures of completions by the day in India on which they were completed. Completions that are not confirmed count
 * as well, and a spin counts for its completion's day.
 */
export const conversionDays = pgTable(
  'conversion_days',
  { day: date('day', { mode: 'string' }).notNull(), ...conversionFigures() },
  (t) => [
    primaryKey({ name: 'conversion_days_pkey', columns: [t.offerId, t.day, t.google] }),
    // Lists of the last days, of all offers.
    index('conversion_days_day_idx').on(t.day),
  ],
);

/**
 * The same of all days together, so that a list without a range reads two rows of an offer in place of two of each of
 * its days, with how many of the completions are confirmed.
 */
export const conversionTotals = pgTable(
  'conversion_totals',
  { ...conversionFigures(), approved: integer('approved').notNull().default(0) },
  (t) => [primaryKey({ name: 'conversion_totals_pkey', columns: [t.offerId, t.google] })],
);

/** The clicks of an offer of all days together: for lists of clicks without a range, as `conversionTotals`. */
export const clickTotals = pgTable('click_totals', {
  offerId: reference('offer_id')
    .primaryKey()
    .references(() => offers.id),
  clicks: integer('clicks').notNull().default(0),
});

/**
 * That an account joined or left the identity provider: a trigger on users writes it, because figures tell the users of
 * the provider from the others. Who is not here never joined.
 */
export const userProviderChanges = pgTable(
  'user_provider_changes',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joined: boolean('joined').notNull(),
    at: instant('at').notNull().defaultNow(),
    xid: transactionIdColumn(),
  },
  (t) => [
    primaryKey({ name: 'user_provider_changes_pkey', columns: [t.userId, t.xid] }),
    index('user_provider_changes_xid_idx').on(t.xid),
  ],
);
